import fc, { type Arbitrary } from 'fast-check'
import type { Contract, ContractOperation, ContractParam } from '../../sim/contract.ts'
import { invalidRequests } from '../draw/invalid.ts'
import { leastParams, validParams } from '../draw/params.ts'
import { placeOf } from '../draw/places.ts'
import type { Params, Value } from '../kit/query.ts'
import { type Role, roles } from '../targets/target.ts'
import { kindNamed } from './reference.ts'

/** One call of a sequence, in terms that mean the same on both sides. */
export interface Step {
  readonly operation: string
  readonly as: Role
  readonly params: Params
  /** What the call names by a number or a name of its own on each side. */
  readonly names: { readonly [param: string]: Named }
}

/** Something that a side has: the how manieth of its place, and what it was called when the sequence was played. */
export interface Named {
  /** The list that it is in (`projects.milestones`), or one of `places`. */
  readonly place: string
  readonly index: number
  /** True for a parameter that takes a list. */
  readonly list?: true
  /** Null where the sides had nothing there in common. */
  readonly key?: string | null
}

/** Places that are no list. */
export const places = { callers: 'callers', project: 'the project', group: 'the group' } as const

/** What takes the throw-away group or project itself away, or what is in neither. */
const apart = new Set([
  'DELETE /projects/:id',
  'PUT /projects/:id/transfer',
  'POST /projects/:id/fork',
  'POST /projects/:id/archive',
  'POST /projects/:id/restore',
  'DELETE /groups/:id',
  'POST /groups/:id/transfer',
  'POST /groups/:id/restore',
])

/** What is made when it is read, at the time of the reading. */
const fleeting = new Set(['GET /projects/:id/merge_requests/:merge_request_iid/merge_ref'])

/**
 * Operations that a sequence may hold: those on the throw-away project and on its group, with answers that can be
 * compared. If it only reads, those that do on a project and on its group.
 */
export function comparable({ operations }: Contract, reads: boolean): readonly ContractOperation[] {
  return operations.filter(
    ({ id, method, path, answer, auth, callsOut, params }) =>
      /^\/(projects|groups)\/:id(\/|$)/.test(path) &&
      (!reads || method === 'GET') &&
      !apart.has(id) &&
      !(reads && fleeting.has(id)) &&
      answer !== 'bytes' &&
      auth !== 'admin' &&
      !callsOut &&
      !params.some(({ kind, required }) => kind === 'file' && required),
  )
}

/**
 * Sequences of calls. Most of one sequence is about one kind of thing, since calls tell something of one another when they
 * name the same; and what makes something comes more often, so that there is something to name.
 */
export function sequences(
  operations: readonly ContractOperation[],
  most: number,
): Arbitrary<readonly Step[]> {
  const drawn = operations.map((operation) => ({
    kind: kindOf(operation),
    weight: operation.method === 'POST' ? 3 : 1,
    beyond: operation.beyond,
    arbitrary: stepOf(operation),
  }))
  const any = fc.oneof(...drawn)
  const kinds = [...new Set(drawn.map(({ kind }) => kind))]
  return fc.oneof(
    ...kinds.map((kind) => {
      const all = drawn.filter((step) => step.kind === kind)
      const step = fc.oneof({ weight: 5, arbitrary: fc.oneof(...all) }, { weight: 1, arbitrary: any })
      // What the specification has is what two services are compared for.
      const weight = all.some(({ beyond }) => !beyond) ? 8 : 1
      return { weight, arbitrary: fc.array(step, { minLength: 1, maxLength: most, size: 'max' }) }
    }),
  )
}

/** `projects milestones`: what a group has is another kind of thing than what a project has. */
function kindOf({ path }: ContractOperation): string {
  const [, place, , list = ''] = path.split('/')
  return `${place} ${list}`
}

/** Each operation once, as plainly as it can be called. */
export function plainSteps(operations: readonly ContractOperation[]): readonly Step[] {
  return operations.map((operation) => {
    const { params, names } = withoutNumbers(operation, leastParams(operation))
    const inPath = pathNames(operation).map(([param, place]) => [param, { place, index: 0 }] as const)
    return {
      operation: operation.id,
      as: 'owner',
      params,
      names: { ...Object.fromEntries(inPath), ...names },
    }
  })
}

function stepOf(operation: ContractOperation): Arbitrary<Step> {
  const invalid = invalidRequests(operation).map(({ params }) => params)
  const params =
    invalid.length === 0
      ? validParams(operation)
      : fc.oneof(
          { weight: 5, arbitrary: validParams(operation) },
          { weight: 1, arbitrary: fc.constantFrom(...invalid) },
        )
  const inPath = pathNames(operation).map(
    ([param, place]) => [param, fc.record({ place: fc.constant(place), index: fc.nat({ max: 1 }) })] as const,
  )
  return fc
    .record({
      as: fc.oneof(
        { weight: 6, arbitrary: fc.constant<Role>('owner') },
        { weight: 1, arbitrary: fc.constantFrom(...roles) },
      ),
      params,
      inPath: fc.record(Object.fromEntries(inPath)),
    })
    .map(({ as, params, inPath }) => {
      const given = withoutNumbers(operation, params)
      return {
        operation: operation.id,
        as,
        params: given.params,
        names: { ...inPath, ...given.names },
      }
    })
}

/** The parameters of a path beside the project or the group, with the place of what each names. */
function pathNames({
  path,
  params,
}: ContractOperation): readonly (readonly [param: string, place: string])[] {
  return params
    .filter(({ name, in: where }) => where === 'path' && name !== 'id')
    .map(({ name }) => [name, placeOf(path, name)] as const)
}

/** Numbers of things among the parameters, which mean another thing on each side, taken out and told by their place. */
function withoutNumbers(operation: ContractOperation, params: Params) {
  const kept: { [name: string]: Value | undefined } = {}
  const names: { [name: string]: Named } = {}
  for (const [name, value] of Object.entries(params)) {
    const param = operation.params.find((candidate) => candidate.name === name)
    const place = param === undefined ? undefined : placeGiven(operation, param)
    const number = numberIn(value)
    if (place === undefined || number === undefined) kept[name] = withoutNested(value)
    else names[name] = { place, index: number, ...(Array.isArray(value) ? { list: true as const } : {}) }
  }
  return { params: kept, names }
}

function numberIn(value: Value | undefined): number | undefined {
  const first = Array.isArray(value) ? value[0] : value
  return typeof first === 'number' && first > 0 ? first : undefined
}

// `not[author_id]` says nothing that `author_id` does not.
function withoutNested(value: Value | undefined): Value | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => !IDS.test(name)))
}

const IDS = /(^|_)ids?$/

function placeGiven({ path }: ContractOperation, { name }: ContractParam): string | undefined {
  if (!IDS.test(name)) return undefined
  const kind = kindNamed(name.replace(/_ids?$/, ''))
  if (kind === 'user') return places.callers
  if (kind === 'project') return places.project
  if (kind === 'namespace') return places.group
  return `${path.split('/')[1]}.${kind}s`
}
