import type { Stage } from '../run/stage.ts'
import type { Who } from '../targets/target.ts'
import { casesBy } from './cases.ts'
import { type AnyCheck, type Check, check, type Needs } from './check.ts'
import { answers, has, holds } from './expect.ts'
import type { Row } from './json.ts'
import type { Params } from './query.ts'

type Wish = Params | ((stage: Stage) => Params | Promise<Params>)

/** A record that is created, listed, read, updated and deleted, each by the call that the service documents for it. */
export interface Lifecycle {
  /** Path of the record: `/projects/:id/labels/:name`; the list is what stands before the last parameter. */
  readonly record: string
  /** The field that names the record in the path; default `id`. */
  readonly by?: string
  /** Where the record lies; default `id` of the group or project, and nothing outside them. */
  readonly place?: Wish
  readonly values: Wish
  /** What an update sends; without it the record is not updated. */
  readonly changes?: Params
  readonly verb?: 'PUT' | 'PATCH'
  /** Attributes that are answered otherwise than they were sent, or not at all. */
  readonly except?: readonly string[]
  /** The operation that creates it; default a POST to the list. */
  readonly create?: string
  /** Operations that it does not have, or that this check leaves out. */
  readonly without?: readonly ('list' | 'read' | 'delete')[]
  /** Calls that must come before the deletion. */
  readonly beforeDelete?: (stage: Stage, one: Params) => Promise<void>
  /** The status of the deletion; default 204. */
  readonly deleted?: 200 | 204
  readonly as?: Who
}

/** A check that what is created is shown in the list and alone, that an update changes what it sends and keeps the
 *  rest, and that a deleted record answers 404 and is listed no more. Records of the installation are tried where the
 *  target can go back. */
export function lifecycle(
  told: Pick<Check, 'id' | 'says' | 'source'> & { readonly needs?: Needs },
  cases: readonly Lifecycle[],
): AnyCheck {
  const byRecord = casesBy(cases, ({ record }) => record)
  return check<string>({
    ...told,
    level: 'should',
    covers: cases.flatMap((it) =>
      Object.values(operationsOf(it)).filter((operation) => operation !== undefined),
    ),
    needs: { in: 'group', writes: true, ...told.needs },
    each: () => byRecord.names,
    holds: (stage, record) => lives(stage, byRecord.named(record)),
  })
}

function operationsOf({ record, create, changes, verb = 'PUT', without = [] }: Lifecycle) {
  const list = record.slice(0, record.lastIndexOf('/'))
  return {
    create: create ?? `POST ${list}`,
    list: without.includes('list') ? undefined : `GET ${list}`,
    read: without.includes('read') ? undefined : `GET ${record}`,
    update: changes === undefined ? undefined : `${verb} ${record}`,
    delete: without.includes('delete') ? undefined : `DELETE ${record}`,
  }
}

async function lives(stage: Stage, it: Lifecycle): Promise<void> {
  const { record, by = 'id', values, changes = {}, except = [], beforeDelete } = it
  const operations = operationsOf(it)
  const ofInstallation = !/^\/(?:projects|groups)\/:id/.test(record)
  const who = it.as ?? (ofInstallation ? 'admin' : 'owner')
  if (ofInstallation && !(stage.goesBack && stage.has(who)))
    return stage.skip('what is made outside groups and projects cannot be put back')
  const call = (operation: string, params: Params) => stage.call(operation, params, { as: who })
  const wished = async (wish: Wish) => (typeof wish === 'function' ? await wish(stage) : wish)
  const place = await wished(it.place ?? placeOf(record))
  const wish = await wished(values)
  const created = await call(operations.create, { ...place, ...wish })
  answers(created, 201)
  let shown = shownOf(wish, except)
  has(created.row(), shown, created)
  const name = record.slice(record.lastIndexOf(':') + 1)
  let key = created.row()[by]
  const one = () => ({ ...place, [name]: String(key) })
  const listed = async () => {
    if (operations.list === undefined) return
    const list = await call(operations.list, { ...place, per_page: 100 })
    answers(list, 200)
    return { list, row: list.rows().find((row) => row[by] === key) }
  }
  const seen = async () => {
    const found = await listed()
    if (found !== undefined) {
      holds(found.row !== undefined, 'the record is listed', null, found.list)
      has(found.row, shown, found.list)
    }
    if (operations.read === undefined) return
    const read = await call(operations.read, one())
    answers(read, 200)
    has(read.row(), { [by]: key ?? null, ...shown }, read)
  }
  await seen()
  if (operations.update !== undefined) {
    const updated = await call(operations.update, { ...one(), ...changes })
    answers(updated, 200)
    shown = { ...shown, ...shownOf(changes, except) }
    has(updated.row(), shown, updated)
    key = updated.row()[by]
    await seen()
  }
  if (operations.delete === undefined) return
  await beforeDelete?.(stage, one())
  answers(await call(operations.delete, one()), it.deleted ?? 204)
  if (operations.read !== undefined) answers(await call(operations.read, one()), 404)
  const left = await listed()
  if (left !== undefined) holds(left.row === undefined, 'the record is listed no more', null, left.list)
}

function placeOf(record: string): Wish {
  if (record.startsWith('/projects/:id')) return ({ project: { id } }) => ({ id })
  return record.startsWith('/groups/:id') ? ({ group: { id } }) => ({ id }) : {}
}

function shownOf(params: Params, except: readonly string[]): Row {
  return Object.fromEntries(Object.entries(params).filter(([name]) => !except.includes(name))) as Row
}
