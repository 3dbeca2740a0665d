import { dialectOf } from '../lib/dialect.ts'
import { closest } from '../protocol/closest.ts'
import { wrongUse } from './failure.ts'
import type { Option } from './option.ts'
import {
  type AllSettings,
  allOptionNames,
  flagOf,
  kebab,
  type OptionName,
  options,
  variableOf,
} from './options.ts'

/** Texts of options by name, from one place; several for an option that repeats. */
export type Given = { readonly [name in OptionName]?: string | readonly string[] }

/** What a place calls an option: `--port`, `FORGERY_PORT`, `port in forgery.yaml`. */
type Called = (name: OptionName) => string

/**
 * The settings of a command: a flag before an environment variable before the configuration file. An empty variable
 * counts as missing. Throws a CliFailure that says where a wrong value comes from.
 */
export function settle(
  allowed: readonly OptionName[],
  flags: Given,
  env: { readonly [name: string]: string | undefined },
  config: { readonly file: string; readonly given: Given } | undefined,
): AllSettings {
  const settings: { [name: string]: unknown } = {}
  for (const name of allowed) {
    const variable = env[variableOf(name)] || undefined
    if (flags[name] !== undefined) settings[name] = read(name, flags[name], flagOf)
    else if (variable !== undefined) settings[name] = read(name, variable, variableOf)
    else if (config?.given[name] !== undefined)
      settings[name] = read(name, config.given[name], (key) => `${kebab(key)} in ${config.file}`)
  }
  agree(settings)
  return settings
}

/** Throws a CliFailure for a release that the dialect does not describe. */
function agree({ dialect, release, against }: AllSettings): void {
  for (const [flag, told] of Object.entries({ release, against })) {
    try {
      dialectOf(dialect, told)
    } catch (error) {
      if (error instanceof RangeError) throw wrongUse(`--${flag}: ${error.message}`)
      throw error
    }
  }
}

/** The options in the object of a configuration file. Throws a CliFailure for a key that is none. */
export function givenIn(file: string, content: unknown): Given {
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw wrongUse(`--config: ${file} must hold an object of options, for example {"port": 8080, "seed": 2}`)
  const given: { [name: string]: string | readonly string[] } = {}
  for (const [key, value] of Object.entries(content)) {
    const name = allOptionNames.find((candidate) => kebab(candidate) === key)
    if (name === undefined) throw wrongUse(unknownKey(file, key))
    given[name] = Array.isArray(value)
      ? value.map((item) => plainText(file, key, item))
      : plainText(file, key, value)
  }
  return given
}

function read(name: OptionName, given: string | readonly string[], called: Called): unknown {
  const { repeatable, read: reader } = options[name] as Option<unknown>
  const texts = typeof given === 'string' ? [given] : given
  if (!repeatable && texts.length !== 1)
    throw wrongUse(`${called(name)} takes one value, not ${texts.length}`)
  try {
    const values = texts.map(reader)
    return repeatable ? values : values[0]
  } catch (error) {
    if (error instanceof RangeError) throw wrongUse(`${called(name)}: ${error.message}`)
    throw error
  }
}

function plainText(file: string, key: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value)
  throw wrongUse(
    `--config: ${key} in ${file} must be a text, a number or true or false, not ${JSON.stringify(value)}`,
  )
}

function unknownKey(file: string, key: string): string {
  const near = closest(key, allOptionNames.map(kebab))
  return `--config: ${file} has the unknown key '${key}'${near === undefined ? '' : ` (did you mean ${near}?)`}`
}
