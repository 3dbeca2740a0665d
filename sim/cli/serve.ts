import type { Io } from './io.ts'
import { launch } from './launch.ts'
import { logTo } from './log.ts'
import type { Settings } from './options.ts'
import { readyFile } from './ready-file.ts'
import { report } from './session.ts'

const DEFAULT_PORT = 8080

/** Serves until a signal comes. Returns the exit status. */
export async function serve(settings: Settings, io: Io): Promise<number> {
  const signalled = firstSignal(io)
  io.onOutputLost(({ reason }) =>
    io.err(`forgery: the log cannot be written, serving goes on without it: ${reason}\n`),
  )
  const log = logTo(io, settings.log ?? 'pretty')
  const ready = await readyFile(settings.readyFile)
  const hooks = {
    onServerError: log.broke,
    onRefused: log.refused,
    onReloaded: log.reloaded,
    onWarning: log.warned,
  }
  const launched = await launch(settings, hooks, { port: DEFAULT_PORT })
  try {
    await report(launched, log, settings.control ?? true)
    await ready.write(launched.url)
    await signalled
    return 0
  } finally {
    await Promise.all([launched.close(), ready.remove()])
    log.ended()
  }
}

// Listened for from the start, so that a signal while the world is built is not lost; a second one ends the process.
function firstSignal(io: Io): Promise<void> {
  return new Promise((resolve) => {
    const off = io.onSignal(() => {
      off()
      resolve()
    })
  })
}
