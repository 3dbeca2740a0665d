import { type Contract, contract as contractOf } from '../../sim/contract.ts'
import { foundPlace } from '../arrange/existing-place.ts'
import { foundFurniture } from '../arrange/existing-records.ts'
import { furnish } from '../arrange/furnish.ts'
import { arrangeNeighbour } from '../arrange/neighbour.ts'
import { switchedOff } from '../arrange/switched-off.ts'
import { arrangePlace, type Users } from '../arrange/throw-away-place.ts'
import type { Needs } from '../kit/check.ts'
import { apiRoot, type Call, type ClientOptions, createClient } from '../kit/client.ts'
import { numberIn, textIn } from '../kit/expect.ts'
import { again, Interrupted, Skipped } from '../kit/finding.ts'
import { isRow, isRows, parseJson, type Row } from '../kit/json.ts'
import { createRestorer, type Restorer, type Restoring } from '../restore/restorer.ts'
import { type Door, type Rewind, type Target, textOf, type Who } from '../targets/target.ts'
import { measureLag } from './lag.ts'
import { remove } from './removal.ts'
import { createStage, type Observation, type Stage, type StageParts, type StageUser } from './stage.ts'

/** A stage for one check, at its beginning. */
export interface Lease {
  readonly stage: Stage
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
  /** True where what outlasts the run is changed and put back, with the token of an administrator. */
  readonly putsBack: boolean
  /** `shared` promises that nothing will be changed, so that the stage may serve others as well. */
  lease(needs: Needs, observed: (observation: Observation) => void, shared: boolean): Promise<Lease>
  /** Removes what was made, and gives what could not be removed or put back. Never throws for what the target does. */
  close(): Promise<readonly string[]>
}

interface Base {
  readonly door: Door
  readonly journal: Call[]
  readonly parts: Omit<StageParts, 'client' | 'observed'>
  readonly rewind: Rewind | undefined
  readonly length: number
}

/**
 * Stages of a target. Where it can go back, stages with equal needs are arranged once and shared in turn. Where it cannot,
 * a stage on which nothing was changed serves the next check with such needs.
 */
export async function createStages(target: Target, prefix: string, heard: Heard = {}): Promise<Stages> {
  const contract = contractOf(target.dialect)
  const users = await usersOf(target)
  const { goesBack, lasts } = await waysBack(target)
  const bases = new Map<string, Base>()
  const untouched = new Map<string, Base[]>()
  const hopeless = new Map<string, unknown>()
  const left: string[] = []
  const rehearsed = new Set<string>()
  let made = 0

  // What was interrupted halfway is removed and made anew, under another name: it is handed to nobody.
  async function fresh(needs: Needs): Promise<Base> {
    return again(async () => {
      // The letter at the end keeps the names of one stage from being the beginning of another's.
      made += 1
      const named = target.mode === 'read' ? prefix : `${prefix}-${made}x`
      return await arrangeBase({ target, needs, contract, users, prefix: named, left })
    }, MOST_FRESH)
  }

  async function base(needs: Needs, shared: boolean): Promise<Base> {
    const key = keyOf(needs)
    const idle = shared ? undefined : untouched.get(key)?.pop()
    if (idle !== undefined) return idle
    const known = bases.get(key)
    if (known !== undefined && (shared || known.rewind !== undefined)) {
      await known.rewind?.()
      known.journal.splice(known.length)
      return known
    }
    // What could not be arranged once cannot be arranged again, and trying would be told once a check.
    if (hopeless.has(key)) throw hopeless.get(key)
    const arranged = await fresh(needs).catch((problem: unknown) => {
      if (!(problem instanceof Interrupted)) hopeless.set(key, problem)
      throw problem
    })
    if (shared || arranged.rewind !== undefined) bases.set(key, arranged)
    return arranged
  }

  return {
    callers: Object.keys(users) as Who[],
    putsBack: lasts && !goesBack && users.admin?.admin === true,
    lease: async (needs, observed, promised) => {
      // What may only be read is never changed.
      const shared = promised || target.mode === 'read'
      if (needs.rewinds && !goesBack)
        throw new Skipped('it changes what others rely on, and the target cannot go back')
      const found = await base(needs, shared)
      const keeps = shared || found.rewind !== undefined
      const keep = keeps ? undefined : () => put(untouched, keyOf(needs), found)
      const restorer =
        needs.restores && !goesBack
          ? restorerOf(target, found.door, {
              contract,
              prefix,
              rehearsed,
              refused: needs.restores === 'refused',
            })
          : undefined
      return leaseOf(target, found, { needs, observed, keep, restorer, heard, left })
    },
    close: async () => {
      for (const { door, journal } of [...untouched.values()].flat()) await sweep(door, journal, left)
      for (const { door, journal, rewind } of bases.values())
        if (rewind === undefined) await sweep(door, journal, left)
        else await shut(door, left)
      return left
    },
  }
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

/** What two needs have to share for one stage to serve both. */
function keyOf({ project, in: place, repository, furnished, neighbour }: Needs): string {
  return JSON.stringify([project, place, repository, furnished, neighbour])
}

function put(bases: Map<string, Base[]>, key: string, base: Base): void {
  bases.set(key, [...(bases.get(key) ?? []), base])
}

/** Whether some of the calls were meant to change something, and were let. */
function changed(calls: readonly Call[]): boolean {
  return calls.some(
    ({ request, reply }) => request.method !== 'GET' && request.method !== 'HEAD' && reply.status < 400,
  )
}

interface Arranging {
  readonly target: Target
  readonly needs: Needs
  readonly contract: Contract
  readonly users: Users
  readonly prefix: string
  readonly left: string[]
}

async function arrangeBase({ target, needs, contract, users, prefix, left }: Arranging): Promise<Base> {
  const door = await target.open()
  const journal: Call[] = []
  try {
    const client = createClient({
      door,
      origin: target.origin,
      credentials: target.credentials,
      as: 'owner',
      journal,
      repeats: true,
    })
    const reads = target.mode === 'read'
    const place = reads
      ? await foundPlace(client, needs, target.place, users)
      : await arrangePlace(client, { needs, users, prefix, below: target.place.group })
    if (!reads && target.lag !== undefined) await measureLag(client, place, users, target.lag)
    const { advance, keepObjectsAt } = door
    const { dialect, far } = target
    const reached = { advance, far, keepObjectsAt }
    const told = {
      contract,
      dialect,
      users,
      ...place,
      prefix,
      asFound: reads,
      altered: target.altered,
      goesBack: door.mark !== undefined,
    }
    const bare = { ...told, ...reached, furniture: {} }
    const empty = createStage({ ...bare, client, observed: () => undefined })
    const furniture = needs.furnished
      ? { ...(await (reads ? foundFurniture : furnish)(empty)), ...(await switchedOff(empty)) }
      : {}
    const furnished = createStage({ ...bare, furniture, client, observed: () => undefined })
    const plan = { users, prefix, below: target.place.group }
    const neighbour = needs.neighbour && !reads ? await arrangeNeighbour(furnished, client, plan) : undefined
    const parts = { ...bare, furniture, neighbour }
    return { door, journal, parts, rewind: await door.mark?.(), length: journal.length }
  } catch (problem) {
    await sweep(door, journal, left)
    throw problem
  }
}

interface Terms {
  readonly needs: Needs
  readonly observed: (observation: Observation) => void
  /** Keeps the stage for others, if nothing was changed on it; undefined where it is kept anyway. */
  readonly keep: (() => void) | undefined
  /** Puts back what outlasts the run, where the target cannot go back. */
  readonly restorer: Restorer | undefined
  readonly heard: Heard
  readonly left: string[]
}

function leaseOf(target: Target, base: Base, { needs, observed, keep, restorer, heard, left }: Terms): Lease {
  const { journal } = base
  const door = restorer === undefined ? base.door : { ...base.door, send: restorer.send }
  const as = needs.role ?? 'owner'
  const { origin, credentials } = target
  const client = createClient({ door, origin, credentials, as, journal, ...heard })
  let rewind = base.rewind
  let settled = journal.length
  return {
    stage: createStage({ ...base.parts, client, observed }),
    arrangedCalls: () => settled,
    settle: async () => {
      rewind = await door.mark?.()
      settled = journal.length
    },
    again: async () => {
      left.push(...((await restorer?.putBack()) ?? []))
      if (rewind === undefined && changed(journal.slice(settled))) return false
      await rewind?.()
      journal.splice(settled)
      return true
    },
    end: async () => {
      left.push(...((await restorer?.close()) ?? []))
      if (keep === undefined) return
      if (changed(journal.slice(base.length))) return await sweep(base.door, journal, left)
      journal.splice(base.length)
      keep()
    },
  }
}

/** Deletes what a check left on a target that cannot go back, newest first, each by whoever made it. */
async function sweep(door: Door, journal: readonly Call[], left: string[]): Promise<void> {
  for (const { operation, request, reply } of [...journal].reverse()) {
    const { 'content-type': _type, ...headers } = request.headers
    const made = reply.status === 0 ? await arrived(door, operation, request) : parseJson(reply.body)
    if ((reply.status !== 201 && reply.status !== 0) || !isRow(made)) continue
    const paths = makes[operation]?.(made) ?? []
    let gone = paths.length === 0
    for (const path of gone ? [] : paths) {
      gone = (await remove(door, headers, path)) !== 'left'
      if (gone) break
    }
    if (!gone) left.push(String(made.full_path ?? made.path_with_namespace ?? paths[0]))
  }
  await shut(door, left)
}

async function shut(door: Door, left: string[]): Promise<void> {
  try {
    await door.close()
  } catch (problem) {
    if (!(problem instanceof Interrupted)) throw problem
    left.push(`the state before the run (${problem.reason})`)
  }
}

/** The group or project that a call made whose reply never came, if it did. */
async function arrived(door: Door, operation: string, { headers, body }: Call['request']) {
  const kind =
    operation === 'POST /groups' ? 'groups' : operation === 'POST /projects' ? 'projects' : undefined
  const sent = body === undefined ? undefined : parseJson(textOf(body))
  if (kind === undefined || !isRow(sent) || typeof sent.path !== 'string') return undefined
  const { path } = sent
  const { 'content-type': _type, ...by } = headers
  const url = `${apiRoot}/${kind}?owned=true&search=${encodeURIComponent(path)}`
  const reply = await door.send({ method: 'GET', url, headers: by }).catch(() => undefined)
  const rows = parseJson(reply?.body ?? '')
  return isRows(rows) ? rows.find((row) => row.path === path) : undefined
}

const ofProject = ({ id }: Row) => [`projects/${id}`]

/** Operations that make something which outlives the throw-away group, and what to delete; the first that works. */
const makes: { readonly [operation: string]: ((made: Row) => readonly string[]) | undefined } = {
  'POST /groups': ({ id }) => [`groups/${id}`],
  'POST /projects': ofProject,
  'POST /projects/:id/fork': ofProject,
  'POST /projects/import': ofProject,
  'POST /projects/remote-import': ofProject,
  'POST /projects/remote-import-s3': ofProject,
  'POST /import/extgit': ofProject,
  'POST /import/extserver': ofProject,
  'POST /projects/user/:user_id': ofProject,
  'POST /snippets': ({ id }) => [`snippets/${id}`],
  'POST /user/keys': ({ id }) => [`user/keys/${id}`],
  // By its token, unless it was given another one: members may not delete a runner of several projects.
  'POST /runners': ({ id, token }) => [`runners?token=${token}`, `runners/${id}`],
}

const askedFor: readonly Who[] = [
  'admin',
  'owner',
  'maintainer',
  'developer',
  'reporter',
  'guest',
  'stranger',
]

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

/** The users behind the credentials. A credential that does not work counts as not given. */
async function usersOf(target: Target): Promise<Users> {
  const door = await again(() => target.open())
  const users: { [who in Who]?: StageUser } = {}
  for (const who of askedFor) {
    if (target.credentials[who] === undefined) continue
    const client = createClient({ door, origin: target.origin, credentials: target.credentials, as: who })
    const reply = await client.call('GET /user', {}, { mayFault: true }).catch(noCaller)
    if (reply?.status !== 200) continue
    const row = reply.row()
    const [username, name] = [textIn(row, 'username'), textIn(row, 'name')]
    const kind = { admin: row.is_admin === true, external: row.external === true }
    users[who] = { id: numberIn(row, 'id'), username, name, ...kind }
  }
  await again(() => door.close()).catch(noCaller)
  return users
}

// Whose first call something else answers, or nobody, is not there.
function noCaller(problem: unknown): undefined {
  if (problem instanceof Skipped || problem instanceof Interrupted) return undefined
  throw problem
}
