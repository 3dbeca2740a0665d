import type { JournalEntry } from '../../control/journal-entry.ts'
import { apiPath } from '../../control/paths.ts'
import type { Simulator } from '../../index.ts'
import type { Scope } from '../../model/access-tokens/token.ts'
import { type Tier, tiers } from '../../model/installation/instance.ts'
import { accessLevels } from '../../model/members/access-level.ts'
import type { World } from '../../model/world.ts'
import { type Known, operationOf } from '../../protocol/nearest.ts'
import type { Least, LeastRole } from '../../simulator/explain/least.ts'
import { outsideName } from '../outside-name.ts'

/** Something that is needed, and the operations that need it. */
export type Forced<T> = T & { readonly calls: readonly string[] }

/** The least that a run takes to be answered as it was. */
export interface LeastNeeds {
  /** By the user whose token it is; none where every call is open to anybody. */
  readonly tokens: readonly LeastToken[]
  readonly plan: Forced<{ readonly name: Tier }>
  /** Calls that were not judged: other credentials, git, and what was forgotten meanwhile. */
  readonly unjudged: readonly string[]
}

/** A role, and where it is to be granted. */
export type GrantedRole = Omit<LeastRole, 'direct'>

/** The least token of a user. */
export interface LeastToken {
  readonly user: string
  /** The calls for which its user has to be an administrator. */
  readonly administrator: readonly string[]
  readonly roles: readonly Forced<GrantedRole>[]
  readonly scopes: readonly Forced<{ readonly scope: Scope }>[]
}

/** Scopes that another one contains. */
const contained: { readonly [scope in Scope]?: readonly Scope[] } = {
  api: ['read_api', 'read_user', 'read_repository'],
  read_api: ['read_user', 'read_repository'],
}

/** Works out call by call what is needed, as they are recorded. */
export class LeastSearch {
  readonly #simulator: Simulator
  readonly #operations: readonly Known[]
  /** The world at the start: roles are granted in what is there. */
  readonly #start: World
  readonly #tokens = new Map<string, Needs>()
  readonly #plans = new Map<Tier, Set<string>>()
  readonly #unjudged = new Set<string>()
  readonly #seen = new Set<string>()

  constructor(simulator: Simulator, operations: readonly Known[]) {
    this.#simulator = simulator
    this.#operations = operations
    this.#start = simulator.snapshot().world
  }

  /** Takes an entry of the journal as it is recorded. */
  add(entry: JournalEntry): void {
    const { id, direction, itself, method, path, status } = entry
    if (direction === 'out' || itself || status === 0 || status >= 400) return
    const below = apiPath(path)
    const call =
      below === path
        ? (outsideName(entry) ?? `${method} ${path}`)
        : (operationOf(this.#operations, method, below) ?? `${method} ${below}`)
    // Requests of named worlds are in journals of their own.
    if (path.startsWith('/w/')) {
      this.#unjudged.add(call)
      return
    }
    const request = this.#simulator.journal.exchange(id)?.request
    // The same request takes the same, whenever it is made.
    const same = JSON.stringify([method, request?.url, request?.headers, String(request?.body ?? '')])
    if (this.#seen.has(same)) return
    this.#seen.add(same)
    const least = this.#leastOf(id)
    if (least === undefined) this.#unjudged.add(call)
    else this.#take(call, least)
  }

  // What is no call of the API, or is no longer kept, is not judged.
  #leastOf(id: number): Least | undefined {
    try {
      return this.#simulator.least(id)
    } catch (error) {
      if (error instanceof RangeError) return undefined
      throw error
    }
  }

  #take(call: string, least: Least): void {
    if (least.plan !== 'free') added(this.#plans, least.plan, call)
    if (least.user === null) return
    const needs = this.#tokens.get(least.user) ?? new Needs()
    this.#tokens.set(least.user, needs)
    needs.take(call, least, (place) => grantable(this.#start, place))
  }

  /** What all calls together need. */
  result(): LeastNeeds {
    const name = tiers.findLast((tier) => this.#plans.has(tier)) ?? 'free'
    return {
      tokens: [...this.#tokens].map(([user, needs]) => ({ user, ...needs.result() })),
      plan: { name, calls: [...(this.#plans.get(name) ?? [])] },
      unjudged: [...this.#unjudged],
    }
  }
}

/** What the calls with the tokens of one user need. */
class Needs {
  readonly #administrator = new Set<string>()
  readonly #roles = new Map<string, { role: GrantedRole; readonly calls: Map<string, LeastRole['role']> }>()
  readonly #scopes = new Map<Scope, Set<string>>()

  take(
    call: string,
    { administrator, roles, scopes }: Least,
    placeOf: (role: LeastRole) => Place | undefined,
  ): void {
    if (administrator) this.#administrator.add(call)
    for (const scope of scopes) added(this.#scopes, scope, call)
    for (const role of roles) {
      // What the run itself has created is nobody's to grant in: its roles come from where it was created.
      const place = placeOf(role)
      if (place !== undefined) this.#takeRole(call, { ...place, role: role.role })
    }
  }

  #takeRole(call: string, needed: GrantedRole): void {
    const key = `${needed.source} ${needed.id}`
    const known = this.#roles.get(key) ?? { role: needed, calls: new Map<string, LeastRole['role']>() }
    if (isHigher(needed.role, known.role.role)) known.role = needed
    const before = known.calls.get(call)
    if (before === undefined || isHigher(needed.role, before)) known.calls.set(call, needed.role)
    this.#roles.set(key, known)
  }

  result(): Omit<LeastToken, 'user'> {
    const scopes = [...this.#scopes].filter(
      ([scope]) => ![...this.#scopes.keys()].some((other) => contained[other]?.includes(scope)),
    )
    return {
      administrator: [...this.#administrator],
      roles: [...this.#roles.values()].map(({ role, calls }) => ({
        ...role,
        calls: [...calls].filter(([, needed]) => needed === role.role).map(([call]) => call),
      })),
      scopes: scopes.map(([scope, calls]) => ({ scope, calls: [...calls] })),
    }
  }
}

function isHigher(one: LeastRole['role'], other: LeastRole['role']): boolean {
  return accessLevels[one] > accessLevels[other]
}

function added<Key, Value>(sets: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const set = sets.get(key)
  if (set === undefined) sets.set(key, new Set([value]))
  else set.add(value)
}

type Place = Pick<LeastRole, 'source' | 'id' | 'path'>

/**
 * The project or group itself, where it was there at the start, or else the nearest group above it that was. Whoever was
 * made a member of what the run has created needs no role for that.
 */
function grantable(start: World, { source, id, path, direct }: LeastRole): Place | undefined {
  const there = source === 'project' ? start.projects.get(id) : start.groups.get(id)
  if (there !== undefined) return { source, id, path: there.fullPath }
  if (direct) return undefined
  for (let above = path; above.includes('/'); ) {
    above = above.slice(0, above.lastIndexOf('/'))
    const row = start.groups.find('byFullPath', above.toLowerCase())
    if (row !== undefined) return { source: 'group', id: row.id, path: row.fullPath }
  }
  return undefined
}

const SHOWN = 3

/** The least for people, a line for each thing that is needed. */
export function leastLines({ tokens, plan, unjudged }: LeastNeeds): string[] {
  return [
    ...(tokens.length === 0
      ? ['forgery: no token is needed: all calls that were judged are open to anybody']
      : []),
    ...tokens.flatMap(({ user, administrator, roles, scopes }) => [
      `forgery: the least token of @${user}`,
      ...(administrator.length === 0 ? [] : [`  an administrator: ${some(administrator)}`]),
      ...roles.map(({ role, path, calls }) => `  role ${role} in ${path}: ${some(calls)}`),
      ...scopes.map(({ scope, calls }) => `  scope ${scope}: ${some(calls)}`),
    ]),
    `forgery: the least plan is ${plan.name}${plan.calls.length === 0 ? '' : `: ${some(plan.calls)}`}`,
    ...unjudged.map((call) => `  not judged: ${call}`),
  ]
}

/** The first few, and how many more there are. */
export function some(calls: readonly string[]): string {
  const more = calls.length - SHOWN
  return `${calls.slice(0, SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
