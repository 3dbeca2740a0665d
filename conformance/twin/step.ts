import fc, { type Arbitrary } from 'fast-check'
import type { Contract, ContractOperation } from '../../sim/contract.ts'
import { invalidRequests } from '../draw/invalid.ts'
import { validParams } from '../draw/params.ts'
import { placeOf } from '../draw/places.ts'
import type { Params } from '../kit/query.ts'
import { type Role, roles } from '../targets/target.ts'

/** One call of a sequence, in terms that mean the same on both sides. */
export interface Step {
  readonly operation: string
  readonly as: Role
  readonly params: Params
  /** Which of the things that this side has seen a path names: the place in the path, and the how manieth. */
  readonly names: { readonly [param: string]: Named }
}

/** `place` is the list that the thing is in: `projects.milestones`. */
export interface Named {
  readonly place: string
  readonly index: number
}

/** What takes the throw-away project itself away, or what other runs see. */
const apart = new Set([
  'DELETE /projects/:id',
  'PUT /projects/:id/transfer',
  'POST /projects/:id/fork',
  'POST /projects/:id/archive',
  'POST /projects/:id/restore',
])

/** Operations that a sequence may hold: those on the throw-away project, with answers that can be compared. */
export function comparable({ operations }: Contract): readonly ContractOperation[] {
  return operations.filter(
    ({ id, path, answer, auth, callsOut, params }) =>
      path.startsWith('/projects/:id') &&
      !apart.has(id) &&
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
    kind: operation.path.split('/')[3] ?? '',
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

function stepOf(operation: ContractOperation): Arbitrary<Step> {
  const invalid = invalidRequests(operation).map(({ params }) => params)
  const params =
    invalid.length === 0
      ? validParams(operation)
      : fc.oneof(
          { weight: 5, arbitrary: validParams(operation) },
          { weight: 1, arbitrary: fc.constantFrom(...invalid) },
        )
  const named = operation.params.filter(({ name, in: place }) => place === 'path' && name !== 'id')
  const places = named.map(({ name }) => [name, placeOf(operation.path, name)] as const)
  return fc.record({
    operation: fc.constant(operation.id),
    as: fc.oneof(
      { weight: 6, arbitrary: fc.constant<Role>('owner') },
      { weight: 1, arbitrary: fc.constantFrom(...roles) },
    ),
    params,
    names: fc.record(
      Object.fromEntries(
        places.map(([name, place]) => [
          name,
          fc.record({ place: fc.constant(place), index: fc.nat({ max: 1 }) }),
        ]),
      ),
    ),
  })
}
