import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { apiPath } from '../control/paths.ts'
import type { Simulator } from '../index.ts'
import { addresses, clientEnvironment, DEMO_TOKEN } from './client-environment.ts'
import { failed, systemReason, wrongUse } from './failure.ts'
import type { Io } from './io.ts'
import { type Launched, launch } from './launch.ts'
import { logTo } from './log.ts'
import type { ExecSettings, Settings } from './options.ts'
import { writeOutput } from './output/write-output.ts'
import { readyFile } from './ready/ready-file.ts'
import { report } from './session.ts'
import { canLoadLate, launchLate } from './start/launch-late.ts'
import type { Company } from './watching/company.ts'
import { watchingFor } from './watching/watching.ts'

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
    failOn: _failOn,
    faultAt,
    eachFault: _,
    jobs,
    runTimeout,
    bail,
    again,
    least: _least,
    asLeast,
    ...rest
  } = told
  if ([jobs, runTimeout, bail, again].some((given) => given !== undefined))
    throw wrongUse('--jobs, --run-timeout, --bail and --again need --each-fault')
  if (canLoadLate(told)) return atOnce(command, told, io)
  const settings = faultAt === undefined ? rest : { ...rest, fault: [faultAt, ...(rest.fault ?? [])] }
  const watching = await watchingFor(told)
  const once = (company: Company) => served(command, settings, io, company)
  const reported = async ({ simulator }: Launched, status: number) => {
    if (explain !== undefined) io.err(await explained(simulator, explain))
    if (watching === undefined) return status
    const { text, besides, failing } = watching.ended()
    if (text !== undefined) await writeOutput(text, wishes?.[0]?.file ?? output, io.err)
    io.err(`${besides}${failing}`)
    return status === 0 && failing !== '' ? 1 : status
  }
  const company = { begin: ({ simulator }: Launched) => watching?.listen(simulator), end: reported }
  if (asLeast) {
    const { asLeastOf } = await import('./least/as-least.ts')
    return asLeastOf(once, company, settings, io)
  }
  return once(company)
}

/** Runs a command against a simulator of its own. */
async function served(
  command: readonly string[],
  settings: Settings,
  io: Io,
  { begin, end }: Company,
): Promise<number> {
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
    begin(launched)
    await ready.write(launched.url)
    return await end(launched, await run(command, { ...io.env, ...(await clientEnvironment(launched)) }, io))
  } finally {
    await Promise.all([launched.close(), ready.remove()])
  }
}

/** Runs a command while its simulator loads. */
async function atOnce(command: readonly string[], settings: ExecSettings, io: Io): Promise<number> {
  const { broke: onServerError, refused: onRefused } = logTo({ out: io.err, err: io.err }, 'silent')
  const ready = await readyFile(settings.readyFile)
  const server = await launchLate(settings, { onServerError, onRefused })
  try {
    await ready.write(server.url)
    server.loadSoon()
    return await run(command, { ...io.env, ...addresses(server.url, DEMO_TOKEN) }, io)
  } finally {
    await Promise.all([server.close(), ready.remove()])
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
