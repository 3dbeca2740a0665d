import type { Scope, Token } from '../../model/access-tokens/token.ts'
import { type Tier, tiers } from '../../model/installation/instance.ts'
import type { Role } from '../../model/members/access-level.ts'
import type { User } from '../../model/users/user.ts'
import { directMember } from '../../policy/roles.ts'
import { personalKinds } from '../../policy/tokens.ts'
import { type Asked, attempt, type Outcome } from './attempt.ts'
import { enrol, reduce } from './grants.ts'
import { type Place, placesOf } from './places.ts'
import { tokenOf, unsigned } from './remedies.ts'

/** A role that a request takes in a project or group. */
export interface LeastRole {
  readonly source: Place['source']
  readonly id: number
  readonly path: string
  readonly role: Exclude<Role, 'none'>
  /** Whether the user was a direct member there, as whoever creates a group is. */
  readonly direct: boolean
}

/** The least that a request takes to be answered as it was. */
export interface Least {
  /** Name of the token's user; null for a request that anybody may make, signed in or not. */
  readonly user: string | null
  /** Whether its user has to be an administrator; roles do not help then. */
  readonly administrator: boolean
  readonly roles: readonly LeastRole[]
  readonly scopes: readonly Scope[]
  readonly plan: Tier
}

/** What a user is given in a trial. */
interface Grant {
  readonly administrator: boolean
  readonly roles: ReadonlyMap<string, Role>
  readonly scopes: readonly Scope[]
  readonly plan: Tier
}

const roles: readonly Role[] = ['none', 'guest', 'reporter', 'developer', 'maintainer', 'owner']

/** Sets of scopes, those that open less first. */
const scopeSets: readonly (readonly Scope[])[] = [
  ['read_user'],
  ['read_repository'],
  ['read_api'],
  ['api'],
  ['api', 'admin_mode'],
  ['api', 'sudo'],
  ['api', 'sudo', 'admin_mode'],
]

/**
 * Looks for the least that lets a request pass as it did, by taking away one thing after the other: the credential, the
 * administrator, roles, scopes, the plan. Undefined for a request that was refused or has a credential of another kind.
 */
export function leastFor(asked: Asked): Least | undefined {
  const outcome = attempt(asked)
  if (outcome.status >= 400) return undefined
  const plan = asked.world.instance.require(1).tier
  const none = {
    user: null,
    administrator: false,
    roles: [],
    scopes: [],
    plan: 'free',
  } as const
  const anybody = attempt({ ...asked, request: unsigned(asked.request) })
  const token = tokenOf(asked.world, outcome)
  if (token === undefined) return { ...none, plan: leastPlan(asked, outcome, plan) }
  const user = asked.world.users.get(token.userId ?? 0)
  if (user === undefined || !(personalKinds.includes(token.kind) || token.kind === 'oauth')) return undefined
  if (isAlike(anybody, outcome) && sameText(anybody, outcome))
    return { ...none, plan: leastPlan({ ...asked, request: unsigned(asked.request) }, outcome, plan) }
  return new Search(asked, outcome, user, token).least(plan)
}

/** Takes away one thing after the other, as long as the reply stays alike. */
class Search {
  readonly #asked: Asked
  readonly #outcome: Outcome
  readonly #user: User
  readonly #token: Token
  readonly #places: readonly Place[]

  constructor(asked: Asked, outcome: Outcome, user: User, token: Token) {
    this.#asked = asked
    this.#outcome = outcome
    this.#user = user
    this.#token = token
    this.#places = placesOf(asked.world, outcome.stations)
  }

  least(plan: Tier): Least {
    const owner = new Map(this.#places.map((place) => [keyOf(place), 'owner' as const]))
    let grant: Grant = { administrator: false, roles: owner, scopes: this.#token.scopes, plan }
    if (!this.#passes(grant)) grant = { ...grant, administrator: true, roles: new Map() }
    else
      for (const place of this.#places)
        grant = this.#first(grant, roles, (role, { roles: given }) => ({
          roles: new Map([...given, [keyOf(place), role]]),
        }))
    grant = this.#first(grant, scopeSets, (scopes) => ({ scopes }))
    grant = this.#first(grant, tiers, (tier) => ({ plan: tier }))
    return {
      user: this.#user.username,
      administrator: grant.administrator,
      roles: this.#places.flatMap((place) => {
        const role = grant.roles.get(keyOf(place)) ?? 'none'
        const { source, row } = place
        const direct = directMember(this.#asked.world, source, row.id, this.#user) !== undefined
        return role === 'none' ? [] : [{ source, id: row.id, path: row.fullPath, role, direct }]
      }),
      scopes: grant.scopes,
      plan: grant.plan,
    }
  }

  /** With the first of some values that suffices; as it is where none of them does. */
  #first<T>(grant: Grant, values: readonly T[], put: (value: T, grant: Grant) => Partial<Grant>): Grant {
    const found = values.find((value) => this.#passes({ ...grant, ...put(value, grant) }))
    return found === undefined ? grant : { ...grant, ...put(found, grant) }
  }

  #passes(grant: Grant): boolean {
    return isAlike(this.#attempted(grant), this.#outcome, this.#places.length > 0)
  }

  #attempted({ administrator, roles: given, scopes, plan }: Grant): Outcome {
    const world = this.#asked.world.fork()
    world.instance.update(1, { tier: plan })
    world.tokens.update(this.#token.id, { scopes })
    reduce(world, this.#user, administrator)
    for (const place of this.#places) {
      const role = given.get(keyOf(place)) ?? 'none'
      if (role !== 'none') enrol(world, this.#user.id, place.source, place.row.id, role, this.#asked.now)
    }
    return attempt({ ...this.#asked, world })
  }
}

function leastPlan(asked: Asked, outcome: Outcome, plan: Tier): Tier {
  const enough = tiers.find((tier) => {
    const world = asked.world.fork()
    world.instance.update(1, { tier })
    return isAlike(attempt({ ...asked, world }), outcome)
  })
  return enough ?? plan
}

function keyOf({ source, row }: Place): string {
  return `${source} ${row.id}`
}

/** The same status, and in a list of one place as many rows: what others see of whole installations is always less. */
function isAlike(one: Outcome, other: Outcome, counts = true): boolean {
  if (one.status !== other.status) return false
  const [rows, before] = [jsonOf(one), jsonOf(other)]
  return !counts || !Array.isArray(before) || (Array.isArray(rows) && rows.length === before.length)
}

function sameText(one: Outcome, other: Outcome): boolean {
  return one.body === other.body
}

function jsonOf({ body }: Outcome): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
