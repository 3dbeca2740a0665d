// Serves a world to the suite as a stranger's service would be: over its URL, without a control API, knowing nothing of
// it. The world is correct, so whatever the suite says against it is a wrong alarm.
import type { AnyCheck } from '../conformance/kit/check.ts'
import type { CheckEnded } from '../conformance/run/events.ts'
import { wholePlan } from '../conformance/run/plan.ts'
import { run } from '../conformance/run/runner.ts'
import { inShard, type Shard } from '../conformance/run/shard.ts'
import { suite } from '../conformance/suite.ts'
import { NotThere } from '../conformance/targets/introduction.ts'
import { liveTarget } from '../conformance/targets/live.ts'
import type { Mode, Place, Target, Who } from '../conformance/targets/target.ts'
import type { WorldDraft } from '../fixtures/index.ts'
import { type Authority, contract, type Tier } from '../sim/contract.ts'
import { createSimulator } from '../sim/index.ts'

/** How a world is served and looked at. */
export interface Serving {
  readonly dialect: Authority
  readonly tier: Tier
  /** Whether the suite is told which dialect it is. */
  readonly told: boolean
  /** Decides who looks, and the inputs of the checks. */
  readonly seed: number
  /** Which part of the checks is run, and of how many parts. */
  readonly shard: Shard
  readonly mode?: Mode
  /** Counts requests against all limits of the service, also those that are off at first. */
  readonly rateLimits?: boolean
  /** Ids of checks, whole or up to a slash; all unless told. */
  readonly ids?: readonly string[]
}

/** What the suite said against a correct world. */
export interface Alarm {
  readonly check: string
  /** Path of the project or group; `/` at the top level. */
  readonly at: string
  readonly tokens: { readonly [who in Who]?: string }
  readonly result: CheckEnded['result']
}

export interface Outlook {
  readonly alarms: readonly Alarm[]
  /** Checks that decided something, and those that did not. */
  readonly decided: number
  readonly undecided: number
}

type Simulator = ReturnType<typeof createSimulator>
type Tokens = { readonly [who in Who]?: string }

/** What a run is given: a project to look at or a group to create everything below, and who calls. */
interface Site {
  readonly place: Place
  readonly tokens: Tokens
}

const url = 'http://127.0.0.1:8080'

/** Everything that the suite says against a world: of each project, as those who are there and as somebody else. */
export async function lookAt(world: WorldDraft, serving: Serving): Promise<Outlook> {
  const { dialect, tier, seed, mode = 'read', rateLimits = false } = serving
  const sim = createSimulator({ world: world as never, dialect, tier, rateLimits, control: false })
  const alarms: Alarm[] = []
  let [decided, undecided] = [0, 0]
  for (const { place, tokens } of mode === 'read' ? found(sim, world, seed) : siteIn(world, seed))
    for await (const { id, result } of judged(sim, serving, place, tokens)) {
      if (isAlarm(result)) alarms.push({ check: id, at: place.project ?? place.group ?? '/', tokens, result })
      if (result.kind === 'pass') decided += 1
      else undecided += 1
    }
  return { alarms, decided, undecided }
}

/** What is blocked for a reason that was read of the world says nothing against it. */
function isAlarm(result: CheckEnded['result']): boolean {
  if (result.kind === 'blocked') return !('cause' in result && result.rightly)
  return result.kind === 'fail' || result.kind === 'broken'
}

async function* judged(
  sim: Simulator,
  serving: Serving,
  place: Place,
  tokens: Tokens,
): AsyncGenerator<CheckEnded> {
  const { seed, shard, ids } = serving
  // Requests of the run before this one are not counted any more.
  sim.clock.advance(60_000)
  const target = await targetIn(sim, serving, place, tokens)
  if (target === undefined) return
  const plan = wholePlan(suite, contract(target.dialect)).filter((check) => wished(check, ids))
  const checks = inShard(plan, shard)
  for await (const event of run(checks, target, { seed, runs: 3 }))
    if (event.type === 'check-ended') yield event
}

/** The world as a service behind a URL; undefined where it is closed to whoever looks, which the suite has to say. */
async function targetIn(
  sim: Simulator,
  { dialect, told, mode = 'read' }: Serving,
  place: Place,
  tokens: Tokens,
): Promise<Target | undefined> {
  try {
    return await liveTarget({
      url,
      fetch: fetchingFrom(sim),
      tokens,
      mode,
      place,
      ...(told ? { dialect } : {}),
    })
  } catch (problem) {
    if (problem instanceof NotThere && got(sim, tokens.owner, '/user').status === 403) return undefined
    throw problem
  }
}

/** Time passes at once for whoever is told to come back later. */
function fetchingFrom(sim: Simulator): typeof globalThis.fetch {
  const send = async (input: string | URL | Request, init?: RequestInit) => {
    const reply = await sim.fetch(new Request(input, init))
    const wait = Number(reply.headers.get('retry-after'))
    if (reply.status !== 429 || !(wait > 0)) return reply
    sim.clock.advance(wait * 1000)
    const headers = new Headers(reply.headers)
    headers.set('retry-after', '0')
    return new Response(reply.body, { status: reply.status, headers })
  }
  return send as typeof globalThis.fetch
}

function wished({ id }: AnyCheck, ids: readonly string[] | undefined): boolean {
  return ids === undefined || ids.some((wish) => id === wish || id.startsWith(`${wish}/`))
}

const roleOf: { readonly [level: number]: Who } = {
  10: 'guest',
  20: 'reporter',
  30: 'developer',
  40: 'maintainer',
  50: 'owner',
}

/** Who looks: everybody by his true role, then users who are not what they are called. */
function casts(sim: Simulator, world: WorldDraft, project: string, seed: number): readonly Tokens[] {
  const names = world.users.map(({ username }) => username)
  const rightly: { [who in Who]?: string } = { admin: 'root-token' }
  for (const { username, state = 'active', admin } of world.users) {
    if (state === 'blocked') rightly.blocked ??= `${username}-token`
    if (state !== 'active' || admin) continue
    rightly[roleIn(sim, project, username)] ??= `${username}-token`
  }
  const owner = rightly.owner ?? rightly.maintainer ?? 'root-token'
  const name = owner.replace(/-token$/, '')
  const odd = {
    reader: `${name}-read-token`,
    expired: `${name}-expired-token`,
    revoked: `${name}-revoked-token`,
  }
  const any = (n: number) => `${names[(seed + n) % names.length]}-token`
  const wrongly = { owner: any(0), maintainer: any(1), stranger: any(2) }
  return [{ ...rightly, owner, ...odd }, { owner: 'root-token', developer: any(0) }, wrongly].filter(
    (_, i) => i === 0 || (seed + i) % 2 === 0,
  )
}

function got(sim: Simulator, token: string | undefined, path: string) {
  const headers = { 'private-token': token ?? '' }
  return sim.handle({ method: 'GET', url: `/api/v4${path}`, headers })
}

function roleIn(sim: Simulator, project: string, username: string): Who {
  const get = (path: string): unknown => {
    const { status, body } = got(sim, 'root-token', path)
    return status === 200 ? JSON.parse(String(body)) : undefined
  }
  const [user] = (get(`/users?username=${encodeURIComponent(username)}`) ?? []) as { readonly id: number }[]
  const at = `/projects/${encodeURIComponent(project)}/members/all/${user?.id}`
  const member = get(at) as { readonly access_level: number } | undefined
  return roleOf[member?.access_level ?? 0] ?? 'stranger'
}

/** Each project, and by whom it is looked at. */
function found(sim: Simulator, world: WorldDraft, seed: number): readonly Site[] {
  const { projects = [] } = world
  return projects.flatMap(({ path }, i) =>
    casts(sim, world, path, seed + i).map((tokens) => ({ place: { project: path }, tokens })),
  )
}

/** One of the groups that somebody active owns, or the top level, and callers whom the suite may make what they are called. */
function siteIn({ groups = [], users }: WorldDraft, seed: number): readonly Site[] {
  const active = new Set(users.filter(({ state = 'active' }) => state === 'active').map(nameOf))
  const ownerOf = ({ path }: GroupDraft) =>
    membersIn(groups, path).find(({ user, role }) => role === 'owner' && active.has(user))?.user
  const owned = groups.filter((group) => ownerOf(group) !== undefined)
  const group = owned[seed % Math.max(owned.length, 1)]
  const insiders = group === undefined ? [] : membersIn(groups, group.path).map(({ user }) => user)
  const outsiders = users
    .filter(isPlain)
    .map(nameOf)
    .filter((name) => !insiders.includes(name))
  const owner = (group === undefined ? outsiders.shift() : ownerOf(group)) ?? 'root'
  const callers: { [who in Who]?: string } = { owner }
  const roles = ['developer', 'guest', 'stranger', 'maintainer', 'reporter'] as const
  for (const [i, name] of outsiders.entries()) {
    const role = roles[i]
    if (role !== undefined) callers[role] = name
  }
  if (seed % 3 === 0) callers.admin = 'root'
  const tokens = Object.fromEntries(Object.entries(callers).map(([who, name]) => [who, `${name}-token`]))
  return [{ place: group === undefined ? {} : { group: group.path }, tokens }]
}

type GroupDraft = NonNullable<WorldDraft['groups']>[number]

/** Members of a group, of those above it and of those that it is shared with. */
function membersIn(groups: readonly GroupDraft[], path: string): NonNullable<GroupDraft['members']> {
  const above = groups.filter((group) => `${path}/`.startsWith(`${group.path}/`))
  const shared = above.flatMap(({ shares = [] }) => shares.map(({ group }) => group))
  return [path, ...shared].flatMap((it) =>
    groups.filter((group) => `${it}/`.startsWith(`${group.path}/`)).flatMap(({ members = [] }) => members),
  )
}

function isPlain({ admin, state = 'active', external }: WorldDraft['users'][number]): boolean {
  return !admin && state === 'active' && !external
}

function nameOf({ username }: WorldDraft['users'][number]): string {
  return username
}
