import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { firstToken } from './credentials.ts'
import { failed, systemReason } from './failure.ts'
import type { Io } from './io.ts'
import { type Launched, launch } from './launch.ts'
import { logTo } from './log.ts'
import type { Settings } from './options.ts'
import { readyFile } from './ready-file.ts'
import { report } from './session.ts'

/** As a shell says that there is no such command, or that it cannot be run. */
const NOT_FOUND = 127
const NOT_RUNNABLE = 126

/**
 * Serves on a free port, runs a command that finds the address and an administrator's token in its environment, and
 * stops. Returns the command's exit status, 128 and the signal's number when one ended it.
 */
export async function exec(command: readonly string[], settings: Settings, io: Io): Promise<number> {
  // The output belongs to the command, so the log goes to the error stream.
  const log = logTo({ out: io.err, err: io.err }, settings.log ?? 'silent')
  const ready = await readyFile(settings.readyFile)
  const hooks = { onServerError: log.broke, onRefused: log.refused }
  const launched = await launch(settings, hooks, { port: 0 })
  try {
    if (settings.log !== undefined && settings.log !== 'silent')
      await report(launched, log, settings.control ?? true)
    await ready.write(launched.url)
    return await run(command, { ...io.env, ...variables(launched) }, io)
  } finally {
    await Promise.all([launched.close(), ready.remove()])
  }
}

/** What clients of the service read, each the name that one of them looks for. */
function variables({ url, simulator }: Launched): { readonly [name: string]: string } {
  const token = firstToken(simulator.world, simulator.now())
  return {
    FORGERY_URL: url,
    GITLAB_URL: url,
    CI_SERVER_URL: url,
    CI_API_V4_URL: `${url}/api/v4`,
    ...(token === undefined ? {} : { GITLAB_TOKEN: token }),
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
