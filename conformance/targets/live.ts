import {
  type Authority,
  compareReleases,
  type Dialect,
  dialectOf,
  dialects,
  type Release,
  releaseIn,
  releases,
  type Tier,
} from '../../sim/contract.ts'
import { apiRoot } from '../kit/client.ts'
import { again, Interrupted, Skipped } from '../kit/finding.ts'
import { isRow, isRows, parseJson, type Row } from '../kit/json.ts'
import { outlasts } from '../kit/outlasting.ts'
import type { RemoteHost } from '../servers/side.ts'
import { rowsIn } from './control-rows.ts'
import { demoCredentials, withDemo } from './demo.ts'
import { type Introduction, introduced, unintroduced } from './introduction.ts'
import { DECODES_SLASHES, throughProxies } from './proxies.ts'
import type {
  Credential,
  Credentials,
  Door,
  Lag,
  Mode,
  ParentGroup,
  Place,
  Target,
  Who,
  WireClock,
  WireReply,
} from './target.ts'
import { noTraffic, type Traffic } from './traffic.ts'
import {
  counted,
  fetching,
  isAnswered,
  paced,
  patient,
  persistent,
  readsOnly,
  realTime,
  settling,
  type Wire,
} from './wire.ts'

/** How the suite reaches a base URL, and what it may do there. */
export interface LiveTargetOptions {
  /** Where the service is: with or without `/api/v4` at the end. */
  readonly url: string
  /** Tokens by caller. Without any, those of the demo world are tried. */
  readonly tokens?: { readonly [who in Who]?: string }
  /** What may be done there. Default `read`. */
  readonly mode?: Mode
  /** False leaves the installation and accounts alone; the mode `write` changes what it puts back at once. Default true. */
  readonly installation?: boolean
  /** Where to look, or where to make what is checked. */
  readonly place?: Place
  /** Overrides what the target tells about itself, its release included. */
  readonly dialect?: Dialect
  /** Which authority it has to follow. Default: its own, of a simulator; otherwise either. */
  readonly authority?: Authority
  /** By which release it is judged. Default: by the one that it tells. */
  readonly release?: Release
  readonly tier?: Tier
  /** Most requests a second; as fast as the target answers unless told. */
  readonly rate?: number
  /** Milliseconds until a call is given up; default 30,000. */
  readonly timeout?: number
  /** Sent with each request, such as what a proxy in front of the service asks for. */
  readonly headers?: { readonly [name: string]: string }
  /** Once it is aborted nobody waits any more for limits or faults of the network to pass. */
  readonly signal?: AbortSignal
  /** Sends the requests; the global `fetch` unless told. */
  readonly fetch?: typeof globalThis.fetch
  /** How time passes while somebody waits; real time unless told. */
  readonly clock?: WireClock
  /** Somebody on this machine whom the target can call, if it is on this machine as well. */
  readonly remote?: () => Promise<RemoteHost>
}

/** A target behind a base URL. Rejects when no such service answers there, or not as is asked for: `NotThere`, `Refused`. */
export async function liveTarget(options: LiveTargetOptions): Promise<Target> {
  const { url, mode = 'read', place = {} } = options
  const base = new URL(url.replace(/\/+$/, '').replace(/\/api\/v4$/, ''))
  const origin = base.href.replace(/\/$/, '')
  const traffic = noTraffic()
  const lag = { milliseconds: 0 }
  const network = networkTo(origin, options, traffic)
  // Whoever waits for the first sign of a service is told at once when there is none.
  const hasty = persistent(network, traffic, options.clock ?? realTime(), { retries: 2, pause: 100 })
  const met = await meet(origin, hasty, options)
  const { health, traits } = met
  refuseWhatFails(met, mode, place)
  const credentials = withAdministrator(met, mode)
  const parent = mode === 'read' ? undefined : await parentOf(hasty, credentials, place.group)
  if (mode === 'control' && health === undefined)
    throw new Refused('there is no control API at /_forgery, so the mode can be read or write, not control')
  const unguarded = steady(network, { traffic, lag, options, owner: credentials.owner })
  const wire = guarded(unguarded, mode)
  const seen = throughProxies(wire, traits)
  const { installation = true } = options
  const lasting = mode === 'write' && installation ? { lasting: throughProxies(unguarded, traits) } : {}
  return {
    name: origin,
    origin,
    dialect: options.dialect ?? heldTo(options, met.version, dialectIn(health)),
    mayAdd: health === undefined || health.squeeze === true,
    tier: options.tier ?? tierIn(health) ?? met.tier,
    version: met.version,
    credentials,
    quick: false,
    // What an interrupted run left behind must not stand in the way of the next one.
    // Where nothing is made there is nothing to tell apart, and names must be the same when a check is repeated.
    prefix: mode === 'write' ? `${leftoverPrefix}${Date.now().toString(36)}` : 'conform',
    mode,
    place: parent === undefined ? place : { ...place, parent },
    traffic,
    altered: traits.altered,
    ...(mode === 'control' ? {} : { lag }),
    ...(options.clock === undefined ? {} : { clock: options.clock }),
    ...(options.remote !== undefined && mode !== 'read' && isHere(base) ? { remote: options.remote } : {}),
    open: mode === 'control' ? controlledDoors(wire, seen) : async () => ({ ...plainDoor(seen), ...lasting }),
    ...(health === undefined || mode === 'read' ? {} : { takeBack: () => takeBack(wire) }),
  }
}

/** What would leave nearly nothing to try is told before anything is sent. */
function refuseWhatFails(
  { traits, createsNothing }: Introduction,
  mode: Mode,
  { project, group }: Place,
): void {
  const path = [project, group].find((named) => named?.includes('/'))
  if (traits.decodesSlashes && path !== undefined)
    throw new Refused(`${path} cannot be named by its path, since ${DECODES_SLASHES}; name it by its id`)
  if (mode !== 'read' && group === undefined && createsNothing)
    throw new Refused(
      'the owner may create no groups and no projects; give the token of a user who may, or name a group they may create in with --group',
    )
}

/** Who only reads may look at all that an administrator sees; whoever writes as one says so. */
function withAdministrator(
  { credentials, administered }: { readonly credentials: Credentials; readonly administered: boolean },
  mode: Mode,
): Credentials {
  const { owner, admin } = credentials
  const isBoth = mode === 'read' && administered && admin === undefined && owner !== undefined
  return isBoth ? { ...credentials, admin: owner } : credentials
}

/** Finds out who is there. Throws NotThere with what came back instead of a service. */
async function meet(origin: string, wire: Wire, options: LiveTargetOptions) {
  try {
    const health = await healthOf(wire)
    const credentials = await credentialsOf(wire, options, health !== undefined)
    return { health, credentials, ...(await introduced(origin, wire, credentials)) }
  } catch (problem) {
    if (problem instanceof Interrupted) throw unintroduced(origin, problem)
    throw problem
  }
}

/** The group that others are made below, as its owner reads it. */
async function parentOf(
  wire: Wire,
  { owner }: Credentials,
  group: string | undefined,
): Promise<ParentGroup | undefined> {
  if (group === undefined) return undefined
  const headers: { [name: string]: string } = owner === undefined ? {} : { 'private-token': owner.token }
  const url = `${apiRoot}/groups/${encodeURIComponent(group)}?with_projects=false`
  const { status, body } = await wire({ method: 'GET', url, headers })
  const row = status === 200 ? parseJson(body) : undefined
  if (!isRow(row))
    throw new Refused(
      `the group ${group} cannot be read (${status} ${body.slice(0, 100)}); --group names one by id or path that the owner may create groups in`,
    )
  return { id: Number(row.id), path: String(row.full_path), visibility: String(row.visibility) }
}

// What is on another machine cannot call a port of this one's own.
function isHere({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}

/** The target is there and cannot do what was asked for. */
export class Refused extends Error {}

/** Begins the names of everything that is made on a target which cannot go back. */
export const leftoverPrefix = 'conform-'

function networkTo(origin: string, options: LiveTargetOptions, traffic: Traffic): Wire {
  const { fetch = globalThis.fetch, timeout = 30_000, headers = {} } = options
  return counted(fetching({ origin, fetch, timeout, headers }), traffic)
}

interface Steadiness {
  readonly traffic: Traffic
  readonly lag: Lag
  readonly options: LiveTargetOptions
  readonly owner: Credential | undefined
}

function steady(network: Wire, { traffic, lag, options, owner }: Steadiness): Wire {
  const { rate, signal, clock = realTime(signal) } = options
  const slow = rate === undefined ? network : paced(network, rate, clock)
  const headers: { [name: string]: string } = owner === undefined ? {} : { 'private-token': owner.token }
  const version = { method: 'GET', url: `${apiRoot}/version`, headers }
  const elsewhere = () => isAnswered(slow, version)
  return settling(patient(persistent(slow, traffic, clock, { elsewhere }), traffic, clock), lag, clock)
}

// The one place that everything passes: whatever a check means to do, nothing else leaves.
function guarded(wire: Wire, mode: Mode): Wire {
  return async (request) => {
    // What fetch cannot send is a gap of the suite.
    if (request.body !== undefined && readsOnly(request))
      throw new Skipped(`a ${request.method} with a body cannot be sent with fetch`)
    if (mode === 'control') return wire(request)
    if (mode === 'read' && !readsOnly(request))
      throw new Skipped('the mode is read, and what could change something is not sent')
    const { method, url } = request
    if (url.startsWith(apiRoot) && outlasts({ method, path: url.slice(apiRoot.length) }))
      throw new Skipped('it would change an account or the installation, and the target cannot go back')
    return wire(request)
  }
}

/** What a simulator tells of itself; undefined for every other service. */
async function healthOf(wire: Wire): Promise<Row | undefined> {
  const reply = await wire({ method: 'GET', url: '/_forgery/health', headers: {} })
  const json = reply.status === 200 ? parseJson(reply.body) : undefined
  return isRow(json) && json.status !== undefined ? json : undefined
}

// Only on the release of the specification is there more than one authority.
function heldTo(
  { authority, release }: Pick<LiveTargetOptions, 'authority' | 'release'>,
  version: string | undefined,
  own: Dialect | undefined,
): Dialect | undefined {
  const isNewer = compareReleases(releaseIn(version) ?? releases[0], releases[0]) > 0
  if (release === undefined)
    return authority === undefined || (authority === 'real' && isNewer) ? own : authority
  if (release !== '15.8' || authority !== undefined) return dialectOf(authority, release)
  return isNewer ? 'real' : own
}

function dialectIn(health: Row | undefined): Dialect | undefined {
  const dialect = dialects.find((known) => known === health?.dialect)
  const release = releases.find((known) => known === health?.release)
  return dialect === undefined ? undefined : dialectOf(dialect, release)
}

function tierIn(health: Row | undefined): Tier | undefined {
  const tier = health?.tier
  return tier === 'free' || tier === 'premium' || tier === 'ultimate' ? tier : undefined
}

/** The tokens given, or those of the demo world where they open something. */
async function credentialsOf(
  wire: Wire,
  { tokens = {} }: LiveTargetOptions,
  simulated: boolean,
): Promise<Credentials> {
  const given = Object.entries(tokens).filter(([, token]) => token !== undefined && token !== '')
  const own = Object.fromEntries(given.map(([who, token]) => [who, credential(who, token)]))
  if (given.length > 0 && !simulated) return own
  return simulated || (await opens(wire, demoCredentials.admin)) ? withDemo(own) : own
}

function credential(who: string, token: string): Credential {
  return { variable: variableOf(who), token }
}

/** The environment variable that holds a caller's token: `FORGERY_TOKEN` for the owner, `FORGERY_TOKEN_GUEST`. */
export function variableOf(who: string): string {
  return who === 'owner' ? 'FORGERY_TOKEN' : `FORGERY_TOKEN_${who.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`
}

async function opens(wire: Wire, admin: Credential | undefined): Promise<boolean> {
  if (admin === undefined) return false
  const reply = await wire({ method: 'GET', url: '/api/v4/user', headers: { 'private-token': admin.token } })
  return reply.status === 200
}

function plainDoor(wire: Wire): Door {
  return { send: wire, close: async () => undefined }
}

/**
 * Doors into a served simulator. They share its one world, so each opens on the world as the first one found it, and
 * the last one to close leaves it so.
 */
function controlledDoors(wire: Wire, seen: Wire): () => Promise<Door> {
  let pristine: string | undefined
  let doors = 0
  return async () => {
    if (pristine === undefined) pristine = await takeMark(wire)
    else await restoreMark(wire, pristine)
    doors += 1
    const marks: string[] = []
    return {
      send: seen,
      mark: async () => {
        const mark = await takeMark(wire)
        marks.push(mark)
        return () => restoreMark(wire, mark)
      },
      advance: async (seconds) => {
        const body = JSON.stringify({ advance: `${seconds}s` })
        await control(wire, 'POST', '/_forgery/clock', body)
      },
      keepObjectsAt: async (endpoint) => {
        await control(wire, 'POST', '/_forgery/s3', JSON.stringify({ endpoint }))
      },
      rowsOf: async (table) => {
        const { body } = await again(() => control(wire, 'GET', `/_forgery/db/${table}`))
        return rowsIn(body, table)
      },
      close: async () => {
        for (const mark of marks.splice(0)) await dropMark(wire, mark)
        doors -= 1
        if (doors > 0 || pristine === undefined) return
        await restoreMark(wire, pristine)
        await dropMark(wire, pristine)
        pristine = undefined
      },
    }
  }
}

/** Names the snapshots of runs, so that those of a killed one are found. */
const markName = 'conform'

/** Restores the world that a killed run found, and drops its snapshots; false where there are none. */
async function takeBack(wire: Wire): Promise<boolean> {
  const reply = await wire({ method: 'GET', url: '/_forgery/snapshots', headers: {} })
  const marks = reply.status === 200 ? parseJson(reply.body) : undefined
  const own = isRows(marks) ? marks.filter(({ name }) => name === markName) : []
  const [first] = own
  if (first === undefined) return false
  await restoreMark(wire, String(first.id))
  for (const { id } of own) await dropMark(wire, String(id))
  return true
}

async function takeMark(wire: Wire): Promise<string> {
  const name = JSON.stringify({ name: markName })
  const { body } = await again(() => control(wire, 'POST', '/_forgery/snapshots', name))
  const json = parseJson(body)
  if (!isRow(json) || json.id === undefined)
    throw new Interrupted(`a snapshot has no id: ${body.slice(0, 200)}`)
  return String(json.id)
}

async function restoreMark(wire: Wire, mark: string): Promise<void> {
  await again(() => control(wire, 'POST', `/_forgery/snapshots/${mark}/restore`))
}

async function dropMark(wire: Wire, mark: string): Promise<void> {
  await again(() => control(wire, 'DELETE', `/_forgery/snapshots/${mark}`, undefined, [404]))
}

// The control API is no part of what is judged: where it fails, the suite cannot go on, and the service is not wrong.
async function control(
  wire: Wire,
  method: string,
  url: string,
  body?: string,
  accepted: readonly number[] = [],
): Promise<WireReply> {
  const headers = { 'content-type': 'application/json' }
  const reply = await wire(body === undefined ? { method, url, headers: {} } : { method, url, headers, body })
  if (reply.status >= 400 && !accepted.includes(reply.status))
    throw new Interrupted(`${method} ${url} answers ${reply.status}: ${reply.body.slice(0, 200)}`)
  return reply
}
