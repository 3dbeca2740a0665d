import type { Contract } from '../../sim/contract.ts'
import { nameIn } from '../arrange/existing-records.ts'
import { textIn } from '../kit/expect.ts'
import { isRow, isRows, type Row } from '../kit/json.ts'
import { operationNamed } from '../kit/operations.ts'
import type { Params } from '../kit/query.ts'
import type { Stage } from '../run/stage.ts'
import { createNames } from './names.ts'
import { byNaturalKey } from './natural-key.ts'
import { createNormaliser } from './normalise.ts'
import type { Reference } from './reference.ts'
import { type Choices, fixedChoices, playing, type Question, type Side } from './side.ts'

/** What was read of a place that stays as it is, kept over all sequences. */
export interface Findings {
  rowsOf(path: string, params: Params): Promise<readonly Row[]>
  /** What something is called on both sides; undefined where nothing tells. */
  nameOf(reference: Reference): Promise<string | undefined>
}

export function createFindings(stage: Stage): Findings {
  const lists = new Map<string, Promise<readonly Row[]>>()
  const called = new Map<string, Promise<string | undefined>>()
  const read = (operation: string, params: Params) => stage.call(operation, params, { mayFault: true })

  async function list(path: string, params: Params): Promise<readonly Row[]> {
    const { status, json } = await read(`GET ${path}`, { ...params, per_page: 100 })
    return status === 200 && isRows(json) ? json : []
  }

  async function look({ kind, id }: Reference): Promise<string | undefined> {
    const [operation, attribute] = owned[kind] ?? []
    if (operation === undefined || attribute === undefined) return undefined
    const { status, json } = await read(operation, { id })
    return status === 200 && isRow(json) ? `${kind} ${textIn(json, attribute)}` : undefined
  }

  return {
    rowsOf: (path, params) => kept(lists, JSON.stringify([path, params]), () => list(path, params)),
    nameOf: (reference) => kept(called, `${reference.kind} ${reference.id}`, () => look(reference)),
  }
}

/** Where something is found by its number alone, and by what it is called. */
const owned: { readonly [kind: string]: readonly [operation: string, attribute: string] | undefined } = {
  user: ['GET /users/:id', 'username'],
  project: ['GET /projects/:id', 'path_with_namespace'],
  namespace: ['GET /namespaces/:id', 'full_path'],
}

function kept<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const found = known.get(key) ?? make()
  known.set(key, found)
  return found
}

/** A side that is only read: things are called by what tells them from others on every service. */
export function foundSide(stage: Stage, origin: string, contract: Contract, findings: Findings): Side {
  const names = createNames()
  const lookUp = async (references: readonly Reference[]) => {
    for (const reference of references) {
      const name = names.has(reference) ? undefined : await nameOf(reference)
      if (name !== undefined) names.learn(reference, name)
    }
  }
  // The number is asked for, since a row may bear the name of one thing and the number of another.
  const nameOf = async (reference: Reference) => {
    const mark = owned[reference.kind]?.[1]
    const own = mark === undefined ? undefined : reference.row?.[mark]
    const told = await findings.nameOf(reference)
    return told ?? (typeof own === 'string' ? `${reference.kind} ${own}` : undefined)
  }
  const own = { whole: {}, within: [] }
  const normalise = createNormaliser({ origin, names, own, ownCommits: false, lookUp })
  const { send, asked, calls } = playing(stage)
  return {
    calls,
    choices: (question) => choicesIn(stage, contract, findings, question),
    play: async (step, values) => {
      const reply = await send(step, values)
      return reply && (await normalise(reply, asked(step, values)))
    },
  }
}

async function choicesIn(
  stage: Stage,
  contract: Contract,
  { rowsOf }: Findings,
  { operation, param, place, before }: Question,
): Promise<Choices> {
  const fixed = fixedChoices(stage, place, (_role, { username }) => username)
  if (fixed !== undefined) return fixed
  const asked = operationNamed(contract, operation)
  const values = asked?.params.find(({ name }) => name === param)?.values
  if (values !== undefined) return new Map(values.map((value) => [String(value), value]))
  const path = asked?.path ?? ''
  const inPath = path.search(new RegExp(`/[:*]${param}(?=/|$)`))
  const listed = inPath < 0 ? `/${place.replace('.', '/:id/')}` : path.slice(0, inPath)
  const id = path.startsWith('/groups/') ? stage.group.id : stage.project.id
  if (operationNamed(contract, `GET ${listed}`)?.answer === 'many')
    return named(await rowsOf(listed, { ...before, id }), param)
  const files = await rowsOf('/projects/:id/repository/tree', { id: stage.project.id, recursive: true })
  const blobs = files.filter(({ type }) => type === 'blob')
  return param === 'file_path' || place === 'repository.blobs'
    ? named(blobs, param === 'file_path' ? 'path' : 'id')
    : new Map()
}

function named(rows: readonly Row[], param: string): Choices {
  const values = [...byNaturalKey(rows)].map(([key, row]) => [key, nameIn(row, param)] as const)
  return new Map(values.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])))
}
