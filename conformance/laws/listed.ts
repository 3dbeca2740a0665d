import type { ContractOperation } from '../../sim/contract.ts'
import { law } from '../kit/check.ts'
import { holds } from '../kit/expect.ts'
import { isRows, type Row } from '../kit/json.ts'
import type { Params } from '../kit/query.ts'
import { type Reading, topmost } from '../oracle/readers.ts'
import type { Stage } from '../run/stage.ts'
import type { Role } from '../targets/target.ts'
import { placeable, reads, sampleParams } from './sample.ts'

const callers: readonly Role[] = ['anonymous', 'stranger', 'guest', 'reporter', 'developer', 'maintainer']

/** So many rows of a list are looked at, the first and the last ones of it. */
const MOST = 12

export const listedRows = law<Role>({
  name: 'listed-rows',
  says: 'a list shows a caller those rows of the owner that the caller can read by themselves, and no others',
  source: 'conventions#visibility, packages#single-error',
  level: 'must',
  needs: { furnished: true, project: 'public', neighbour: true },
  readOnly: true,
  appliesTo: (operation, contract) =>
    placeable(operation) &&
    reads(operation) &&
    operation.answer === 'many' &&
    operation.auth !== 'admin' &&
    // Who lists events of his own may by the documentation not read them one by one (S21).
    !operation.path.endsWith('/audit_events') &&
    contract.operations.some((it) => isReader(it, operation)),
  each: () => callers,
  holds: async (stage, operation, as) => {
    if (as !== 'anonymous' && !stage.has(as)) stage.unknown(`the target was given no ${as} credential`)
    const params = sampleParams(stage, operation, { moving: true })
    const whole = operation.paging === 'none' ? params : { ...params, per_page: 100 }
    const list = (who: Role) => stage.call(operation.id, whole, { as: who })
    const reply = await list(as)
    // Who is refused is shown nothing.
    if (reply.status !== 200 || !isRows(reply.json)) return
    const shown = reply.json
    const may = async (row: Row): Promise<boolean | undefined> => {
      if (isListedAlone(operation, row)) return undefined
      const reading = readingIn(stage, operation, params, row)
      // Members of what is public are shown to all, and users by themselves only to those who are signed in.
      if (reading === undefined || (as === 'anonymous' && reading.operation === 'GET /users/:id'))
        return undefined
      const { status } = await stage.call(reading.operation, reading.params, { as })
      if (status === 403 || status === 404) return false
      return status < 300 ? true : undefined
    }
    for (const row of some(shown))
      holds((await may(row)) !== false, 'what is listed can be read', `not ${titleOf(row)}`, reply)
    if (!isOfPlace(operation)) return
    const owners = await list('owner')
    const all = isRows(owners.json) ? owners.json : []
    for (const row of some(all.filter((row) => !shown.some((other) => idOf(other) === idOf(row)))))
      holds((await may(row)) !== true, 'what can be read is listed', `not ${titleOf(row)}`, reply)
  },
})

/** Whether an operation reads a single row of a list, for more callers than administrators. */
function isReader({ method, path, auth }: ContractOperation, list: ContractOperation): boolean {
  return method === 'GET' && auth !== 'admin' && /^\/:[a-z_]+$/.test(path.replace(list.path, ''))
}

/**
 * What failed to be published is listed, and not read by itself (packages#single-error), nor is a release by whoever may
 * not read the code, to whom it is listed without its commit. Badges of groups are not known by id to a project.
 */
function isListedAlone({ path }: ContractOperation, row: Row): boolean {
  return (
    (path.endsWith('/packages') && row.status === 'error') ||
    (path.endsWith('/releases') && row.commit === undefined) ||
    (path === '/projects/:id/badges' && row.kind === 'group')
  )
}

function readingIn(
  stage: Stage,
  operation: ContractOperation,
  params: Params,
  row: Row,
): Reading | undefined {
  const [[, own] = []] = topmost(stage.contract, operation, params, [row])
  if (own === undefined) return undefined
  const [, param = ''] = /:([a-z_]+)$/.exec(own.operation) ?? []
  // A link between issues has a number of its own, and templates have names to be read and keys to be asked for.
  const name = (/name$/.test(param) ? row.key : undefined) ?? row[param]
  const { id } = placeOf(operation, row)
  const changes = {
    ...(typeof id === 'number' && param !== 'id' ? { id } : {}),
    ...(typeof name === 'number' || typeof name === 'string' ? { [param]: name } : {}),
  }
  return { ...own, params: { ...own.params, ...changes } }
}

/** What lies below a group is listed in it, and read where it is. */
function placeOf({ path }: ContractOperation, row: Row): Row {
  return { id: (path.startsWith('/groups/:id/') ? row.group_id : row.project_id) ?? null }
}

/** True for what lists all of one place, not what is the caller's own. */
function isOfPlace({ path }: ContractOperation): boolean {
  return /^\/(?:projects|groups)\/:id\//.test(path)
}

function some(rows: readonly Row[]): readonly Row[] {
  return rows.length <= MOST ? rows : [...rows.slice(0, MOST / 2), ...rows.slice(-MOST / 2)]
}

function idOf(row: Row): unknown {
  return row.id ?? row.iid ?? row.name ?? row.slug ?? row.key
}

function titleOf(row: Row): string {
  return String(row.path_with_namespace ?? row.full_path ?? row.title ?? row.name ?? row.iid ?? row.id)
}
