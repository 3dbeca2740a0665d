import type { Listening, Refused } from '../adapters/node.ts'
import type { Simulator, SimulatorOptions } from '../index.ts'
import { CliFailure, failed, systemReason, wrongUse } from './failure.ts'
import type { Settings } from './options.ts'

/** A simulator that accepts connections. */
export interface Launched {
  readonly simulator: Simulator
  /** `http://HOST:PORT`, without a trailing slash. */
  readonly url: string
  close(): Promise<void>
}

/** Told of what never reaches the journal. */
export interface LaunchHooks {
  onServerError(error: unknown): void
  onRefused(refused: Refused): void
}

/** Where a command listens that was told nothing. */
export interface LaunchDefaults {
  readonly port: number
}

/** Builds the world and listens. Throws a CliFailure for a world, an option or an address that does not work. */
export async function launch(
  settings: Settings,
  hooks: LaunchHooks,
  defaults: LaunchDefaults,
): Promise<Launched> {
  const simulator = await prepared(settings, hooks)
  const server = await listening(simulator, settings, hooks, defaults)
  simulator.moveTo(server.url)
  return { simulator, url: server.url, close: () => server.close() }
}

/** Builds the world and does not listen. Throws a CliFailure for a world or an option that makes no sense. */
export async function prepared(settings: Settings, hooks?: LaunchHooks): Promise<Simulator> {
  const { port: _port, host: _host, log: _log, readyFile: _readyFile, fault, world, ...same } = settings
  const options: SimulatorOptions = {
    ...same,
    ...(hooks === undefined ? {} : { onServerError: hooks.onServerError }),
    ...(fault === undefined ? {} : { faults: fault }),
    ...(world === undefined ? {} : { world: await worldOf(world) }),
  }
  // Loaded only now: neither the help nor a wrong flag or file waits for the world and its words.
  const { createSimulator } = await import('../index.ts')
  return sensible(() => createSimulator(options))
}

async function worldOf(world: string): Promise<NonNullable<SimulatorOptions['world']>> {
  if (world === 'demo' || world === 'empty') return world
  const { describedIn } = await import('./world-file.ts')
  return describedIn(world)
}

// A description may be well formed and still name what it does not describe; the world says so when it is built.
function sensible<T>(build: () => T): T {
  try {
    return build()
  } catch (error) {
    if (error instanceof CliFailure) throw error
    throw wrongUse(`the world cannot be built: ${error instanceof Error ? error.message : String(error)}`)
  }
}

async function listening(
  simulator: Simulator,
  { port, host = '127.0.0.1' }: Settings,
  { onRefused, onServerError }: LaunchHooks,
  defaults: LaunchDefaults,
): Promise<Listening> {
  const { listen } = await import('../adapters/node.ts')
  const chosen = port ?? defaults.port
  try {
    return await listen((request) => simulator.respond(request), {
      port: chosen,
      host,
      onRefused,
      onError: onServerError,
    })
  } catch (error) {
    throw failed(`cannot listen on ${host}:${chosen}: ${systemReason(error)}${adviceOn(error)}`)
  }
}

function adviceOn(error: unknown): string {
  return (error as { readonly code?: string }).code === 'EADDRINUSE'
    ? '; choose another with --port, or --port 0 for any free one'
    : ''
}
