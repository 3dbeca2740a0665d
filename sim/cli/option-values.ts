import { type FaultRule, parseFault } from '../control/fault-rule.ts'
import { type RemarkKind, remarkKinds } from './hygiene/remark.ts'

// Readers of settings. Their errors follow the name of the setting: "--port: 'x' is no port: use …".

export function text(given: string): string {
  if (given === '') throw new RangeError('is empty: give it a value, or leave it out')
  return given
}

/** What `writes` says of an option whose value is the file. */
export function itself(file: string): string {
  return file
}

export function port(given: string): number {
  if (/^\d{1,5}$/.test(given) && Number(given) <= 65535) return Number(given)
  throw new RangeError(`'${given}' is no port: use a whole number from 0 (any free one) to 65535`)
}

/** A whole number within bounds. */
export function wholeNumber(least: number, most = 2147483647): (given: string) => number {
  return (given) => {
    const value = /^-?\d{1,10}$/.test(given) ? Number(given) : Number.NaN
    if (value >= least && value <= most) return value
    throw new RangeError(`'${given}' is invalid: use a whole number from ${least} to ${most}`)
  }
}

const UNITS = { '': 1, K: 1024, M: 1024 ** 2, G: 1024 ** 3 } as const

/** A number of bytes: `500000`, `64M`, `1G`. */
export function size(given: string): number {
  const [, digits, unit = ''] = /^(\d{1,10})([KMG]?)$/.exec(given) ?? []
  const bytes = Number(digits) * UNITS[unit as keyof typeof UNITS]
  if (bytes < 2 ** 31) return bytes
  throw new RangeError(`'${given}' is invalid: use a number of bytes below 2G, for example 64M`)
}

/** A status (`404`) or a class of them (`4xx`). */
export function statusOrClass(given: string): string {
  if (/^[1-5](?:\d\d|xx)$/.test(given)) return given
  throw new RangeError(`'${given}' is invalid: use a status such as 404, or a class such as 4xx`)
}

/** One of a few words. */
export function oneOf<const Word extends string>(...words: readonly Word[]): (given: string) => Word {
  return (given) => {
    const word = words.find((candidate) => candidate === given)
    if (word !== undefined) return word
    throw new RangeError(`'${given}' is unknown: use ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`)
  }
}

/** Kinds of remarks with commas between them, or `any` for all. */
export function remarkKindList(given: string): readonly RemarkKind[] {
  return given === 'any' ? remarkKinds : given.split(',').map(oneOf(...remarkKinds))
}

const SWITCH: { readonly [word: string]: boolean } = { on: true, true: true, off: false, false: false }

export function onOff(given: string): boolean {
  const value = Object.hasOwn(SWITCH, given) ? SWITCH[given] : undefined
  if (value !== undefined) return value
  throw new RangeError(`'${given}' is unknown: use on or off`)
}

/** A text that a parser of the simulator accepts; the parser itself runs again there. */
export function readable(parse: (given: string) => unknown): (given: string) => string {
  return (given) => {
    parse(given)
    return given
  }
}

/** Scheme, host and port of another service. */
export function httpAddress(given: string): string {
  if (/^https?:\/\/[^/?#]+/.test(given)) return given
  throw new RangeError(
    `'${given}' is no address: use scheme, host and port, for example http://127.0.0.1:9000`,
  )
}

/** `Name: value`, as in a request. */
export function headerLine(given: string): readonly [name: string, value: string] {
  const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/.exec(given) ?? []
  if (name !== undefined && value !== undefined) return [name.toLowerCase(), value.trim()]
  throw new RangeError(
    `'${given.replace(/:.*/s, ': …')}' is no header: use a name and a value, for example 'X-Proxy-Token: secret'`,
  )
}

/** A kind of report, alone or with the file that it is written to: `junit`, `junit=report.xml`. */
export function reportWish<const Kind extends string>(
  ...kinds: readonly Kind[]
): (given: string) => { readonly kind: Kind; readonly file?: string } {
  const kindOf = oneOf(...kinds)
  return (given) => {
    const [, word = '', file] = /^([^=]*)(?:=(.*))?$/s.exec(given) ?? []
    const kind = kindOf(word)
    if (file === '') throw new RangeError(`'${given}' names no file: use ${kind}=FILE, or ${kind} alone`)
    return file === undefined ? { kind } : { kind, file }
  }
}

export function worldChoice(given: string): string {
  if (given === 'demo' || given === 'empty' || /[./\\]/.test(given)) return given
  throw new RangeError(
    `'${given}' is unknown: use demo, empty, a file with an ending such as world.json or world.yaml, or a folder such as ./worlds`,
  )
}

export function rule(given: string): FaultRule {
  return parseFault(given)
}
