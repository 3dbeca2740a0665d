import type { WorldDraft } from '../../fixtures/index.ts'
import type { FaultRule } from '../control/faults.ts'
import { parseHooks } from '../control/hook-delivery.ts'
import type { SavedState } from '../control/saved/saved-state.ts'
import { type Authority, dialectOf, dialects } from '../lib/dialect.ts'
import {
  type OutboundCall,
  type OutboundPolicy,
  outboundPolicies,
  type RemoteReply,
} from '../lib/outbound.ts'
import { type Release, releases } from '../lib/releases/release.ts'
import { hostName } from '../lib/url.ts'
import { type Tier, tiers } from '../model/installation/instance.ts'
import { duration } from '../time/clock.ts'

/** A seeded world by name, a description of one's own, or what `save` wrote of a simulator. */
export type WorldChoice = 'demo' | 'empty' | WorldDraft | SavedState

export interface SimulatorOptions {
  /** Whole number that everything generated and drawn depends on. Default 1. */
  readonly seed?: number
  /** Default `demo`. */
  readonly world?: WorldChoice
  /** Multiplies the generated part of the demo world. Default 1. */
  readonly scale?: number
  /** Plan of the installation. Default `ultimate`. */
  readonly tier?: Tier
  /** Which authority is followed where specification and real service contradict each other. Default `specification`. */
  readonly dialect?: Authority
  /**
   * The release of the service that is imitated. Default `15.8`, that of the specification; with a newer one the real
   * service is followed, so `dialect` can only be `real` then.
   */
  readonly release?: Release
  /** `tick` (default), `tick:DURATION`, `real`, `xN` or `frozen`. */
  readonly clock?: string
  /** Virtual time at the start, ISO 8601. Default 2024-01-01T00:00:00Z. */
  readonly start?: string
  /** Scheme, host and port that links carry. Default `http://127.0.0.1:8080`; `listen` puts its own address here. */
  readonly url?: string
  /**
   * Counts requests against all limits that the settings of the installation hold. Default false: then only those for
   * all requests count, once somebody has switched them on.
   */
  readonly rateLimits?: boolean
  /** Whether impersonation tokens let anybody in. Default true, or what the world says. */
  readonly impersonation?: boolean
  /** How long other operations act on what the settings were, a duration or milliseconds. Default 60s; 0 for no time. */
  readonly settingsCache?: string | number
  /** Serves the control API at `/_forgery`. Default true. */
  readonly control?: boolean
  /** Secret that the control API then asks for. */
  readonly controlToken?: string
  /**
   * Host names for which the control API is served, besides addresses, `localhost` and the host of `url`. Pages of these
   * hosts may call it; pages of all others are refused. Asked only of what comes over a connection, and not with a token.
   */
  readonly allowedHosts?: readonly string[]
  /**
   * Lets a request with a header `X-Forgery-World` that names no world begin it, as the default world stands. Of these
   * worlds 1,000 are kept, each until it was idle for a day. Default false: 404.
   */
  readonly autoWorlds?: boolean
  /** Rules of `/_forgery/faults` in force from the start. */
  readonly faults?: readonly FaultRule[]
  /**
   * Delay of every reply in wall time: a duration or milliseconds, two durations between which each is drawn
   * (`50ms..200ms`), or a profile: `lan`, `wan`, `mobile`, `slow`. Default 0.
   */
  readonly latency?: string | number
  /**
   * How webhooks are delivered, by seed: `delay=1s..1h,duplicate=0.1,shuffle,drop=0.05,disable`, each optional. Without
   * `shuffle` they stay in order; `disable` disables those whose receivers fail. Default: at once, once, in order.
   */
  readonly hooks?: string
  /**
   * A legal but inconvenient world, by seed: two rows a page, nulls, emoji and 255 characters in texts, odd fractions of
   * times, ids of new rows above 2^31, unknown attributes, attributes and lists in another order, header names in lower
   * case. Default false.
   */
  readonly squeeze?: boolean
  /** Which hosts calls of the simulator itself may reach: this machine's own (default), none, or any. */
  readonly outbound?: OutboundPolicy
  /** Answers those calls instead of the network, whatever the policy; `handle` needs an answer that is no promise. */
  readonly remoteHost?: (call: OutboundCall) => RemoteReply | Promise<RemoteReply>
  /** Store of objects that answers imports from S3 instead of the cloud, for example `http://127.0.0.1:9000`. */
  readonly s3Endpoint?: string
  /** Most bytes that a git client may push at once; more is answered with 413. Default 256 MiB. */
  readonly maxPush?: number
  /**
   * Most bytes that were deleted or overwritten since a request for which the journal can go back to just before it.
   * Default 64 MiB.
   */
  readonly maxHistory?: number
  /** Adds a header `X-Forgery-Hint` to replies 400, 401, 403, 404 and 405: the reason in one sentence. Default false. */
  readonly hints?: boolean
  /** Told of each unexpected error; the client gets 500 and the world stays as it was. */
  readonly onServerError?: (error: unknown) => void
}

/** Offsets in a pack are kept in 31 bits. */
const LARGEST_PUSH = 2 ** 31 - 1

/** Throws a RangeError that names the first option that makes no sense, and what would make sense. */
export function refuseInvalidOptions(options: SimulatorOptions): void {
  const { seed, scale, tier, dialect, release, world, url, outbound, s3Endpoint, settingsCache } = options
  const { maxPush, maxHistory } = options
  for (const host of options.allowedHosts ?? []) hostName(host)
  if (seed !== undefined && !Number.isSafeInteger(seed))
    throw new RangeError(`seed ${seed} is invalid: use a whole number`)
  if (scale !== undefined && !(Number.isSafeInteger(scale) && scale >= 0))
    throw new RangeError(`scale ${scale} is invalid: use a whole number from 0`)
  if (tier !== undefined && !tiers.includes(tier))
    throw new RangeError(`tier '${tier}' is unknown: use ${tiers.join(', ')}`)
  if (dialect !== undefined && !dialects.includes(dialect))
    throw new RangeError(`dialect '${dialect}' is unknown: use ${dialects.join(' or ')}`)
  if (release !== undefined && !releases.includes(release))
    throw new RangeError(`release '${release}' is unknown: use ${releases.join(', ')}`)
  dialectOf(dialect, release)
  if (typeof world === 'string') worldNamed(world)
  if (maxPush !== undefined && !(Number.isSafeInteger(maxPush) && maxPush >= 0 && maxPush <= LARGEST_PUSH))
    throw new RangeError(`maxPush ${maxPush} is invalid: use a whole number of bytes up to ${LARGEST_PUSH}`)
  if (maxHistory !== undefined && !(Number.isSafeInteger(maxHistory) && maxHistory >= 0))
    throw new RangeError(`maxHistory ${maxHistory} is invalid: use a whole number of bytes`)
  if (settingsCache !== undefined) duration(settingsCache)
  if (options.hooks !== undefined) parseHooks(options.hooks)
  if (outbound !== undefined && !outboundPolicies.includes(outbound))
    throw new RangeError(`outbound '${outbound}' is unknown: use ${outboundPolicies.join(', ')}`)
  if (s3Endpoint !== undefined && !/^https?:\/\/[^/?#]+/.test(s3Endpoint))
    throw new RangeError(
      `s3Endpoint '${s3Endpoint}' is invalid: use scheme, host and port, for example http://127.0.0.1:9000`,
    )
  if (url !== undefined && !/^https?:\/\/[^/?#]+/.test(url))
    throw new RangeError(
      `url '${url}' is invalid: use scheme, host and port, for example http://127.0.0.1:8080`,
    )
}

/** The seeded world of that name. Throws a RangeError where there is none. */
export function worldNamed(name: string): 'demo' | 'empty' {
  if (name === 'demo' || name === 'empty') return name
  throw new RangeError(`world '${name}' is unknown: use demo or empty`)
}
