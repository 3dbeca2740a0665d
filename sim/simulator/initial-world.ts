import { demoWorld, descriptionSteps, emptyWorldDescription, type WorldDraft } from '../../fixtures/index.ts'
import type { ResetChoice } from '../control/controlled.ts'
import { parseHooks } from '../control/hook-delivery.ts'
import { isSavedState, readSteps, type SavedState, type Snapshot } from '../control/saved/saved-state.ts'
import { readLines } from '../control/saved/state-lines.ts'
import { dialectOf, versionOf } from '../lib/dialect.ts'
import type { Steps } from '../lib/steps.ts'
import { isReleased } from '../model/installation/released.ts'
import { type LoadOptions, loadSteps } from '../model/load.ts'
import { laterImportSources } from '../model/settings/attributes.ts'
import { presetSettings } from '../model/settings/in-force.ts'
import type { World } from '../model/world.ts'
import type { Instant } from '../time/calendar.ts'
import { type ClockMark, duration, instant, parseClockMode } from '../time/clock.ts'
import { refuseInvalidOptions, type SimulatorOptions, type WorldChoice, worldNamed } from './options.ts'
import { oddTime, squeezeWorld } from './squeeze/squeezed-world.ts'

/** The seed and the world that a simulator was last told to begin with. */
export interface Choice {
  readonly seed: number
  readonly world: WorldChoice
}

interface Circumstances {
  readonly options: SimulatorOptions
  /** Scheme, host and port that links carry. */
  readonly url: string
  /** The demo world as lines that the build wrote down; undefined where there is none. */
  readonly prepared: () => Uint8Array | undefined
}

/** The limits on requests that the service itself has switched off at first. */
const requestLimits = { throttle_authenticated_api_enabled: true, throttle_unauthenticated_api_enabled: true }

/** The choice with what a reset changes in it. Throws a RangeError for a seed or a world that is unknown. */
export function changedChoice(choice: Choice, to: ResetChoice): Choice {
  const world = to.world === undefined ? choice.world : chosenWorld(to.world)
  const seed = to.seed ?? choice.seed
  refuseInvalidOptions({ seed })
  return seed === choice.seed && world === choice.world ? choice : { seed, world }
}

function chosenWorld(world: NonNullable<ResetChoice['world']>): WorldChoice {
  // What it holds is looked at when it is built.
  return typeof world === 'string' ? worldNamed(world) : (world as WorldDraft | SavedState)
}

/** The world as it is before the first request, step by step. Throws a RangeError for a description that makes no sense. */
export function* initialSteps({ seed, world }: Choice, circumstances: Circumstances): Steps<Snapshot> {
  const { options } = circumstances
  if (isSavedState(world)) return resumed(yield* readSteps(world), seed, circumstances)
  if (typeof world !== 'string') {
    const loaded = yield* loadedFrom(world, loadingOf(seed, circumstances))
    return begun(shaped(loaded, options), seed, circumstances)
  }
  const { scale = 1, tier, start, rateLimits, s3Endpoint, settingsCache, impersonation } = options
  const shape = [world, seed, scale, tier, start, rateLimits, s3Endpoint, settingsCache, impersonation]
  const key = JSON.stringify(shape)
  const kept = built.get(key)
  const snapshot = kept ?? (yield* named(world, seed, circumstances))
  // Only those that tests begin with again and again; the latest of them.
  if (kept === undefined && scale === 1) {
    built.set(key, snapshot)
    const [oldest = ''] = built.keys()
    if (built.size > MOST_BUILT) built.delete(oldest)
  }
  return begun({ ...snapshot, world: snapshot.world.fork() }, seed, circumstances)
}

// Newer installations begin without import sources; a description that switches migrations on means imports, too.
function begun(snapshot: Snapshot, seed: number, circumstances: Circumstances): Snapshot {
  const initial = resumed(snapshot, seed, circumstances)
  const { stored } = initial.world.settings.require(1)
  if (
    stored.bulk_import_enabled === true &&
    !Object.hasOwn(stored, 'import_sources') &&
    isReleased(initial.world, 'settings#later-import-sources-default')
  )
    presetSettings(initial.world, { import_sources: laterImportSources })
  return initial
}

// A fork costs nothing, and what is kept is never written to.
const built = new Map<string, Snapshot>()
const MOST_BUILT = 8

function* named(world: 'demo' | 'empty', seed: number, circumstances: Circumstances): Steps<Snapshot> {
  const { options, prepared } = circumstances
  const written = isUsual(options, seed, world) ? prepared() : undefined
  if (written !== undefined) return readLines(written)
  const description =
    world === 'demo' ? demoWorld({ seed, scale: options.scale ?? 1 }) : emptyWorldDescription()
  return shaped(yield* loadSteps(description, loadingOf(seed, circumstances)), options)
}

function loadingOf(seed: number, { options, url }: Circumstances): LoadOptions {
  const { tier = 'ultimate', s3Endpoint } = options
  return { seed, tier, url, start: startOf(options), s3Endpoint }
}

function shaped(world: World, options: SimulatorOptions): Snapshot {
  const { rateLimits, settingsCache, impersonation } = options
  if (rateLimits) presetSettings(world, requestLimits)
  if (impersonation !== undefined) world.instance.update(1, { impersonation })
  if (settingsCache !== undefined) world.instance.update(1, { settingsCache: duration(settingsCache) })
  const clock: ClockMark = { mode: parseClockMode('tick'), now: startOf(options) }
  return { world, clock, requests: 0 }
}

// What was kept has its clock and time, unless the options say otherwise.
function resumed(
  { world, clock, requests }: Snapshot,
  seed: number,
  { options, url }: Circumstances,
): Snapshot {
  const { clock: mode, start, hooks, squeeze, dialect, release } = options
  const told: ClockMark = {
    mode: mode === undefined ? clock.mode : parseClockMode(mode),
    now: oddWhere(squeeze === true && start === undefined, start === undefined ? clock.now : instant(start)),
  }
  world.instance.update(1, { url, version: versionOf(dialectOf(dialect, release)) })
  // What was saved of a squeezed world is squeezed already.
  const squeezing = squeeze === true && world.instance.require(1).pageSize === undefined
  if (squeezing) squeezeWorld(world, seed)
  if (hooks !== undefined) {
    const { disable, ...delivery } = parseHooks(hooks)
    world.instance.update(1, { hookDelivery: { ...delivery, seed } })
    if (disable) world.serviceFlags.put({ id: 'auto_disabling_web_hooks', on: true })
  }
  return { world, clock: told, requests }
}

function oddWhere(squeezed: boolean, at: Instant): Instant {
  return squeezed ? oddTime(at) : at
}

function startOf({ start }: SimulatorOptions): Instant {
  return instant(start ?? '2024-01-01T00:00:00Z')
}

// A description may be well formed and still name what it does not describe.
function* loadedFrom(draft: WorldDraft, options: LoadOptions): Steps<World> {
  try {
    return yield* loadSteps(yield* descriptionSteps(draft), options)
  } catch (error) {
    throw new RangeError(`world: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** True where no option shapes the world, so that it begins as the one that the build wrote down. */
function isUsual(
  {
    scale = 1,
    tier = 'ultimate',
    start,
    rateLimits,
    s3Endpoint,
    settingsCache,
    impersonation,
  }: SimulatorOptions,
  seed: number,
  world: WorldChoice,
): boolean {
  const shaped = [start, rateLimits || undefined, s3Endpoint, settingsCache, impersonation]
  return (
    world === 'demo' &&
    seed === 1 &&
    scale === 1 &&
    tier === 'ultimate' &&
    shaped.every((value) => value === undefined)
  )
}
