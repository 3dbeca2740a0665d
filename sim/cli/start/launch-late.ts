import type { Simulator } from '../../index.ts'
import { bodyLimit } from '../../smart-http/body-limit.ts'
import { failed, systemReason } from '../failure.ts'
import { type LaunchHooks, prepared } from '../launch.ts'
import type { ExecSettings, Settings } from '../options.ts'
import { compileLate, counted } from './compile-late.ts'

/** A server that has no simulator yet. */
export interface LateServer {
  /** `http://HOST:PORT`, without a trailing slash. */
  readonly url: string
  /** Loads the simulator, though nobody has asked it yet, unless the server is closed before. */
  loadSoon(): void
  /** Throws a CliFailure where the simulator could not be built. */
  close(): Promise<void>
}

/** The settings that make sense whatever they are, and take nothing but the world that is always there. */
const PLAIN: readonly (keyof ExecSettings)[] = [
  'dialect',
  'release',
  'tier',
  'seed',
  'autoWorlds',
  'hints',
  'control',
  'controlToken',
  'readyFile',
]

/** True where nothing can go wrong later on: a command must not run where the world cannot be built. */
export function canLoadLate(settings: ExecSettings): boolean {
  // A release may contradict a dialect.
  const { dialect, release } = settings
  const told = (Object.keys(settings) as (keyof ExecSettings)[]).filter(
    (name) => settings[name] !== undefined,
  )
  return told.every((name) => PLAIN.includes(name)) && (dialect === undefined || release === undefined)
}

/** A command that ends sooner, and asks for nothing, never waits for a simulator. */
const SOON_MS = 25

/**
 * Accepts connections at once, and builds the world when the first request comes, or beside the start of the command:
 * the runner of most tests takes longer to start than a simulator to load.
 */
export async function launchLate(
  settings: Settings,
  hooks: LaunchHooks,
  build: typeof prepared = prepared,
): Promise<LateServer> {
  const { listen } = await import('../../adapters/node.ts')
  let simulator: Simulator | undefined
  let loading: Promise<Simulator> | undefined
  const load = () => {
    if (loading === undefined) {
      compileLate()
      loading = build(settings, hooks).then((built) => {
        built.moveTo(server.url)
        simulator = built
        return built
      })
    }
    return loading
  }
  const server = await listen(
    // Those that come meanwhile are served in the order in which they came.
    counted((request) => simulator?.respond(request) ?? load().then((loaded) => loaded.respond(request))),
    {
      bodyLimit: (request) => bodyLimit(request, settings.maxPush),
      onRefused: hooks.onRefused,
      onError: hooks.onServerError,
    },
  ).catch((error: unknown) => {
    throw failed(`cannot listen on 127.0.0.1: ${systemReason(error)}`)
  })
  let timer: NodeJS.Timeout | undefined
  return {
    url: server.url,
    loadSoon() {
      // What goes wrong is told to whoever asks, and at the end.
      timer = setTimeout(() => void load().catch(() => {}), SOON_MS)
    },
    async close() {
      clearTimeout(timer)
      await server.close()
      if (loading !== undefined) await loading
    },
  }
}
