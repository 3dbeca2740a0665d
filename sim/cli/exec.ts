import { type ChildProcess, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { constants } from 'node:os'
import type { Journal } from '../control/journal.ts'
import type { JournalEntry } from '../control/journal-entry.ts'
import { apiPath } from '../control/paths.ts'
import type { Simulator } from '../index.ts'
import { firstToken } from './credentials.ts'
import { failed, systemReason, wrongUse } from './failure.ts'
import type { Io } from './io.ts'
import { type Launched, launch } from './launch.ts'
import { logTo } from './log.ts'
import type { ExecSettings } from './options.ts'
import { readyFile } from './ready-file.ts'
import { report } from './session.ts'

/** As a shell says that there is no such command, or that it cannot be run. */
const NOT_FOUND = 127
const NOT_RUNNABLE = 126

/**
 * Serves on a free port, runs a command that finds the address and an administrator's token in its environment, and
 * stops. Returns the command's exit status, 128 and the signal's number when one ended it.
 */
export async function exec(
  command: readonly string[],
  { report: wishes, output, explain, ...settings }: ExecSettings,
  io: Io,
): Promise<number> {
  const summarise = await summaryFor(wishes, settings.dialect)
  // The output belongs to the command, so the log goes to the error stream.
  const log = logTo({ out: io.err, err: io.err }, settings.log ?? 'silent')
  const ready = await readyFile(settings.readyFile)
  const hooks = {
    onServerError: log.broke,
    onRefused: log.refused,
    onReloaded: log.reloaded,
    onWarning: log.warned,
  }
  const launched = await launch(settings, hooks, { port: 0 })
  try {
    if (settings.log !== undefined && settings.log !== 'silent')
      await report(launched, log, settings.control ?? true)
    summarise?.listen(launched.simulator.journal)
    await ready.write(launched.url)
    const status = await run(command, { ...io.env, ...(await variables(launched)) }, io)
    if (explain !== undefined) io.err(await explained(launched.simulator, explain))
    if (summarise !== undefined) await printed(summarise.text(), output, io)
    return status
  } finally {
    await Promise.all([launched.close(), ready.remove()])
  }
}

/** Most requests that are explained: whoever wants more filters better. */
const EXPLAINED = 20

/** Explanations of the requests that were answered with a status. */
async function explained(simulator: Simulator, status: string): Promise<string> {
  const { explanationText } = await import('../control/explanation.ts')
  const entries = simulator.journal
    .entries({ direction: 'in', status })
    .filter(({ path }) => apiPath(path) !== path)
  const texts = entries.slice(0, EXPLAINED).map(({ id }) => {
    try {
      return explanationText(simulator.explain(id))
    } catch (error) {
      if (error instanceof RangeError) return `${error.message}\n`
      throw error
    }
  })
  const more = entries.length - texts.length
  return `${texts.join('\n')}${more > 0 ? `\nand ${more} more answered ${status}\n` : ''}`
}

/** Counts what is asked, to be told when the command has ended. */
interface Summarising {
  listen(journal: Journal): void
  text(): string
}

async function summaryFor(
  wishes: ExecSettings['report'],
  dialect: ExecSettings['dialect'],
): Promise<Summarising | undefined> {
  const [wish, other] = wishes ?? []
  if (wish === undefined) return undefined
  const { kind, file } = wish
  if (other !== undefined || file !== undefined)
    throw wrongUse('--report of exec takes one kind, and --output the file')
  const [{ contract }, { summaryKinds, summaryText, Tally }] = await Promise.all([
    import('../contract.ts'),
    import('./summary.ts'),
  ])
  const known = summaryKinds.find((candidate) => candidate === kind)
  if (known === undefined) throw wrongUse(`--report of exec is ${summaryKinds.join(', ')}, not '${kind}'`)
  const tally = new Tally(contract(dialect ?? 'specification').operations)
  let heard: Journal | undefined
  return {
    listen(journal) {
      heard = journal
      const before = journal.onRecord
      journal.onRecord = (entry) => {
        before?.(entry)
        tally.add(entry)
      }
    },
    text() {
      // Listeners hear of a call when it is answered: what still waits for that is not answered any more.
      for (const entry of heard?.entries({ direction: 'out' }) ?? []) if (isWaiting(entry)) tally.add(entry)
      return summaryText(tally.summary(), known)
    },
  }
}

function isWaiting({ status, out }: JournalEntry): boolean {
  return status === 0 && out?.failure === null
}

async function printed(text: string, output: string | undefined, io: Io): Promise<void> {
  if (output === undefined) io.err(text)
  else
    await writeFile(output, text).catch((error: unknown) => {
      throw failed(`--output: cannot write ${output}: ${systemReason(error)}`)
    })
}

/** What clients of the service read, each the name that one of them looks for. */
async function variables({
  url,
  simulator,
  certificate,
}: Launched): Promise<{ readonly [name: string]: string }> {
  const token = firstToken(simulator.world, simulator.now())
  return {
    FORGERY_URL: url,
    GITLAB_URL: url,
    CI_SERVER_URL: url,
    CI_API_V4_URL: `${url}/api/v4`,
    ...(token === undefined ? {} : { GITLAB_TOKEN: token }),
    ...(certificate === undefined ? {} : (await import('./certificate.ts')).trustVariables(certificate)),
  }
}

function run([program = '', ...args]: readonly string[], env: NodeJS.ProcessEnv, io: Io): Promise<number> {
  return new Promise((resolve, reject) => {
    // On Windows most commands (npm, npx) are batch files, which only a shell can run.
    const child = spawn(program, args, { env, stdio: 'inherit', shell: process.platform === 'win32' })
    const off = forwardSignals(child, io)
    child.on('error', (error) => {
      off()
      const { code } = error as NodeJS.ErrnoException
      io.err(
        `forgery: cannot run ${program}: ${code === 'ENOENT' ? 'there is no such command' : systemReason(error)}\n`,
      )
      if (code === 'ENOENT') resolve(NOT_FOUND)
      else if (code === 'EACCES') resolve(NOT_RUNNABLE)
      else reject(failed(`cannot run ${program}: ${systemReason(error)}`))
    })
    child.on('exit', (status, signal) => {
      off()
      resolve(status ?? 128 + (signal === null ? 0 : constants.signals[signal]))
    })
  })
}

// At a terminal Ctrl+C reaches the command by itself; sent again it would count twice.
function forwardSignals(child: ChildProcess, io: Io): () => void {
  return io.onSignal((signal) => {
    if (signal !== 'SIGINT' || !io.interactive) child.kill(signal)
  })
}
