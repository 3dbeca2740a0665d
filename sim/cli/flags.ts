import { type Command, Option as Flag } from 'commander'
import type { Io } from './io.ts'
import type { Option } from './option.ts'
import { type AllSettings, defaultOf, flagOf, type OptionName, options } from './options.ts'
import { type Given, givenIn, settle } from './settings.ts'

const NOTE = `
Every option is also an environment variable (--seed is FORGERY_SEED, --rate-limits FORGERY_RATE_LIMITS) and a key of
the --config file (seed, rate-limits); a flag overrides its variable, and a variable the file.`

/** Gives a command the flags of these options, and `--config`. */
export function configured(command: Command, names: readonly OptionName[]): Command {
  for (const name of names) command.addOption(flagFor(name, command.name()))
  return command
    .option('--config <FILE>', 'reads options from a file, JSON or YAML')
    .addHelpText('after', NOTE)
}

function flagFor(name: OptionName, command: string): Flag {
  const { value, about, repeatable, withoutValue } = options[name] as Option<unknown>
  const byDefault = defaultOf(name, command)
  const flag = new Flag(
    value === undefined ? flagOf(name) : `${flagOf(name)} ${withoutValue ? `[${value}]` : `<${value}>`}`,
    byDefault === undefined ? about : `${about} (default ${byDefault})`,
  )
  if (withoutValue !== undefined) flag.preset(withoutValue)
  return repeatable ? flag.argParser((text, before: readonly string[] = []) => [...before, text]) : flag
}

/** What a command was told by flags, environment and configuration file. Throws a CliFailure for what is wrong. */
export async function settingsOf<Name extends OptionName>(
  command: Command,
  names: readonly Name[],
  env: Io['env'],
): Promise<Pick<AllSettings, Name>> {
  const flags = flagsOf(command, names)
  const file: string | undefined = command.getOptionValue('config') ?? (env.FORGERY_CONFIG || undefined)
  return settle(names, flags, env, file === undefined ? undefined : { file, given: await configIn(file) })
}

// A negated flag has a value before anybody gives it; only what was written counts.
function flagsOf(command: Command, allowed: readonly OptionName[]): Given {
  const written = allowed.filter((name) => command.getOptionValueSource(name) === 'cli')
  return Object.fromEntries(
    written.map((name) => {
      const value = command.getOptionValue(name) as string | readonly string[] | boolean
      return [name, typeof value === 'boolean' ? (value ? 'on' : 'off') : value]
    }),
  )
}

async function configIn(file: string): Promise<Given> {
  const { readDocument } = await import('./document.ts')
  return givenIn(file, await readDocument('--config', file))
}
