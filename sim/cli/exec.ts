import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import type { Journal } from '../control/journal.ts'
import type { JournalEntry } from '../control/journal-entry.ts'
import { apiPath } from '../control/paths.ts'
import type { Simulator } from '../index.ts'
import { clientEnvironment } from './client-environment.ts'
import { failed, systemReason, wrongUse } from './failure.ts'
import type { Io } from './io.ts'
import { launch } from './launch.ts'
import { logTo } from './log.ts'
import type { ExecSettings } from './options.ts'
import { writeOutput } from './output/write-output.ts'
import { readyFile } from './ready/ready-file.ts'
import { report } from './session.ts'

/** As a shell says that there is no such command, or that it cannot be run. */
const NOT_FOUND = 127
const NOT_RUNNABLE = 126

/**
 * Serves on a free port, runs a command that finds the address and an administrator's token in its environment, and
 * stops. Returns the command's exit status, 128 and the signal's number when one ended it.
 */
export async function exec(command: readonly string[], told: ExecSettings, io: Io): Promise<number> {
  if (told.eachFault !== undefined) {
    const { eachFault } = await import('./each-fault/each-fault.ts')
    return eachFault(command, told, io)
  }
  const {
    report: wishes,
    output,
    explain,
    failOn,
    faultAt,
    eachFault: _,
    jobs,
    runTimeout,
    bail,
    ...rest
  } = told
  if (jobs !== undefined || runTimeout !== undefined || bail !== undefined)
    throw wrongUse('--jobs, --run-timeout and --bail need --each-fault')
  const settings = faultAt === undefined ? rest : { ...rest, fault: [faultAt, ...(rest.fault ?? [])] }
  const watching = await watchingFor(wishes, failOn, settings.dialect)
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
    watching?.listen(launched.simulator)
    await ready.write(launched.url)
    const status = await run(command, { ...io.env, ...(await clientEnvironment(launched)) }, io)
    if (explain !== undefined) io.err(await explained(launched.simulator, explain))
    if (watching === undefined) return status
    const { text, failing } = watching.ended()
    if (text !== undefined) await writeOutput(text, output, io.err)
    io.err(failing)
    return status === 0 && failing !== '' ? 1 : status
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

/** Follows what the command asks, to tell of it when it has ended. */
interface Watching {
  listen(simulator: Simulator): void
  /** The report, where one was asked for, and what makes the command fail by `--fail-on`; empty for nothing. */
  ended(): { readonly text: string | undefined; readonly failing: string }
}

async function watchingFor(
  wishes: ExecSettings['report'],
  failOn: ExecSettings['failOn'],
  dialect: ExecSettings['dialect'],
): Promise<Watching | undefined> {
  const [wish, other] = wishes ?? []
  if (wish === undefined && failOn === undefined) return undefined
  if (other !== undefined || wish?.file !== undefined)
    throw wrongUse('--report of exec takes one kind, and --output the file')
  const [{ contract }, { Tally }, { remarkLines, summaryKinds, summaryText }, { Hygiene }] =
    await Promise.all([
      import('../contract.ts'),
      import('./summary.ts'),
      import('./summary-text.ts'),
      import('./hygiene/hygiene.ts'),
    ])
  const known = summaryKinds.find((candidate) => candidate === wish?.kind)
  if (wish !== undefined && known === undefined)
    throw wrongUse(`--report of exec is ${summaryKinds.join(', ')}, not '${wish.kind}'`)
  const { operations } = contract(dialect ?? 'specification')
  const tally = new Tally(operations)
  let heard: Journal | undefined
  let hygiene: InstanceType<typeof Hygiene> | undefined
  return {
    listen(simulator) {
      const { journal } = simulator
      heard = journal
      const before = journal.onRecord
      const watched = new Hygiene(simulator, operations)
      hygiene = watched
      journal.onRecord = (entry) => {
        before?.(entry)
        tally.add(entry)
        watched.add(entry, performance.now())
      }
    },
    ended() {
      // Listeners hear of a call when it is answered: what still waits for that is not answered any more.
      for (const entry of heard?.entries({ direction: 'out' }) ?? []) if (isWaiting(entry)) tally.add(entry)
      const remarks = hygiene?.remarks() ?? []
      const text = known === undefined ? undefined : summaryText(tally.summary(remarks), known)
      const failing = remarks.filter(({ kind }) => failOn?.includes(kind))
      const lines = failing.length === 0 ? [] : ['forgery: --fail-on:', ...remarkLines(failing), '']
      return { text, failing: lines.join('\n') }
    },
  }
}

function isWaiting({ status, out }: JournalEntry): boolean {
  return status === 0 && out?.failure === null
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
