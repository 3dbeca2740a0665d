/**
 * Regular expressions of users, as the service's library (RE2) has them: no backreferences, no looking around. All ways
 * through the expression are followed at once, so a text takes time in proportion to its length and to that of the
 * expression, whatever both are.
 */
export interface RegularExpression {
  /** Whether it is found anywhere in a text. */
  matches(text: string): boolean
}

const MOST_STEPS = 10_000
const MOST_REPEATS = 1000
const DEEPEST = 100

type Test = (character: string) => boolean
type Place = 'start' | 'end' | 'word' | 'inWord'
type Step =
  | { readonly test: Test }
  | { readonly at: Place }
  | { readonly either: readonly [number, number] }
  | { readonly to: number }

/** Appends the steps of a part of an expression. */
type Part = (steps: Step[]) => void

/** The expression that a text describes; undefined where it is none. */
export function regularExpression(source: string): RegularExpression | undefined {
  try {
    const steps: Step[] = []
    new Reader(source).whole()(steps)
    return { matches: (text) => found(steps, [...text]) }
  } catch (problem) {
    if (problem instanceof Invalid) return undefined
    throw problem
  }
}

class Invalid extends Error {}

function found(steps: readonly Step[], text: readonly string[]): boolean {
  let here = new Set<number>()
  for (let at = 0; at <= text.length; at++) {
    follow(steps, 0, text, at, here)
    if (here.has(steps.length)) return true
    const next = new Set<number>()
    for (const n of here) {
      const step = steps[n]
      if (step !== undefined && 'test' in step && at < text.length && step.test(text[at] as string))
        follow(steps, n + 1, text, at + 1, next)
    }
    here = next
  }
  return here.has(steps.length)
}

/** Notes each step that is reached without a character; the end is the number of steps. */
function follow(
  steps: readonly Step[],
  first: number,
  text: readonly string[],
  at: number,
  here: Set<number>,
): void {
  const left = [first]
  for (let n = left.pop(); n !== undefined; n = left.pop()) {
    if (here.has(n)) continue
    here.add(n)
    const step = steps[n]
    if (step === undefined || 'test' in step) continue
    if ('to' in step) left.push(step.to)
    else if ('either' in step) left.push(step.either[0], step.either[1])
    else if (isAt(step.at, text, at)) left.push(n + 1)
  }
}

const isWord: Test = (character) => /^\w$/.test(character)

function isAt(place: Place, text: readonly string[], at: number): boolean {
  if (place === 'start') return at === 0
  if (place === 'end') return at === text.length
  const [before, after] = [text[at - 1], text[at]].map((it) => it !== undefined && isWord(it))
  return (before !== after) === (place === 'word')
}

const classes: { readonly [letter: string]: Test } = {
  d: (it) => /^\d$/.test(it),
  w: isWord,
  s: (it) => /^[\t\n\f\r ]$/.test(it),
}
const controls: { readonly [letter: string]: string } = {
  a: '\u0007',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}
const placesOf: { readonly [letter: string]: Place } = { A: 'start', z: 'end', b: 'word', B: 'inWord' }
const posix: { readonly [name: string]: RegExp } = {
  alnum: /[0-9A-Za-z]/,
  alpha: /[A-Za-z]/,
  ascii: /\p{ASCII}/u,
  blank: /[\t ]/,
  digit: /[0-9]/,
  lower: /[a-z]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[\t\n\v\f\r ]/,
  upper: /[A-Z]/,
  word: /\w/,
  xdigit: /[0-9A-Fa-f]/,
}

class Reader {
  readonly #characters: readonly string[]
  #at = 0
  #depth = 0
  #ignoresCase = false
  #dotIsAll = false

  constructor(source: string) {
    this.#characters = [...source]
  }

  whole(): Part {
    const part = this.#choice()
    if (this.#at < this.#characters.length) throw new Invalid('an unexpected )')
    return part
  }

  #choice(): Part {
    const first = this.#sequence()
    if (!this.#takes('|')) return first
    const rest = this.#choice()
    return (steps) => {
      const split = reserve(steps)
      first(steps)
      const jump = reserve(steps)
      steps[split] = { either: [split + 1, steps.length] }
      rest(steps)
      steps[jump] = { to: steps.length }
    }
  }

  #sequence(): Part {
    const parts: Part[] = []
    for (;;) {
      const next = this.#next
      if (next === undefined || next === '|' || next === ')') break
      parts.push(this.#repeated(this.#single()))
    }
    return (steps) => {
      for (const part of parts) part(steps)
    }
  }

  #repeated(part: Part): Part {
    const bounds = this.#bounds()
    if (bounds === undefined) return part
    // Whether few or many are preferred does not change what is found.
    this.#takes('?')
    if (this.#bounds() !== undefined) throw new Invalid('a repetition of a repetition')
    const [least, most] = bounds
    return (steps) => {
      for (let n = 0; n < least; n++) part(steps)
      if (most === undefined) {
        const split = reserve(steps)
        part(steps)
        add(steps, { to: split })
        steps[split] = { either: [split + 1, steps.length] }
        return
      }
      const splits = Array.from({ length: most - least }, () => {
        const split = reserve(steps)
        part(steps)
        return split
      })
      for (const split of splits) steps[split] = { either: [split + 1, steps.length] }
    }
  }

  #bounds(): readonly [least: number, most: number | undefined] | undefined {
    if (this.#takes('*')) return [0, undefined]
    if (this.#takes('+')) return [1, undefined]
    if (this.#takes('?')) return [0, 1]
    // Braces that bound nothing stand for themselves.
    const [whole, from = '', comma, to = ''] = /^\{(\d+)(,)?(\d*)\}/.exec(this.#rest) ?? []
    if (whole === undefined || (comma === undefined && to !== '')) return undefined
    this.#at += whole.length
    const least = Number(from)
    const most = comma === undefined ? least : to === '' ? undefined : Number(to)
    if (least > MOST_REPEATS || (most ?? 0) > MOST_REPEATS || (most ?? least) < least)
      throw new Invalid('a repetition that is out of bounds')
    return [least, most]
  }

  #single(): Part {
    const character = this.#take()
    if (character === '(') return this.#group()
    if (character === '[') return one(this.#folded(this.#characterClass()))
    if (character === '^') return place('start')
    if (character === '$') return place('end')
    const isAll = this.#dotIsAll
    if (character === '.') return one((it) => isAll || it !== '\n')
    if ('*+?'.includes(character)) throw new Invalid('a repetition of nothing')
    if (character !== '\\') return one(this.#folded((it) => it === character))
    const letter = this.#next ?? ''
    const at = placesOf[letter]
    if (at !== undefined && Object.hasOwn(placesOf, letter)) {
      this.#at++
      return place(at)
    }
    if (this.#takes('Q')) return this.#quoted()
    return one(this.#folded(this.#escaped()))
  }

  #quoted(): Part {
    const rest = this.#rest
    const end = rest.indexOf('\\E')
    const text = [...(end < 0 ? rest : rest.slice(0, end))]
    this.#at += text.length + (end < 0 ? 0 : 2)
    const tests = text.map((character) => one(this.#folded((it) => it === character)))
    return (steps) => {
      for (const test of tests) test(steps)
    }
  }

  #group(): Part {
    if (++this.#depth > DEEPEST) throw new Invalid('groups that are nested too deeply')
    const before = [this.#ignoresCase, this.#dotIsAll] as const
    const isOpen = this.#groupOpens()
    if (!isOpen) {
      this.#depth--
      return () => undefined
    }
    const part = this.#choice()
    if (!this.#takes(')')) throw new Invalid('a group without its end')
    ;[this.#ignoresCase, this.#dotIsAll] = before
    this.#depth--
    return part
  }

  /** False for flags that hold from here on, `(?i)`. */
  #groupOpens(): boolean {
    if (!this.#takes('?')) return true
    const [name] = /^P?<\w+>/.exec(this.#rest) ?? []
    if (name !== undefined) {
      this.#at += name.length
      return true
    }
    const [whole, flags = '', end] = /^([a-zA-Z]*(?:-[a-zA-Z]+)?)([:)])/.exec(this.#rest) ?? []
    if (whole === undefined || !/^[imsU]*(?:-[imsU]+)?$/.test(flags))
      throw new Invalid('a group of an unknown kind')
    this.#at += whole.length
    const [on = '', off = ''] = flags.split('-')
    if (on.includes('i')) this.#ignoresCase = true
    if (off.includes('i')) this.#ignoresCase = false
    if (on.includes('s')) this.#dotIsAll = true
    if (off.includes('s')) this.#dotIsAll = false
    return end === ':'
  }

  #characterClass(): Test {
    const isNegated = this.#takes('^')
    const tests: Test[] = []
    for (let first = true; first || this.#next !== ']'; first = false) tests.push(this.#member())
    this.#at++
    return (it) => tests.some((test) => test(it)) !== isNegated
  }

  #member(): Test {
    const [named, not, name = ''] = /^\[:(\^?)([a-z]+):\]/.exec(this.#rest) ?? []
    if (named !== undefined) {
      const known = Object.hasOwn(posix, name) ? posix[name] : undefined
      if (known === undefined) throw new Invalid('a class of an unknown name')
      this.#at += named.length
      return (it) => known.test(it) === (not === '')
    }
    const isClass = this.#next === '\\' && /^\\[dDwWsS]/.test(this.#rest)
    const from = this.#memberCharacter()
    if (isClass || typeof from !== 'string') return from as Test
    if (!/^-[^\]]/.test(this.#rest)) return (it) => it === from
    this.#at++
    const to = this.#memberCharacter()
    if (typeof to !== 'string' || order(to) < order(from)) throw new Invalid('a range that is none')
    return (it) => order(it) >= order(from) && order(it) <= order(to)
  }

  #memberCharacter(): string | Test {
    const character = this.#take()
    if (character !== '\\') return character
    return /^[dDwWsS]/.test(this.#rest) ? this.#escaped() : this.#escapedCharacter()
  }

  #escaped(): Test {
    const letter = this.#next ?? ''
    const known = Object.hasOwn(classes, letter.toLowerCase()) ? classes[letter.toLowerCase()] : undefined
    if (known === undefined) {
      const character = this.#escapedCharacter()
      return (it) => it === character
    }
    this.#at++
    return letter === letter.toLowerCase() ? known : (it) => !known(it)
  }

  #escapedCharacter(): string {
    const [whole, short, long] = /^x(?:([0-9A-Fa-f]{2})|\{([0-9A-Fa-f]{1,6})\})/.exec(this.#rest) ?? []
    if (whole !== undefined) {
      this.#at += whole.length
      const code = Number.parseInt(short ?? long ?? '', 16)
      if (code > 0x10ffff) throw new Invalid('no character has this number')
      return String.fromCodePoint(code)
    }
    const letter = this.#take()
    const control = Object.hasOwn(controls, letter) ? controls[letter] : undefined
    if (control !== undefined) return control
    if (/^[0-9A-Za-z]$/.test(letter)) throw new Invalid('an unknown escape')
    return letter
  }

  #folded(test: Test): Test {
    if (!this.#ignoresCase) return test
    return (it) => test(it) || test(it.toLowerCase()) || test(it.toUpperCase())
  }

  get #next(): string | undefined {
    return this.#characters[this.#at]
  }

  get #rest(): string {
    return this.#characters.slice(this.#at, this.#at + 2000).join('')
  }

  #take(): string {
    const character = this.#next
    if (character === undefined) throw new Invalid('an end that comes too early')
    this.#at++
    return character
  }

  #takes(character: string): boolean {
    if (this.#next !== character) return false
    this.#at++
    return true
  }
}

function order(character: string): number {
  return character.codePointAt(0) ?? 0
}

function one(test: Test): Part {
  return (steps) => add(steps, { test })
}

function place(at: Place): Part {
  return (steps) => add(steps, { at })
}

function add(steps: Step[], step: Step): void {
  if (steps.length >= MOST_STEPS) throw new Invalid('an expression that is too large')
  steps.push(step)
}

/** Keeps the place of a step whose target is not known yet. */
function reserve(steps: Step[]): number {
  add(steps, { to: 0 })
  return steps.length - 1
}
