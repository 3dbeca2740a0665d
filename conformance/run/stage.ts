import {
  type Authority,
  authorityOf,
  type ChangeId,
  type Contract,
  changes,
  type Dialect,
  isInForce,
  releaseOf,
} from '../../sim/contract.ts'
import type { Call, CallOptions, Client, Reply } from '../kit/client.ts'
import { Failure, type Level, Skipped, Unarranged, Undecided } from '../kit/finding.ts'
import type { Json, Row } from '../kit/json.ts'
import type { Params } from '../kit/query.ts'
import type { ProjectState } from '../oracle/project-state.ts'
import { whyReserved } from '../restore/reserved.ts'
import type { Answering, RemoteHost, RemotePlace } from '../servers/side.ts'
import { acceptedDialects } from '../targets/accepted.ts'
import { type Credential, type ParentGroup, roles, type Who, type WireClock } from '../targets/target.ts'
import { realTime } from '../targets/wire.ts'
import { refusalInTurn } from './in-turn.ts'
import { whyRefused, whyUnarranged } from './refusals.ts'

/** A user behind one of the target's credentials. */
export interface StageUser {
  readonly id: number
  readonly username: string
  readonly name: string
  /** True for an administrator, whose rights are beyond every table of roles. */
  readonly admin: boolean
  /** True for somebody who sees internal projects only as a member. */
  readonly external: boolean
}

export interface StageProject {
  readonly id: number
  /** `group/project` */
  readonly path: string
  readonly branch: string
  /** What was read of it that decides what may be done there. */
  readonly state: ProjectState
}

export interface StageGroup {
  readonly id: number
  readonly path: string
  /** Its name after those of the groups above it: `group / subgroup`. */
  readonly fullName: string
  readonly visibility: string
  /** Id of the group above it. */
  readonly parentId: number | null
}

/** What a furnished stage has one of, by the path parameter that names it or by its place in paths. */
export type Furniture = { readonly [param: string]: string | number | undefined }

/** What is in the open place and not for everybody who sees it. */
export interface Veiled {
  /** In the titles of what only the owner and members with a role above Guest may see. */
  readonly confidential: string
  /** In the titles of what only members may see. */
  readonly internal: string
  /** Numbers of such issues and merge requests in their projects. */
  readonly numbers: readonly number[]
}

/** A second furnished place, which only the owner may see. */
export interface Neighbour {
  readonly project: StageProject
  readonly group: StageGroup | undefined
  /** In the path of all that is hidden there, and in nothing else. */
  readonly marker: string
  readonly furniture: Furniture
  /** Absent where the project is looked at as it was found. */
  readonly veiled?: Veiled
}

export interface InTurn {
  /** What still goes on is not waited for. */
  readonly atOnce?: true
}

/** All that a check may touch. */
export interface Stage {
  /** The dialect that the target is held to; undefined where either is accepted. */
  readonly dialect: Dialect | undefined
  /** Whether records may have attributes that are not declared, as those of a later release have. */
  readonly mayAdd: boolean
  /** The dialects that the target may follow: one where it is held to it, otherwise those that its release may have. */
  readonly accepts: readonly Dialect[]
  readonly contract: Contract
  /** The throw-away project; a check with `project: 'none'` has none. */
  readonly project: StageProject
  /** The throw-away group that holds the project; a check that needs one says `in: 'group'`. */
  readonly group: StageGroup
  /** False where the target allows no group: the project lies in the owner's own namespace then. */
  readonly inGroup: boolean
  /** The group that further groups are created below; undefined where they go to the top level. */
  readonly parent: ParentGroup | undefined
  /** True where the project is looked at as it was found, so that a record may be missing which others have. */
  readonly asFound: boolean
  /** Path of the project that is looked at as it was found. */
  readonly looksAt: string | undefined
  readonly furniture: Furniture
  /** The second place of a check that needs a `neighbour`; undefined where there is none. */
  readonly neighbour: Neighbour | undefined
  /** Where the target is reached: scheme, host, port and the path below which it has its root. */
  readonly origin: string
  /** False for a header that something in front of the service drops or changes, which then decides nothing. */
  tells(header: string): boolean
  /** Starts the names of everything that is created outside the throw-away group. */
  readonly prefix: string
  /** Calls an operation. What a release does one at a time is asked for until what was begun before is over, whoever
   *  began it; `atOnce` takes the refusal as the answer. */
  call(operation: string, params?: Params, options?: CallOptions & InTurn): Promise<Reply>
  send(method: string, path: string, options?: CallOptions): Promise<Reply>
  token(who: Who): Credential | undefined
  /** The user behind a credential; skips the check where there is none. */
  user(who: Who): StageUser
  /** True for a caller who has a credential of a user. */
  knows(who: Who): boolean
  /** True for a caller who has a credential, and in the project the role after which he is called and no more. */
  has(who: Who): boolean
  /** A caller who is no administrator; undecided where every user that the target was given is one. */
  nonAdmin(): Who
  /** Where the dialects differ: a simulator is held to its own, any other target to either, and the one seen is
   *  recorded. */
  differs(
    difference: string,
    both: { readonly [authority in Authority]: () => void | Promise<void> },
  ): Promise<void>
  /** Where a release changed the service: a target is held to its own, and to either where its release may be before
   *  or behind the change, or where the change is doubtful and the check is one of what must hold. */
  changed(
    change: ChangeId,
    both: { readonly before: () => void | Promise<void>; readonly after: () => void | Promise<void> },
  ): Promise<void>
  observe(what: string, seen: Json): void
  /** True where what a check has changed is taken back as if it had never been. */
  readonly goesBack: boolean
  /** False for a parameter of an operation that is left alone where others live with what it changes, given what is now. */
  mayChange(operation: string, name: string, now?: Row): boolean
  /** True where time can be moved on at will. */
  readonly movesClock: boolean
  /** Lets that many seconds pass on the target: by its clock where it can be moved, by waiting otherwise. What would
   *  keep everybody waiting for more than half a minute skips the check. */
  wait(seconds: number): Promise<void>
  /** A place outside that the target can call, for this check alone; skips the check where it cannot be reached. */
  remote(answering: Answering): Promise<RemotePlace>
  /** Lets the target take objects of buckets from there; skips the check where it asks the cloud. */
  keepObjectsAt(endpoint: string): Promise<void>
  /** The rows of a table of the target, which tell what no operation does; skips the check without a control API. */
  rowsOf(table: string): Promise<readonly Row[]>
  /** Looks again and again until what is seen is as wanted. When that takes the target more than so many seconds, the check
   *  is skipped for the reason given, or without one goes on with what was seen last. Where the clock is moved, time is
   *  not short, and the check fails. */
  until<Seen>(
    look: () => Promise<Seen>,
    wanted: (seen: Seen) => boolean,
    patience: { readonly seconds: number; readonly reason?: string },
  ): Promise<Seen>
  /** Ends the check without a verdict. */
  skip(reason: string): never
  /** Ends the check where something that it did itself did not come about: without a verdict, since a service may have
   *  its reasons. A target whose clock is moved has none, and the check fails. */
  failing(reason: string): never
  /** Ends this input without a verdict, and counts it as such: what was read of the target does not tell what must be so. */
  unknown(reason: string): never
  /** Why something rightly cannot be arranged here, from what was read of the target. */
  whyUnarranged(reason: string): string | undefined
  /** Why the call that a failure speaks of may rightly have been refused, from what was read of the target. */
  whyRefused(failure: Failure): string | undefined
  readonly calls: readonly Call[]
  curl(call: Call): string
}

export interface Observation {
  readonly what: string
  readonly seen: Json
}

/** What a stage is made of. */
export interface StageParts {
  readonly client: Client
  readonly contract: Contract
  readonly dialect: Dialect | undefined
  readonly accepts?: readonly Dialect[]
  readonly users: { readonly [who in Who]?: StageUser }
  /** Callers who are what they are called. */
  readonly holders: ReadonlySet<Who>
  readonly project: StageProject | undefined
  readonly group: StageGroup | undefined
  readonly parent: ParentGroup | undefined
  readonly asFound: boolean
  readonly goesBack: boolean
  readonly altered?: ReadonlySet<string> | undefined
  readonly mayAdd?: boolean | undefined
  readonly furniture: Furniture
  readonly neighbour?: Neighbour | undefined
  readonly prefix: string
  readonly observed: (observation: Observation) => void
  /** How much what is judged on the stage weighs; undefined where nothing is judged. */
  readonly level?: Level | undefined
  /** Told of each caller whom the check speaks of. */
  readonly mentioned?: ((who: Who) => void) | undefined
  /** Once it is aborted nobody waits any more. */
  readonly signal?: AbortSignal | undefined
  readonly advance?: ((seconds: number) => Promise<void>) | undefined
  /** How time passes where it cannot be moved. */
  readonly clock?: WireClock | undefined
  readonly remote?: (() => Promise<RemoteHost>) | undefined
  readonly keepObjectsAt?: ((endpoint: string) => Promise<void>) | undefined
  readonly rowsOf?: ((table: string) => Promise<readonly Row[]>) | undefined
}

export function createStage(parts: StageParts): Stage {
  const { client, users, dialect, observed, mentioned = () => undefined } = parts
  const { accepts = acceptedDialects(parts) } = parts
  const until: Stage['until'] = async (look, wanted, { seconds, reason }) => {
    const rest = pause(parts, seconds)
    let looks = 0
    for (let turn = 0; ; turn++) {
      const seen = await look()
      if (wanted(seen)) return seen
      if (await rest(turn)) continue
      if (reason === undefined) return seen
      if (parts.advance === undefined) return skip(reason)
      // Calls that the target makes over a network take their time whatever its clock shows.
      if (looks++ === QUICK_LOOKS) return late(reason, seconds)
      await clockOf(parts).sleep(25)
    }
  }
  const others: Omit<Stage, keyof Places> = {
    dialect,
    accepts,
    mayAdd: parts.mayAdd ?? dialect === undefined,
    contract: parts.contract,
    inGroup: parts.group !== undefined,
    parent: parts.parent,
    asFound: parts.asFound,
    looksAt: parts.asFound ? parts.project?.path : undefined,
    furniture: parts.furniture,
    neighbour: parts.neighbour,
    origin: client.origin,
    tells: (header) => !parts.altered?.has(header),
    prefix: parts.prefix,
    call: (operation, params, options) => {
      const once = () => client.call(operation, params, options)
      const refuses = options?.atOnce ? undefined : refusalInTurn(operation, accepts)
      return refuses === undefined ? once() : until(once, (reply) => !refuses(reply), IN_TURN)
    },
    send: client.send,
    token: (who) => {
      mentioned(who)
      return client.token(who)
    },
    user: (who) => {
      mentioned(who)
      return users[who] ?? skip(`the target was given no ${who} credential`)
    },
    nonAdmin: () => {
      const plain = roles.find((role) => users[role]?.admin === false)
      if (plain !== undefined) return plain
      throw new Undecided('each user that the target was given a credential of is an administrator')
    },
    knows: (who) => users[who] !== undefined,
    has: (who) => {
      mentioned(who)
      return users[who] !== undefined && parts.holders.has(who)
    },
    differs: (difference, both) => either(difference, both, accepts, observed),
    changed: (change, both) => since(change, both, { ...parts, accepts }),
    observe: (what, seen) => observed({ what, seen }),
    goesBack: parts.goesBack,
    mayChange: (operation, name, now = {}) =>
      parts.goesBack || operation !== SETTINGS || whyReserved(name, now) === undefined,
    movesClock: parts.advance !== undefined,
    wait: (seconds) => parts.advance?.(seconds) ?? waited(seconds, clockOf(parts)),
    remote: async (answering) => {
      if (parts.remote === undefined) return skip('the target cannot call the suite')
      return (await parts.remote()).open(answering)
    },
    keepObjectsAt: (endpoint) =>
      parts.keepObjectsAt?.(endpoint) ?? skip('the target takes objects of buckets from the cloud'),
    rowsOf: (table) => parts.rowsOf?.(table) ?? skip('the target has no control API that tells its rows'),
    until,
    skip,
    failing: (reason) => {
      if (parts.advance === undefined) return skip(reason)
      throw new Failure({ title: reason, expected: 'that it does', actual: 'it does not' })
    },
    unknown: (reason) => {
      throw new Undecided(reason)
    },
    whyUnarranged: (reason) => whyUnarranged(parts, reason),
    whyRefused: (failure) => whyRefused(parts, failure),
    calls: client.journal,
    curl: client.curl,
  }
  return Object.assign(new Places(parts), others)
}

// A class, since each object that is written with getters of its own is a kind of its own to V8, which keeps what they reach.
class Places {
  // No private name, which an object made of a stage would not have.
  private readonly parts: StageParts

  constructor(parts: StageParts) {
    this.parts = parts
  }

  get project(): StageProject {
    return this.parts.project ?? skip('the target has no project for this check')
  }

  get group(): StageGroup {
    return this.parts.group ?? skip('the target has no group for this check')
  }
}

const SETTINGS = 'PUT /application/settings'

const MOST_SECONDS = 30

/** So long is waited for what was begun before. */
const IN_TURN = {
  seconds: 60,
  reason: 'the target takes too long to finish what it does one at a time',
} as const

function clockOf({ clock, signal }: StageParts): WireClock {
  return clock ?? realTime(signal)
}

function waited(seconds: number, clock: WireClock): Promise<void> {
  if (seconds > MOST_SECONDS) skip(`the target's clock cannot be moved, and ${seconds} s are long to wait`)
  return clock.sleep(seconds * 1000)
}

/** What passes between two looks, longer from look to look: time that is moved, or real time. False when it is used up. */
function pause(parts: StageParts, seconds: number): (turn: number) => Promise<boolean> {
  const { advance } = parts
  if (advance !== undefined) {
    let left = seconds
    return async (turn) => {
      const step = Math.min(2 ** turn, left)
      left -= step
      if (step > 0) await advance(step)
      return step > 0
    }
  }
  const clock = clockOf(parts)
  const end = clock.now() + seconds * 1000
  return async (turn) => {
    // A simulator whose clock ticks with the requests is there after a few looks, a service after some time.
    const rest = turn < QUICK_LOOKS ? 25 : turn < 2 * QUICK_LOOKS ? 250 : 1000
    await clock.sleep(rest)
    return turn < 2 * QUICK_LOOKS || clock.now() < end
  }
}

const QUICK_LOOKS = 20

function late(title: string, seconds: number): never {
  throw new Failure({
    title,
    expected: `an end within ${seconds} s by the clock of the target`,
    actual: 'none',
  })
}

function skip(reason: string): never {
  throw new Skipped(reason)
}

async function either(
  difference: string,
  both: { readonly [authority in Authority]: () => void | Promise<void> },
  accepts: readonly Dialect[],
  observed: (observation: Observation) => void,
): Promise<void> {
  const [authority, ...others] = new Set(accepts.map(authorityOf))
  if (authority !== undefined && others.length === 0) return await both[authority]()
  const first = await failureOf(both.specification)
  const second = await failureOf(both.real)
  if (first !== undefined && second !== undefined) throw first
  // Where both hold, nothing that tells them apart was seen.
  if (first !== undefined) observed({ what: difference, seen: 'real' })
  else if (second !== undefined) observed({ what: difference, seen: 'specification' })
}

async function since(
  change: ChangeId,
  both: { readonly before: () => void | Promise<void>; readonly after: () => void | Promise<void> },
  { accepts, level, observed }: Pick<StageParts, 'level' | 'observed'> & Pick<Stage, 'accepts'>,
): Promise<void> {
  // Nothing must hold for the sake of a change that is doubtful; what was before it is sure where it was specified.
  const isSure =
    level !== 'must' ||
    !('doubtful' in changes[change]) ||
    accepts.every((dialect) => releaseOf(dialect) === '15.8')
  const behind = accepts.filter((dialect) => isInForce(change, dialect)).length
  if (isSure && behind === accepts.length) return await both.after()
  if (isSure && behind === 0) return await both.before()
  const first = await failureOf(both.before)
  const second = await failureOf(both.after)
  if (first !== undefined && second !== undefined) throw first
  if (first !== undefined) observed({ what: change, seen: 'after' })
  else if (second !== undefined) observed({ what: change, seen: 'before' })
}

async function failureOf(expecting: () => void | Promise<void>): Promise<Failure | undefined> {
  try {
    await expecting()
    return undefined
  } catch (problem) {
    if (problem instanceof Failure) return problem
    throw problem
  }
}

/** The row that a call of an arrangement created; a target without such an operation skips the check. */
export function arranged(reply: Reply): Row {
  expectArranged(reply)
  return reply.row()
}

/** A call of an arrangement succeeded, whatever it answers with. */
export function expectArranged(reply: Reply): void {
  if (reply.status < 300) return
  if (isNoRoute(reply)) throw new Skipped(`the target has no ${reply.operation}`)
  throw new Unarranged(`${reply.operation} answers ${reply.status} ${reply.text.slice(0, 300)}`.trim())
}

export function isNoRoute(reply: Reply): boolean {
  if (reply.status === 405) return true
  const body = reply.json
  return (
    reply.status === 404 &&
    typeof body === 'object' &&
    body !== null &&
    'error' in body &&
    body.error === '404 Not Found'
  )
}
