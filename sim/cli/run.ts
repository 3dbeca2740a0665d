import { Command, CommanderError, Option as Flag } from 'commander'
import { VERSION } from '../version.ts'
import { closest } from './closest.ts'
import { CliFailure, wrongUse } from './failure.ts'
import type { Io } from './io.ts'
import {
  type AllSettings,
  conformOptionNames,
  defaultOf,
  flagOf,
  type Option,
  type OptionName,
  optionNames,
  options,
} from './options.ts'
import { type Given, givenIn, settle } from './settings.ts'
import { type WorldFormat, worldFormats } from './world.ts'

const EVERYTHING = optionNames
const OF_A_WORLD = ['world', 'seed', 'scale', 'tier', 'start'] as const satisfies readonly OptionName[]
const OF_A_DOCUMENT = ['dialect', 'host', 'port'] as const satisfies readonly OptionName[]

const NOTE = `
Every option is also an environment variable (--seed is FORGERY_SEED, --rate-limits FORGERY_RATE_LIMITS) and a key of
the --config file (seed, rate-limits); the flag comes before the variable, the variable before the file.`

/** Runs a command line. Returns the exit status: 0, 1 for a failure, 2 for a wrong use, or that of `exec`'s command. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  let status = 0
  const program = commands(io, (ended) => {
    status = ended
  })
  try {
    const words = asFlag(argv)
    expectCommand(
      words,
      program.commands.map((command) => command.name()),
    )
    await program.parseAsync(words, { from: 'user' })
    return status
  } catch (error) {
    if (error instanceof CommanderError)
      return error.exitCode === 0 ? 0 : complain(io, wrongUse(asLine(error.message)))
    if (error instanceof CliFailure) return complain(io, error)
    throw error
  }
}

function commands(io: Io, ended: (status: number) => void): Command {
  const program = styled(new Command('forgery'), io)
    .description(
      'A deterministic double of a GitLab-compatible REST API v4, and the suite that tells the fake from the original.',
    )
    .version(VERSION, '-V, --version', 'prints the version')
    .enablePositionalOptions()
    .addHelpText(
      'after',
      '\nforgery COMMAND --help tells the options of a command; without one, serve takes them.',
    )
  const add = (name: string, about: string, isDefault = false) =>
    styled(program.command(name, { isDefault }), io).description(about)

  configured(add('serve', 'serves a seeded world over HTTP (the default)', true), EVERYTHING)
    .addHelpText('after', NOTE)
    .action(async (_given, command: Command) => {
      const settings = await settingsOf(command, EVERYTHING, io)
      const { serve } = await import('./serve.ts')
      ended(await serve(settings, io))
    })

  configured(
    add('exec', 'runs a command against a simulator of its own, and exits with its status'),
    EVERYTHING,
  )
    .usage('[options] -- COMMAND...')
    .argument('<command...>', 'the command and its arguments')
    .passThroughOptions()
    .addHelpText('after', `${NOTE}\n\n${EXEC_NOTE}`)
    .action(async (words: readonly string[], _given, command: Command) => {
      const settings = await settingsOf(command, EVERYTHING, io)
      const { exec } = await import('./exec.ts')
      ended(await exec(words, settings, io))
    })

  configured(
    add('conform', 'checks the simulator, or the service at a URL, against the specification'),
    conformOptionNames,
  )
    .argument('[checks...]', 'checks by id or by the beginning of it, such as milestones (default: all)')
    .addHelpText('after', NOTE)
    .action(async (checks: readonly string[], _given, command: Command) => {
      const settings = await settingsOf(command, conformOptionNames, io)
      const { conform } = await import('./conform.ts')
      ended(await conform(checks, settings, io))
    })

  configured(add('world', 'prints the seeded world'), OF_A_WORLD)
    .option('--format <FORMAT>', `${worldFormats.join(', ')} (default json)`, worldFormat)
    .addHelpText('after', NOTE)
    .action(async ({ format = 'json' }: { readonly format?: WorldFormat }, command: Command) => {
      const settings = await settingsOf(command, OF_A_WORLD, io)
      const { world } = await import('./world.ts')
      ended(await world(settings, format, io))
    })

  configured(add('openapi', 'prints the OpenAPI 3.1 document'), OF_A_DOCUMENT)
    .addHelpText('after', NOTE)
    .action(async (_given, command: Command) => {
      const settings = await settingsOf(command, OF_A_DOCUMENT, io)
      const { openapi } = await import('./openapi.ts')
      ended(await openapi(settings, io))
    })
  return program
}

const EXEC_NOTE = `The command finds FORGERY_URL, GITLAB_URL and CI_SERVER_URL (the base URL), CI_API_V4_URL (the API root) and
GITLAB_TOKEN (the token of the first administrator, root-token) in its environment.`

// Commander prints and exits by itself unless told otherwise.
function styled(command: Command, io: Io): Command {
  return command
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: () => {} })
    .configureHelp({ helpWidth: 110, showGlobalOptions: false })
    .helpOption('-h, --help', 'prints this')
    .helpCommand(false)
}

function configured(command: Command, names: readonly OptionName[]): Command {
  for (const name of names) command.addOption(flagFor(name, command.name()))
  return command.option('--config <FILE>', 'file of options, JSON or YAML')
}

function flagFor(name: OptionName, command: string): Flag {
  const { value, about, repeatable } = options[name] as Option<unknown>
  const byDefault = defaultOf(name, command)
  const flag = new Flag(
    value === undefined ? flagOf(name) : `${flagOf(name)} <${value}>`,
    byDefault === undefined ? about : `${about} (default ${byDefault})`,
  )
  return repeatable ? flag.argParser((text, before: readonly string[] = []) => [...before, text]) : flag
}

async function settingsOf(command: Command, allowed: readonly OptionName[], io: Io): Promise<AllSettings> {
  const flags = flagsOf(command, allowed)
  const file: string | undefined = command.getOptionValue('config') ?? (io.env.FORGERY_CONFIG || undefined)
  return settle(
    allowed,
    flags,
    io.env,
    file === undefined ? undefined : { file, given: await configIn(file) },
  )
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

function worldFormat(given: string): WorldFormat {
  const format = worldFormats.find((candidate) => candidate === given)
  if (format !== undefined) return format
  throw wrongUse(`--format: '${given}' is unknown: use json, yaml or json-server`)
}

// `forgery help exec` is what many write for `forgery exec --help`.
function asFlag(argv: readonly string[]): readonly string[] {
  return argv[0] === 'help' ? [...argv.slice(1, 2), '--help'] : argv
}

// With a default command, commander would take a misspelt command for an argument of that one.
function expectCommand([first]: readonly string[], names: readonly string[]): void {
  if (first === undefined || first.startsWith('-') || names.includes(first)) return
  const near = closest(first, names)
  const hint = near === undefined ? `there are ${names.join(', ')}` : `did you mean ${near}?`
  throw wrongUse(`'${first}' is no command: ${hint}`)
}

function complain(io: Io, failure: CliFailure): number {
  io.err(`forgery: ${failure.message}\n`)
  return failure.exitCode
}

function asLine(message: string): string {
  return message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ')
}
