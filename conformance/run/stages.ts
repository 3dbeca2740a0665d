import type { Contract, ContractOperation } from '../../sim/contract.ts'
import { foundPlace } from '../arrange/existing-place.ts'
import { foundFurniture } from '../arrange/existing-records.ts'
import { furnish, furnishedWith } from '../arrange/furnish.ts'
import { arrangeNeighbour } from '../arrange/neighbour.ts'
import { switchedOff } from '../arrange/switched-off.ts'
import { type Arranged, arrangePlace, type Users } from '../arrange/throw-away-place.ts'
import type { AnyCheck, Needs } from '../kit/check.ts'
import { apiRoot, type Call, type ClientOptions, createClient } from '../kit/client.ts'
import { again, Interrupted, Skipped, Unarranged } from '../kit/finding.ts'
import { restorable } from '../kit/outlasting.ts'
import { finderOf } from '../report/tried.ts'
import { createRestorer, type Restorer, type Restoring } from '../restore/restorer.ts'
import { acceptedDialects, contractFor } from '../targets/accepted.ts'
import type { Door, ParentGroup, Rewind, Target, Who } from '../targets/target.ts'
import { readsOnly } from '../targets/wire.ts'
import { callersOf, type Misnamed, type Refused } from './callers.ts'
import { removeStrays } from './clean.ts'
import { createInvitations, type Invitations } from './invitations.ts'
import { following, measureLag } from './lag.ts'
import { whyUnarranged } from './refusals.ts'
import { createRunGroup } from './run-group.ts'
import { type Spent, spentOn } from './spent.ts'
import { createStage, type Stage, type StageParts } from './stage.ts'
import { type Sweeping, shut, sweep } from './sweep.ts'

/** A stage for one check, at its beginning. */
export interface Lease {
  readonly stage: Stage
  /** What the stage had cost when it was leased. */
  readonly before: Readonly<Spent>
  /** Calls made to arrange the stage, before the check's own. */
  readonly arrangedCalls: () => number
  /** From now on `again` returns to here. */
  settle(): Promise<void>
  /** Goes back; false where the target cannot, so that a new stage has to be leased. */
  again(): Promise<boolean>
  end(): Promise<void>
}

/** Who stops the calls of checks, and who writes them down. */
export type Heard = Pick<ClientOptions, 'signal' | 'ledger'>

export interface Stages {
  /** Callers whose credentials open something. */
  readonly callers: readonly Who[]
  /** Callers whose credentials open nothing. */
  readonly refused: Refused
  /** Callers whose credentials are of a user who cannot stand for them, and whose they are. */
  readonly misnamed: Misnamed
  /** True where the target can be put back to where it was. */
  readonly goesBack: boolean
  /** True where what outlasts the run is changed and put back, with the token of an administrator. */
  readonly putsBack: boolean
  /** `shared` promises that nothing will be changed, so that the stage may serve others as well, at the same time too. */
  lease(needs: Needs, judging: Judging, shared: boolean): Promise<Lease>
  /** Removes what was made, and gives what could not be removed or put back. Never throws for what the target does. */
  close(): Promise<readonly string[]>
}

/** What judges on the stage: of which level, and who hears what it observes. */
type Judging = Pick<StageParts, 'level' | 'observed'>

interface Base {
  readonly door: Door
  /** The calls that arranged it; while it is leased and can be gone back to, those of the check after them. */
  readonly journal: Call[]
  readonly spent: Spent
  readonly parts: Omit<StageParts, 'client' | 'observed'>
  readonly rewind: Rewind | undefined
  readonly invitations: Invitations
}

export interface StagesOptions extends Heard {
  /** What will be run, as far as that is known. */
  readonly planned?: readonly AnyCheck[] | undefined
}

/**
 * Stages of a target. Where it can go back, stages with equal needs are arranged once and shared in turn. Where it cannot,
 * a stage on which nothing was changed serves the next check with such needs. `prefix` starts the names of what is made.
 */
export async function createStages(
  given: Target,
  prefix: string,
  { planned = [], ...heard }: StagesOptions = {},
): Promise<Stages> {
  const { users, refused, misnamed, target } = await callersOf(given)
  const contract = contractFor(target)
  // A project that is found is as open as it is: for what names no visibility that is no matter.
  const keyOf = keysOf(contract, target.mode === 'read' ? 'as found' : 'private')
  const neighboured = new Set(
    target.mode === 'write' ? planned.filter(sharesNeighbour).map(({ needs = {} }) => keyOf(needs)) : [],
  )
  const { goesBack, lasts } = await waysBack(target)
  const runGroup = target.mode === 'write' ? createRunGroup(target, prefix) : undefined
  const bases = new Map<string, Promise<Base>>()
  const untouched = new Map<string, Base[]>()
  const hopeless = new Map<string, unknown>()
  const left: string[] = []
  const sweeping: Sweeping = {
    left,
    find: finderOf(contract),
    get below() {
      return runGroup?.group
    },
    leave: async (part) => await runGroup?.leave(part),
  }
  const found = target.mode === 'read' ? aboutOf(planned, contract) : undefined
  const arranging = { target, contract, users, sweeping, found, signal: heard.signal }
  const rehearsed = new Set<string>()
  let made = 0

  // What was interrupted halfway is removed and made anew, under another name: it is handed to nobody.
  async function fresh(needs: Needs): Promise<Base> {
    return again(async () => {
      if (heard.signal?.aborted) throw new Skipped('the run was stopped')
      // The letter at the end keeps the names of one stage from being the beginning of another's.
      made += 1
      const named = target.mode === 'read' ? prefix : `${prefix}-${made}x`
      return await arrangeBase({ ...arranging, needs, prefix: named, below: await parentOf(needs) })
    }, MOST_FRESH)
  }

  async function parentOf(needs: Needs): Promise<ParentGroup | undefined> {
    const { parent } = target.place
    if (needs.in === 'top' && parent !== undefined)
      throw new Unarranged(`it is about top-level groups, and all groups are created below ${parent.path}`, {
        rightly: true,
      })
    if (needs.in === 'own' || needs.project === 'none') return parent
    return runGroup === undefined ? parent : await runGroup.open()
  }

  /** What only reads shares the place of those that need a neighbour, unless there can be none. */
  async function sharedBase(needs: Needs): Promise<Base> {
    const beside = { ...needs, neighbour: true } as const
    if (needs.neighbour || !neighboured.has(keyOf(beside))) return await base(needs, true)
    try {
      return await base(beside, true)
    } catch (problem) {
      if (problem instanceof Interrupted) throw problem
      return await base(needs, true)
    }
  }

  async function base(needs: Needs, shared: boolean): Promise<Base> {
    const key = keyOf(needs)
    const idle = shared ? undefined : untouched.get(key)?.pop()
    if (idle !== undefined) return idle
    const known = shared || goesBack ? bases.get(key) : undefined
    if (known !== undefined) {
      await (await known).rewind?.()
      return await known
    }
    // What could not be arranged once cannot be arranged again, and trying would be told once a check.
    if (hopeless.has(key)) throw hopeless.get(key)
    const arranging = fresh(needs)
    if (shared || goesBack) bases.set(key, arranging)
    return await arranging.catch((problem: unknown) => {
      bases.delete(key)
      if (!(problem instanceof Interrupted)) hopeless.set(key, problem)
      throw problem
    })
  }

  return {
    callers: Object.keys(users) as Who[],
    refused,
    misnamed,
    goesBack,
    putsBack: lasts && !goesBack && users.admin?.admin === true,
    lease: async ({ about, ...wanted }, judging, promised) => {
      // What may only be read is never changed.
      const shared = promised || target.mode === 'read'
      // What serves many, in turn or at the same time, is furnished with everything.
      const alone = about !== undefined && !shared && !goesBack
      const needs = alone ? { ...wanted, about } : wanted
      if (needs.rewinds && !goesBack)
        throw new Skipped('it changes what others rely on, and the target cannot go back')
      if (needs.plainOwner && users.owner?.admin) throw new Skipped('the owner is an administrator')
      const found = await (shared ? sharedBase(needs) : base(needs, false))
      const keep = shared || goesBack ? undefined : () => put(untouched, keyOf(needs), found)
      const restorer =
        needs.restores && !goesBack
          ? restorerOf(target, found.door, {
              contract,
              prefix,
              rehearsed,
              refused: needs.restores === 'refused',
            })
          : undefined
      return leaseOf(target, found, { needs, judging, keep, restorer, heard, sweeping })
    },
    close: async () => {
      // Who stops a run may not wait for long: what is in its group goes with it.
      if (heard.signal?.aborted) {
        left.push(...((await runGroup?.close()) ?? []))
        sweeping.insideIsGone = true
      }
      for (const { door, journal } of [...untouched.values()].flat()) await sweep(door, journal, sweeping)
      for (const arranged of bases.values()) {
        const { door, journal, rewind } = await arranged
        if (rewind === undefined) await sweep(door, journal, sweeping)
        else await shut(door, left)
      }
      const below = runGroup?.group
      left.push(...((await runGroup?.close()) ?? []))
      if (target.mode === 'write' && made > 0) left.push(...(await removeStrays(target, prefix, below)))
      return left
    },
  }
}

/** A place is shared by checks that only read and arrange nothing of their own. */
export function isShared({ readOnly, arrange }: AnyCheck): boolean {
  return readOnly === true && arrange === undefined
}

function sharesNeighbour(check: AnyCheck): boolean {
  return isShared(check) && check.needs?.neighbour === true
}

function restorerOf(
  { credentials }: Target,
  door: Door,
  told: Omit<Restoring, 'door' | 'credentials'>,
): Restorer {
  const { lasting } = door
  if (lasting === undefined)
    throw new Skipped('it changes the installation or an account, which --no-installation leaves alone')
  return createRestorer({ door: { ...door, lasting }, credentials, ...told })
}

// A furnished stage takes hundreds of calls, of which one or another is lost on a bad line.
const MOST_FRESH = 5

/** What two needs have to share for one stage to serve both; `usual` is the visibility of what names none. */
function keysOf(contract: Contract, usual: string): (needs: Needs) => string {
  return ({ project = usual, in: place, repository, furnished, neighbour, about, settled }) => {
    const furniture = furnished && about !== undefined ? furnishedWith(named(about, contract)) : furnished
    return JSON.stringify([project, place, repository, furniture, neighbour, settled])
  }
}

function named(ids: readonly string[], { operations }: Contract): readonly ContractOperation[] {
  return operations.filter(({ id }) => ids.includes(id))
}

/** The operations that furnished stages of a plan are about; undefined where the plan is not known. */
function aboutOf(planned: readonly AnyCheck[], contract: Contract): readonly ContractOperation[] | undefined {
  if (planned.length === 0) return undefined
  const furnished = planned.filter(({ needs }) => needs?.furnished)
  return named([...new Set(furnished.flatMap(({ covers }) => covers))], contract)
}

function put(bases: Map<string, Base[]>, key: string, base: Base): void {
  bases.set(key, [...(bases.get(key) ?? []), base])
}

/** Whether some of the calls were meant to change something, and were let; what outlasts the run is put back instead. */
function changed(calls: readonly Call[]): boolean {
  return calls.some(
    ({ request, reply }) =>
      !readsOnly(request) &&
      reply.status < 400 &&
      restorable({ path: request.url.slice(apiRoot.length) }) === undefined,
  )
}

interface Arranging {
  readonly target: Target
  readonly needs: Needs
  readonly contract: Contract
  readonly users: Users
  readonly prefix: string
  readonly below: ParentGroup | undefined
  readonly sweeping: Sweeping
  /** The operations for which it is looked what there is; undefined for all. */
  readonly found: readonly ContractOperation[] | undefined
  readonly signal: AbortSignal | undefined
}

async function arrangeBase(arranging: Arranging): Promise<Base> {
  const { target, needs, contract, users, prefix, below, sweeping, signal } = arranging
  const opened = await target.open()
  const journal: Call[] = []
  const invitations = createInvitations(target.credentials)
  const door = invitations.through(opened)
  try {
    const { origin, credentials } = target
    const told = { origin, credentials, as: 'owner', journal, repeats: true, signal } as const
    const reads = target.mode === 'read'
    const followed = (one: Door) =>
      reads || target.lag === undefined ? one : following(one, journal, target.lag)
    const client = createClient({ door: followed(door), ...told })
    const place: Arranged = reads
      ? { ...(await foundPlace(client, needs, target.place, users)), invitations: [] }
      : await arrangePlace(client, { needs, users, prefix, below })
    invitations.expect(place.invitations, createClient({ door: followed(opened), ...told }))
    // What is the same for all inputs is arranged before the first one.
    if (door.mark !== undefined) await invitations.all()
    if (!reads && target.lag !== undefined) await measureLag(client, place, users, target.lag)
    const { advance, keepObjectsAt, rowsOf } = door
    const { clock, dialect, remote } = target
    const accepts = acceptedDialects(target)
    const reached = { advance, clock, remote, keepObjectsAt, rowsOf }
    const known = {
      contract,
      dialect,
      accepts,
      users,
      group: place.group,
      project: place.project,
      holders: place.holders,
      mentioned: invitations.mention,
      parent: below,
      prefix,
      asFound: reads,
      altered: target.altered,
      mayAdd: target.mayAdd,
      goesBack: door.mark !== undefined,
    }
    const bare = { ...known, ...reached, signal, furniture: {} }
    const empty = createStage({ ...bare, client, observed: () => undefined })
    const about = needs.about && named(needs.about, contract)
    const furniture = needs.furnished
      ? {
          ...(await (reads ? foundFurniture(empty, arranging.found) : furnish(empty, about))),
          ...(await switchedOff(empty, about)),
        }
      : {}
    const furnished = createStage({ ...bare, furniture, client, observed: () => undefined })
    const plan = { users, prefix, below }
    const neighbour = needs.neighbour && !reads ? await arrangeNeighbour(furnished, client, plan) : undefined
    const parts = { ...bare, furniture, neighbour }
    // It takes as long as all the rest, so it happens once and is gone back to.
    if (needs.settled !== undefined) await furnished.wait(needs.settled)
    return { door, journal, spent: spentOn(journal), parts, rewind: await door.mark?.(), invitations }
  } catch (problem) {
    await sweep(door, journal, sweeping)
    if (below !== undefined) await sweeping.leave(below)
    const rightly =
      problem instanceof Unarranged ? whyUnarranged({ group: undefined }, problem.reason) : undefined
    throw rightly === undefined ? problem : new Unarranged(rightly, { rightly: true })
  }
}

interface Terms {
  readonly needs: Needs
  readonly judging: Judging
  /** Keeps the stage for others, if nothing was changed on it; undefined where it is kept anyway. */
  readonly keep: (() => void) | undefined
  /** Puts back what outlasts the run, where the target cannot go back. */
  readonly restorer: Restorer | undefined
  readonly heard: Heard
  readonly sweeping: Sweeping
}

function leaseOf(target: Target, base: Base, terms: Terms): Lease {
  const { needs, judging, keep, restorer, heard, sweeping } = terms
  const door = restorer === undefined ? base.door : { ...base.door, send: restorer.send }
  // What is leased in turn is written down behind what arranged it, and taken back: to copy that for each of many thousand
  // checks costs more than most of them.
  const inTurn = base.rewind !== undefined
  const journal = inTurn ? base.journal : [...base.journal]
  const before = inTurn ? base.spent : spentOn(journal)
  let length = journal.length
  const as = needs.role ?? 'owner'
  const { origin, credentials } = target
  const client = createClient({ door, origin, credentials, as, journal, ...heard })
  let rewind = base.rewind
  let settled = journal.length
  // Who is invited while the check runs belongs to what was arranged for it.
  const invited = (call: Call) => {
    journal.splice(length, 0, call)
    length += 1
    settled += 1
    before.requests += 1
  }
  base.invitations.listeners.add(invited)
  return {
    stage: createStage({ client, ...base.parts, ...judging }),
    before,
    arrangedCalls: () => settled,
    settle: async () => {
      rewind = await door.mark?.()
      settled = journal.length
    },
    again: async () => {
      sweeping.left.push(...((await restorer?.putBack()) ?? []))
      if (rewind === undefined && changed(journal.slice(settled))) return false
      await rewind?.()
      journal.length = settled
      return true
    },
    end: async () => {
      base.invitations.listeners.delete(invited)
      sweeping.left.push(...((await restorer?.close()) ?? []))
      if (inTurn) journal.length = length
      if (keep === undefined) return
      if (!changed(journal.slice(length))) return keep()
      await sweep(base.door, journal, sweeping)
      if (base.parts.parent !== undefined) await sweeping.leave(base.parts.parent)
    },
  }
}

async function waysBack(target: Target): Promise<{ readonly goesBack: boolean; readonly lasts: boolean }> {
  try {
    const door = await target.open()
    await door.close()
    return { goesBack: door.mark !== undefined, lasts: door.lasting !== undefined }
  } catch (problem) {
    // A snapshot may fail now and succeed for the first check; where it does not, that one says so.
    if (problem instanceof Interrupted && target.mode === 'control') return { goesBack: true, lasts: false }
    throw problem
  }
}
