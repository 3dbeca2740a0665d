import type { ContractOperation } from '../../sim/contract.ts'
import { givenPlaces, movingPlace, namedInPath, placeOf, places, placesOf } from '../draw/places.ts'
import { isRows, type Json, type Row, same } from '../kit/json.ts'
import type { Furniture, Stage } from '../run/stage.ts'

/**
 * What paths name, as far as the lists of the target show it: the first row of each list names its place. Only lists are
 * read that tell something of the operations that a run is about; without these, all.
 */
export async function foundFurniture(stage: Stage, about?: readonly ContractOperation[]): Promise<Furniture> {
  const furniture: { [place: string]: string | number } = {}
  // Not a copy: a stage tells of what it lacks as soon as it is asked.
  const seen: Stage = Object.create(stage, { furniture: { value: furniture } })
  const { operations } = stage.contract
  const lists = operations
    .filter(({ method, answer }) => method === 'GET' && answer === 'many')
    .toSorted((one, other) => one.path.length - other.path.length)
    .map((list) => ({ list, named: namedBelow(operations, list) }))
  for (const { list, named } of about === undefined ? lists : listsFor(about, lists)) {
    const params = places(seen, list)
    if (params === undefined) continue
    const found = await steadyRow(stage, list, params)
    if (found?.moves) furniture[movingPlace(list.id)] = 1
    const { row } = found ?? {}
    if (row === undefined) continue
    for (const param of named) {
      const value = nameIn(row, param)
      if (value === undefined) continue
      furniture[placeOf(`${list.path}/:${param}`, param)] ??= value
      if (isKnownBy(param, list)) furniture[param] ??= value
    }
  }
  return { ...furniture, ...(await foundFile(stage)) }
}

/** What has a number inside its project is called the same wherever it stands; an id may be of something else. */
function isKnownBy(param: string, { path }: ContractOperation): boolean {
  return (param.endsWith('iid') || param === 'milestone_id') && path.startsWith('/projects/:id/')
}

interface ReadList {
  readonly list: ContractOperation
  readonly named: readonly string[]
}

/** The lists that name what the paths of operations name, and those that name what is in the paths of such lists. */
function listsFor(about: readonly ContractOperation[], lists: readonly ReadList[]): readonly ReadList[] {
  const ids = new Set(about.map(({ id }) => id))
  const wanted = new Set(about.flatMap(placesIn))
  const chosen = new Set<ReadList>()
  // A list stands behind those that its path names, which are therefore reached later when going backwards.
  for (const read of lists.toReversed()) {
    const { list, named } = read
    const tells = named.some(
      (param) => isKnownBy(param, list) || wanted.has(placeOf(`${list.path}/:${param}`, param)),
    )
    if (!tells && !ids.has(list.id)) continue
    chosen.add(read)
    for (const place of placesIn(list)) wanted.add(place)
  }
  return lists.filter((read) => chosen.has(read))
}

function placesIn(operation: ContractOperation): readonly string[] {
  const named = namedInPath(operation).flatMap((param) => placesOf(operation, param))
  return [...named, ...givenPlaces(operation)]
}

/** A file of the repository: its path and its blob are in no list of their own. */
async function foundFile(stage: Stage): Promise<Furniture> {
  const tree = { id: stage.project.id, recursive: true, per_page: 100 }
  const { status, json } = await stage.call('GET /projects/:id/repository/tree', tree, { mayFault: true })
  const file = status === 200 && isRows(json) ? json.find(({ type }) => type === 'blob') : undefined
  return file === undefined ? {} : { file_path: simple(file.path), 'repository.blobs': simple(file.id) }
}

/** Parameters that follow directly after the path of a list: what its rows are called. */
function namedBelow(operations: readonly ContractOperation[], list: ContractOperation): readonly string[] {
  const start = `${list.path}/:`
  const below = operations.filter(({ path }) => path.startsWith(start))
  return [...new Set(below.map(({ path }) => path.slice(start.length).split('/')[0] ?? ''))]
}

/**
 * The first row that says the same when it is read again: what goes on by itself, such as a running job, cannot be told
 * from a fault. `moves` is true for a list with such rows.
 */
async function steadyRow(stage: Stage, list: ContractOperation, params: object) {
  // What only administrators may list is asked for as one, where there is one.
  const as = list.auth === 'admin' ? 'admin' : 'owner'
  if (!stage.has(as) && as === 'admin') return undefined
  const read = async () => {
    const reply = await stage.call(list.id, { ...params, per_page: 20 }, { as, mayFault: true })
    return reply.status === 200 && isRows(reply.json) ? reply.json : []
  }
  const [once, again] = [await read(), await read()]
  const row = once.find((candidate, i) => same(candidate, again[i]))
  return { row, moves: !same(once, again) }
}

/** `milestone_id` is the id of a milestone, `merge_request_iid` the iid of a merge request, `name` the name. */
export function nameIn(row: Row, param: string): string | number | undefined {
  const candidates = param.endsWith('iid') ? ['iid'] : [param, 'id', 'name', 'slug', 'key', 'iid']
  return candidates.map((name) => simple(row[name])).find((value) => value !== undefined)
}

function simple(value: Json | undefined): string | number | undefined {
  return typeof value === 'number' || (typeof value === 'string' && value !== '') ? value : undefined
}
