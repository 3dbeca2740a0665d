import {
  type Change,
  type ChangeId,
  type ContractOperation,
  changes,
  compareReleases,
  contract,
  dialectOf,
  entitiesChanged,
  everyOperation,
  type Release,
  releases,
} from '../../sim/contract.ts'
import type { ClientContract, UsedOperation } from '../client-contract/client-contract.ts'
import type { Scope } from '../run/scope.ts'
import { operationsNamed } from '../run/selection.ts'

/** What the options of `forgery twin` ask for; see `RunTwinOptions`. */
interface Wishes {
  readonly left?: string | undefined
  readonly right?: string | undefined
  readonly families?: readonly string[]
  readonly operations?: readonly string[] | undefined
  readonly scope?: Scope | undefined
  /** What a client uses: only that is told. */
  readonly client?: ClientContract | undefined
}

/** An upgrade from one known release to another. */
export interface Upgrade {
  readonly from: Release
  readonly to: Release
}

/**
 * The upgrade that is asked about; undefined where services are to be compared. Throws a RangeError for a release
 * beside an address, and for one that is older than the first.
 */
export function upgradeIn({ left, right }: Wishes): Upgrade | undefined {
  const [from, to] = [left, right].map((told) => releases.find((release) => release === told))
  if (from === undefined && to === undefined) return undefined
  if (from === undefined || to === undefined)
    throw new RangeError(
      `a release is compared with a release: use ${releases.join(', ')} for --left and --right`,
    )
  if (compareReleases(from, to) > 0)
    throw new RangeError(`${from} is newer than ${to}: an upgrade goes the other way`)
  return { from, to }
}

/**
 * What an upgrade changes, as a whole, by entity and by operation, in the words of the table of changes; empty where it
 * changes nothing. What an attribute changes is told once, however many operations answer with its entity.
 */
export function upgradeText({ from, to }: Upgrade, wishes: Wishes): string {
  const used = new Map(wishes.client?.operations.map((one) => [one.operation, one]))
  const concerned = drawn(from, wishes).filter(({ id }) => wishes.client === undefined || used.has(id))
  const between = (id: ChangeId) => isBetween(id, from, to) && isDone(id, wishes.client)
  const shown = concerned.map((operation) => {
    const use = used.get(operation.id)
    const ids = changesOf(operation).filter(
      (id) => between(id) && (use === undefined || concerns(operation, id, use)),
    )
    return { operation: operation.id, ids }
  })
  const common = inSeveral(shown)
  const grouped = new Map<string, { operations: Set<string>; ids: ChangeId[] }>()
  for (const [id, at] of common) {
    const names = [...at.entities].join(' and ')
    const group = grouped.get(names) ?? { operations: new Set(), ids: [] }
    for (const operation of at.operations) group.operations.add(operation)
    group.ids.push(id)
    grouped.set(names, group)
  }
  const ofEntities = [...grouped].map(
    ([names, group]) =>
      `${names}, in answers of ${listed([...group.operations])}\n${inOrder(group.ids).map(changeText).join('')}`,
  )
  const ofOperations = shown.flatMap(({ operation, ids }) => {
    const own = ids.filter((id) => !common.get(id)?.operations.has(operation))
    return own.length === 0 ? [] : [`${operation}\n${own.map(changeText).join('')}`]
  })
  const { families = [], operations = [] } = wishes
  const called = wishes.client && new Set(concerned.map(({ family }) => family))
  const general = families.length + operations.length > 0 ? [] : changesOfAll(between, called)
  const ofAll = general.length === 0 ? [] : [`Whatever is called\n${general.map(changeText).join('')}`]
  return [...ofAll, ...ofEntities, ...ofOperations].join('\n')
}

interface Shown {
  readonly operation: string
  readonly ids: readonly ChangeId[]
}

interface Places {
  readonly entities: Set<string>
  readonly operations: Set<string>
}

/** The changes of attributes that more than one operation shows. */
function inSeveral(shown: readonly Shown[]): ReadonlyMap<ChangeId, Places> {
  const names = entitiesChanged()
  const places = new Map<ChangeId, Places>()
  for (const { operation, ids } of shown)
    for (const id of ids) {
      const name = names.get(operation)?.get(id)
      if (name === undefined) continue
      const at = places.get(id) ?? { entities: new Set(), operations: new Set() }
      at.entities.add(name)
      at.operations.add(operation)
      places.set(id, at)
    }
  return new Map([...places].filter(([, { operations }]) => operations.size > 1))
}

const NAMED = 5

function listed(operations: readonly string[]): string {
  const others = operations.length - NAMED
  const named = operations.slice(0, NAMED).join(', ')
  return others > 0 ? `${named} and ${others} other${others === 1 ? '' : 's'}` : named
}

function inOrder(ids: readonly ChangeId[]): readonly ChangeId[] {
  return [...ids].sort((a, b) => compareReleases(changes[a].release, changes[b].release))
}

// What an operation was before it came is nobody's concern, nor what it would be after it went.
function changesOf({ changes: all, since, until }: ContractOperation): readonly ChangeId[] {
  return all.filter(
    (id) =>
      (since === null || id === since || isNewer(id, since)) &&
      (until === null || id === until || isNewer(until, id)),
  )
}

function isNewer(id: ChangeId, than: ChangeId): boolean {
  return compareReleases(changes[id].release, changes[than].release) > 0
}

// Those of a family concern whoever calls one of its operations; the conventions concern everybody.
function changesOfAll(
  between: (id: ChangeId) => boolean,
  called: ReadonlySet<string> | undefined,
): readonly ChangeId[] {
  const ids = Object.keys(changes) as ChangeId[]
  const concerns = (family: string) => family === 'conventions' || (called?.has(family) ?? true)
  return inOrder(
    ids
      .filter((id) => 'general' in changes[id] && between(id))
      .filter((id) => concerns(id.slice(0, id.indexOf('#')))),
  )
}

function drawn(
  from: Release,
  { families = [], operations = [], scope, client }: Wishes,
): readonly ContractOperation[] {
  const agreed = contract(dialectOf('real', from))
  const all = { ...agreed, operations: everyOperation() }
  const wished = operations.map((pattern) => operationsNamed(pattern, all))
  const around = scope === 'all' || client !== undefined || families.length + operations.length > 0
  return all.operations.filter(
    ({ id, family, beyond }) =>
      (around || !beyond) &&
      (families.length === 0 || families.includes(family)) &&
      (operations.length === 0 || wished.some((named) => named.has(id))),
  )
}

/** False for a change of parameters that the client does not send. */
function concerns(
  { changesOfParams }: ContractOperation,
  id: ChangeId,
  { parameters }: UsedOperation,
): boolean {
  const names = changesOfParams[id]
  return names === undefined || names.some((name) => parameters.includes(name))
}

/** False for a change of what no request of the client does. */
function isDone(id: ChangeId, client: ClientContract | undefined): boolean {
  if (client === undefined) return true
  const { manner, sends }: Change = changes[id]
  const { manners, operations } = client
  if (manner !== undefined && manners !== undefined && !manners.includes(manner)) return false
  return (
    sends === undefined ||
    operations.some(({ parameters }) => sends.some((name) => parameters.includes(name)))
  )
}

function isBetween(id: ChangeId, from: Release, to: Release): boolean {
  const { release } = changes[id]
  return compareReleases(release, from) > 0 && compareReleases(release, to) <= 0
}

function changeText(id: ChangeId): string {
  const { release, before, after } = changes[id]
  const doubtful = 'doubtful' in changes[id] ? ' (doubtful)' : ''
  return `  ${release.padEnd(5)}  ${before}\n      -> ${after}${doubtful}\n`
}
