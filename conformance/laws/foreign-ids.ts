import type { ContractOperation } from '../../sim/contract.ts'
import { places } from '../draw/places.ts'
import { law } from '../kit/check.ts'
import type { Value } from '../kit/query.ts'
import type { Stage } from '../run/stage.ts'
import type { Role } from '../targets/target.ts'
import { expectAlike } from './hiding.ts'
import { besides, nothingOfKind, placeable, reads, sampleParams, travelling } from './sample.ts'

/** An id in a path that names something which is not there for the caller. */
interface Foreign {
  readonly param: string
  /** Whose it is, or what else it is. */
  readonly of: 'the neighbour' | 'another kind' | 'no record'
  readonly as: Role
  readonly value?: string
}

/** Numbers that no record has: the first below all, and those beyond four bytes and eight. */
const impossible = ['0', '-1', '2147483648', '9223372036854775808']

/** Parameters of paths that name something outside of what stands before them; whoever sees it may name it. */
const independent = ['child_epic_id', 'group_id', 'project_id', 'target_project_id']

/** Those that name somebody, a key of the caller's, or what the caller's project may know although the caller may not. */
const personal =
  /^\/users\/|user_id$|target_group_id$|\/epics\/:epic_iid\/issues\/:epic_issue_id$|\/deploy_keys\/:key_id\/enable$/

function foreignsOf(operation: ContractOperation): readonly Foreign[] {
  const { beyond, params, path } = operation
  const inPath = params.filter((param) => param.in === 'path')
  return inPath.flatMap(({ name: param, kind }, i): readonly Foreign[] => {
    const last = i === inPath.length - 1
    const upTo = path.slice(0, path.indexOf(`:${param}`) + param.length + 1)
    const seers = personal.test(last ? path : upTo) ? [] : seersOf(operation, param, i)
    const neighbours = seers.map((as): Foreign => ({ param, of: 'the neighbour', as }))
    if (beyond || kind !== 'integer') return neighbours
    const wrong = impossible.map((value): Foreign => ({ param, of: 'no record', as: 'owner', value }))
    const other: Foreign = { param, of: 'another kind', as: 'owner' }
    return [...neighbours, ...(i === 0 ? [] : [other]), ...wrong]
  })
}

/** For whom what the neighbour has must be as if it were not there. */
function seersOf(operation: ContractOperation, param: string, i: number): readonly Role[] {
  if (i > 0) return [independent.includes(param) ? 'maintainer' : 'owner']
  const subject = operation.subjects.find((candidate) => candidate.param === param)?.name
  if (subject !== 'project' && subject !== 'group') return []
  if (!operation.beyond) return ['stranger', 'guest', 'maintainer']
  // That a project is closed to strangers is tried by the laws on roles, too.
  return reads(operation) && subject === 'group' ? ['stranger'] : []
}

export const foreignIds = law<Foreign>({
  name: 'foreign-ids',
  says: 'an id in the path that belongs to another project, group or record, or to something hidden, is answered exactly as one that names nothing',
  source: 'conventions#not-found, conventions#visibility',
  level: 'must',
  needs: { furnished: true, project: 'public', neighbour: true },
  readOnly: true,
  appliesTo: (operation) => placeable(operation) && foreignsOf(operation).length > 0,
  each: foreignsOf,
  holds: async (stage, operation, foreign) => {
    const { param, as } = foreign
    if (as !== 'owner' && !stage.has(as)) stage.unknown(`the target was given no ${as} credential`)
    const sampled = sampleParams(stage, operation, { moving: true })
    const none = `nothing else is known that has its own ${param}`
    const value = foreign.value ?? named(stage, operation, foreign, sampled[param]) ?? stage.unknown(none)
    if (String(value) === String(sampled[param])) stage.unknown(none)
    const call = (other: Value) =>
      stage.call(operation.id, { ...sampled, [param]: other }, { ...travelling(operation), as })
    const nothing = nothingOfKind(operation, param)
    const missing = await call(nothing)
    // A name that need not be there tells nothing.
    if (missing.status < 400) stage.unknown(`${param} need not name anything`)
    expectAlike(await call(value), value, missing, nothing)
  },
})

/** What the neighbour has in that place, or a record of another kind that the stage has. */
function named(
  stage: Stage,
  operation: ContractOperation,
  { param, of }: Foreign,
  own: Value | undefined,
): Value | undefined {
  if (of === 'another kind') return otherKind(stage, param, own)
  return stage.neighbour && places(besides(stage), operation)?.[param]
}

// A throw-away project has fewer records of a kind, so that a number as far off as this is that of none of them.
const FAR = 15

/** The number by which something else is known: of an iid the id of an issue, of an id the number in a project. */
function otherKind({ asFound, furniture }: Stage, param: string, own: Value | undefined): Value | undefined {
  const other = param.endsWith('iid') ? furniture.issues : furniture.issue_iid
  return !asFound && Math.abs(Number(other) - Number(own)) > FAR ? other : undefined
}
