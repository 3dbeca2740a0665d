import type { Io } from './io.ts'
import { launch } from './launch.ts'
import { logTo } from './log.ts'
import type { ServeSettings } from './options.ts'
import { gathered } from './output/gathered.ts'
import { readyFile } from './ready/ready-file.ts'
import { report } from './session.ts'

const DEFAULT_PORT = 8080

/** Serves until a signal comes, or until standard input is closed where that ends it. Returns the exit status. */
export async function serve({ exitWithParent, ...settings }: ServeSettings, io: Io): Promise<number> {
  const ending = exitWithParent ? Promise.race([firstSignal(io), inputClosed(io)]) : firstSignal(io)
  io.onOutputLost(({ reason }) =>
    io.err(`forgery: the log cannot be written, serving goes on without it: ${reason}\n`),
  )
  const lines = gathered(io)
  const log = logTo(lines, settings.log ?? 'pretty')
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
    await ending
    return 0
  } finally {
    await Promise.all([launched.close(), ready.remove()])
    log.ended()
    lines.flush()
  }
}

function inputClosed(io: Io): Promise<void> {
  return new Promise((resolve) => io.onInputClosed(resolve))
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
