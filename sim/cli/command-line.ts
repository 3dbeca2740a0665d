import { Command } from 'commander'
import { VERSION } from '../version.ts'
import { configured, settingsOf } from './flags.ts'
import type { Io } from './io.ts'
import {
  type AllSettings,
  conformOptionNames,
  docsOptionNames,
  execOptionNames,
  journalOptionNames,
  judgeOptionNames,
  type OptionName,
  openapiOptionNames,
  readyOptionNames,
  serveOptionNames,
  twinOptionNames,
  worldOptionNames,
} from './options.ts'
import { mustBeWritable } from './output/writable.ts'

/** Takes the exit status of the command that was run. */
type Ended = (status: number) => void

/** The commands of `forgery`; each loads what it needs when it is run. */
export function commandLine(io: Io, ended: Ended): Command {
  const program = styled(new Command('forgery'), io)
    .description(ABOUT)
    .version(VERSION, '-V, --version', 'prints the version')
    .enablePositionalOptions()
    .addHelpText(
      'after',
      '\nforgery COMMAND --help shows the options of a command. Without a command, options are those of serve.',
    )
  for (const add of [
    addServe,
    addExec,
    addReady,
    addConform,
    addTwin,
    addJudge,
    addJournal,
    addWorld,
    addOpenapi,
    addDocs,
  ])
    add(program, io, ended)
  return program
}

const ABOUT =
  'A deterministic simulator of a GitLab-compatible REST API v4, and a conformance suite for it and for real deployments.'

function addServe(program: Command, io: Io, ended: Ended): void {
  const about = 'serves a seeded world over HTTP (the default)'
  const command = program.command('serve', { isDefault: true }).description(about)
  carriedOut(command, serveOptionNames, io, async (settings) => {
    const { serve } = await import('./serve.ts')
    ended(await serve(settings, io))
  })
}

function addExec(program: Command, io: Io, ended: Ended): void {
  const command = program
    .command('exec')
    .description('serves on a free port while a command runs, and exits with its status')
    .usage('[options] -- COMMAND...')
    .argument('<command...>', 'the command and its arguments')
    .passThroughOptions()
  carriedOut(command, execOptionNames, io, async (settings, words) => {
    const { exec } = await import('./exec.ts')
    ended(await exec(words, settings, io))
  }).addHelpText(
    'after',
    `
The command finds FORGERY_URL, GITLAB_URL and CI_SERVER_URL (the base URL), CI_API_V4_URL (the API root) and
GITLAB_TOKEN (the token of the first administrator, root-token) in its environment.`,
  )
}

function addReady(program: Command, io: Io, ended: Ended): void {
  const command = program
    .command('ready')
    .description('tells by its status whether a server is ready: 0 once it is, 1 otherwise')
  carriedOut(command, readyOptionNames, io, async (settings) => {
    const { ready } = await import('./ready/ready.ts')
    ended(await ready(settings))
  })
}

function addConform(program: Command, io: Io, ended: Ended): void {
  const command = program
    .command('conform')
    .description('checks a simulator, or the service at a URL, against the specification')
    .argument(
      '[checks...]',
      'families of operations, such as milestones (their checks, and the laws on their operations), ids of checks, or what they begin with, such as laws/paging; * is any text (default: all); or merge, and JSON reports to join',
    )
  carriedOut(command, conformOptionNames, io, async (settings, checks) => {
    const { conform } = await import('./conform.ts')
    ended(await conform(checks, settings, io))
  })
}

function addTwin(program: Command, io: Io, ended: Ended): void {
  const command = program
    .command('twin')
    .description('plays the same generated calls on two services, and prints the first difference')
  command.argument('[families...]', 'families of operations, such as milestones (default: all)')
  carriedOut(command, twinOptionNames, io, async (settings, families) => {
    const { twin } = await import('./twin.ts')
    ended(await twin(families, settings, io))
  }).addHelpText(
    'after',
    `
It only reads (GET and HEAD, a project that both services have) unless --mode write or control is given. Then it
writes to both: it creates one group named conform-..., below --group if that is given, and everything else in it, and
removes it again, also after Ctrl-C; --clean removes what a killed comparison left.`,
  )
}

function addJudge(program: Command, io: Io, ended: Ended): void {
  const command = program
    .command('judge')
    .description(
      'judges traffic that others made, in HAR files or through a proxy, and sends nothing of its own',
    )
    .argument('[files...]', 'HAR files, as browsers and proxies save them')
  carriedOut(command, judgeOptionNames, io, async (settings, files) => {
    const { judge } = await import('./judge.ts')
    ended(await judge(files, settings, io))
  })
}

function addJournal(program: Command, io: Io, ended: Ended): void {
  const command = program
    .command('journal')
    .description('prints the requests that a running simulator answered as a script that makes them again')
  carriedOut(command, journalOptionNames, io, async (settings) => {
    const { journal } = await import('./journal.ts')
    ended(await journal(settings, io))
  }).addHelpText(
    'after',
    `
Ids that replies gave are variables. No secret is printed: the script reads it from its environment.`,
  )
}

function addWorld(program: Command, io: Io, ended: Ended): void {
  const command = program.command('world').description('prints the seeded world')
  carriedOut(command, worldOptionNames, io, async (settings) => {
    const { world } = await import('./world.ts')
    ended(await world(settings, io))
  })
}

function addOpenapi(program: Command, io: Io, ended: Ended): void {
  const command = program.command('openapi').description('prints the OpenAPI 3.1 document')
  carriedOut(command, openapiOptionNames, io, async (settings) => {
    const { openapi } = await import('./openapi.ts')
    ended(await openapi(settings, io))
  })
}

function addDocs(program: Command, io: Io, ended: Ended): void {
  const command = program
    .command('docs')
    .description(
      'lists the pages of the documentation, prints one, or writes them and the files that go with them',
    )
    .argument('[page]', 'such as testing, reference/milestones or recipes/pytest (default: all)')
  carriedOut(command, docsOptionNames, io, async (settings, [page]) => {
    const { docs } = await import('./docs/docs.ts')
    ended(await docs(page, settings, io))
  })
}

function carriedOut<Name extends OptionName>(
  command: Command,
  names: readonly Name[],
  io: Io,
  carryOut: (settings: Pick<AllSettings, Name>, words: readonly string[]) => Promise<void>,
): Command {
  return configured(styled(command, io), names).action(async () => {
    const settings = await settingsOf(command, names, io.env)
    await mustBeWritable(command.name(), settings)
    await carryOut(settings, command.args)
  })
}

// Commander prints and exits by itself unless told otherwise.
function styled(command: Command, io: Io): Command {
  return command
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: () => {} })
    .configureHelp({ helpWidth: 110, showGlobalOptions: false })
    .helpOption('-h, --help', 'prints this')
    .helpCommand(false)
}
