import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import type { Handler } from '../adapters/handler.ts'
import type { Certificate, Listening, Refused } from '../adapters/node.ts'
import type { Simulator, SimulatorOptions } from '../index.ts'
import { isLoopback } from '../lib/address.ts'
import type { TrustedFile } from './certificate.ts'
import { CliFailure, failed, systemReason, wrongUse } from './failure.ts'
import { flagOf, type Settings } from './options.ts'
import type { SavedFile } from './save.ts'
import { compileLate, counted } from './start/compile-late.ts'
import type { Beginning } from './world-file.ts'

/** A simulator that accepts connections. */
export interface Launched {
  readonly simulator: Simulator
  /** `http://HOST:PORT`, without a trailing slash. */
  readonly url: string
  /** File of the certificate that clients have to trust. */
  readonly certificate: string | undefined
  close(): Promise<void>
}

/** Told of what never reaches the journal. */
export interface LaunchHooks {
  onServerError(error: unknown): void
  onRefused(refused: Refused): void
  /** Told when the file of the world changed; `fault` says why it could not be taken over. */
  onReloaded?(file: string, fault?: string): void
  /** Told what works and is unsafe. */
  onWarning?(text: string): void
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
  compileLate()
  const simulator = await prepared(settings, hooks)
  // What was begun is ended, the newest first, also where the next thing fails: a server would keep the process alive.
  let saved: SavedFile | undefined
  const ends: (() => unknown)[] = [() => saved?.end()]
  const close = async () => {
    for (const end of ends.splice(0).reverse()) await end()
  }
  try {
    const trusted = await trustedFor(settings)
    ends.push(() => trusted?.remove())
    const handler = counted(await handlerOf(simulator, settings, hooks))
    const server = await listening(simulator, handler, settings, trusted?.certificate, hooks, defaults)
    ends.push(() => server.close())
    simulator.moveTo(server.url)
    if (isExposed(settings, server)) hooks.onWarning?.(EXPOSED)
    ends.push(await watching(simulator, settings, hooks))
    saved = await saving(simulator, settings, hooks)
    return { simulator, url: server.url, certificate: trusted?.file, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** What answers: the simulator, and the service behind it where there is one. */
async function handlerOf(simulator: Simulator, settings: Settings, hooks: LaunchHooks): Promise<Handler> {
  const own: Handler = (request) => simulator.respond(request)
  const { upstream, cassette } = settings
  if (upstream === undefined && cassette === undefined) {
    for (const name of ['upstreamReads', 'upstreamWrites', 'upstreamAllow'] as const)
      if (settings[name] !== undefined) throw wrongUse(`${flagOf(name)} needs --upstream or --cassette`)
    return own
  }
  const { behind } = await import('./upstream/behind.ts')
  return behind(own, settings, (reason) => hooks.onWarning?.(reason))
}

async function saving(
  simulator: Simulator,
  { save }: Settings,
  { onWarning }: LaunchHooks,
): Promise<SavedFile | undefined> {
  if (save === undefined) return undefined
  const { savedFile } = await import('./save.ts')
  return savedFile(simulator, save, (reason) => onWarning?.(reason))
}

const EXPOSED =
  'anybody who reaches this address can read and change the world through the control API: give it a token with --control-token, or switch it off with --no-control'

function isExposed({ control = true, controlToken }: Settings, { address }: Listening): boolean {
  return control && controlToken === undefined && address !== '::1' && !isLoopback(address)
}

async function trustedFor({ tls, tlsCert, host = '127.0.0.1' }: Settings): Promise<TrustedFile | undefined> {
  if (!tls && tlsCert !== undefined) throw wrongUse('--tls-cert needs --tls')
  if (!tls) return undefined
  const { certified } = await import('./certificate.ts')
  return certified(host, tlsCert)
}

async function watching(simulator: Simulator, settings: Settings, hooks: LaunchHooks): Promise<() => void> {
  const { world = [], watch } = settings
  if (!watch) return () => {}
  const watched = world.filter((one) => one !== 'demo' && one !== 'empty')
  if (watched.length === 0) throw wrongUse('--watch needs a file: --world FILE')
  const { watchPath } = await import('./watch.ts')
  const ends = watched.map((one) => watchPath(one, () => void reload(simulator, settings, one, hooks)))
  return () => {
    for (const end of ends) end()
  }
}

// A mistake in the file leaves the world as it was: the next change may mend it.
async function reload(
  simulator: Simulator,
  settings: Settings,
  changed: string,
  { onReloaded }: LaunchHooks,
): Promise<void> {
  try {
    const { world, placed } = await beginningOf(settings)
    sensible(() => simulator.reset({ world }), placed)
    onReloaded?.(changed)
  } catch (error) {
    onReloaded?.(changed, error instanceof Error ? error.message : String(error))
  }
}

/** Builds the world and does not listen. Throws a CliFailure for a world or an option that makes no sense. */
export async function prepared(settings: Settings, hooks?: LaunchHooks): Promise<Simulator> {
  const { fault, publicUrl, host, allowedHost = [] } = settings
  const { world, placed } = await beginningOf(settings)
  const options: SimulatorOptions = {
    ...withoutServing(settings),
    ...(publicUrl === undefined ? {} : { url: publicUrl }),
    allowedHosts: host === undefined || isIP(host) !== 0 ? allowedHost : [...allowedHost, host],
    ...(hooks === undefined ? {} : { onServerError: hooks.onServerError }),
    ...(fault === undefined ? {} : { faults: fault }),
    world,
  }
  // Loaded only now: neither the help nor a wrong flag or file waits for the world and its words.
  const { createSimulator } = await import('../index.ts')
  return sensible(() => createSimulator(options), placed)
}

/** What the simulator itself is told. */
function withoutServing({
  port: _port,
  host: _host,
  allowedHost: _allowedHost,
  log: _log,
  readyFile: _readyFile,
  fault: _fault,
  world: _world,
  save: _save,
  upstream: _upstream,
  upstreamToken: _upstreamToken,
  upstreamReads: _upstreamReads,
  upstreamWrites: _upstreamWrites,
  upstreamAllow: _upstreamAllow,
  cassette: _cassette,
  publicUrl: _publicUrl,
  tls: _tls,
  tlsCert: _tlsCert,
  watch: _watch,
  ...same
}: Settings) {
  return same
}

async function beginningOf({ world = [], save, seed = 1, scale = 1 }: Settings): Promise<Beginning> {
  // The file that is saved to is not there before the first run.
  const there = world.length === 1 && world[0] === save && !existsSync(save as string) ? [] : world
  if (there.length === 0) return { world: 'demo', placed: (message) => message }
  const { begunWith } = await import('./world-file.ts')
  return begunWith(there, { seed, scale })
}

// A description may be well formed and still name what it does not describe; the world says so when it is built.
function sensible<T>(build: () => T, placed: Beginning['placed']): T {
  try {
    return build()
  } catch (error) {
    if (error instanceof CliFailure) throw error
    const reason = error instanceof Error ? error.message : String(error)
    const [, place] = /^world: (.+)$/s.exec(reason) ?? []
    throw wrongUse(place === undefined ? `the world cannot be built: ${reason}` : `--world: ${placed(place)}`)
  }
}

async function listening(
  simulator: Simulator,
  handler: Handler,
  { port, host = '127.0.0.1' }: Settings,
  tls: Certificate | undefined,
  { onRefused, onServerError }: LaunchHooks,
  defaults: LaunchDefaults,
): Promise<Listening> {
  const { listen } = await import('../adapters/node.ts')
  const chosen = port ?? defaults.port
  try {
    return await listen(handler, {
      port: chosen,
      host,
      bodyLimit: (request) => simulator.bodyLimit(request),
      tls,
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
