import type { TriedOperations } from '../report/tried.ts'
import type { AttributesSought } from './attributes.ts'
import type { ClientContract, UsedOperation } from './client-contract.ts'

/** What a run says of a contract. */
export interface ContractCoverage {
  /** What the client reads and the deployment does not show: a failure each. */
  readonly missing: readonly string[]
  /** What the run did not look at. */
  readonly uncovered: readonly string[]
}

/** Compares what a client uses with what a run tried. `known` tells operations that the suite has. */
export function coverageOf(
  { operations, unknown, otherReleases }: ClientContract,
  tried: TriedOperations,
  sought: Pick<AttributesSought, 'of'>,
  known: (operation: string) => boolean,
): ContractCoverage {
  const parts = operations.map((used) => partOf(used, tried, sought, known))
  return {
    missing: parts.flatMap(({ missing }) => missing),
    uncovered: [
      ...parts.flatMap(({ uncovered }) => uncovered),
      ...unknown.map((request) => `${request}: no operation of the API`),
      ...otherReleases.map(({ operation, since, until }) =>
        since === undefined
          ? `${operation}: gone since release ${until}`
          : `${operation}: there since release ${since}`,
      ),
    ],
  }
}

function partOf(
  { operation, statuses, parameters, attributes }: UsedOperation,
  tried: TriedOperations,
  sought: Pick<AttributesSought, 'of'>,
  known: (operation: string) => boolean,
): ContractCoverage {
  const nothing = (reason: string) => ({ missing: [], uncovered: [`${operation}: ${reason}`] })
  if (!known(operation)) return nothing('no check knows it')
  const met = tried[operation]
  if (met === undefined) return nothing('not called')
  const { missing, unseen } = sought.of(operation)
  const told = (names: readonly (string | number)[], what: string) =>
    names.length === 0 ? [] : [`${operation}: ${what} ${names.join(', ')}`]
  return {
    missing: told(missing, 'replies have no attribute'),
    uncovered: [
      ...told(
        statuses.filter((status) => met.statuses[status] === undefined),
        'not answered with',
      ),
      ...told(
        parameters.filter((name) => !met.accepted.includes(name)),
        'not tried with success with the parameters',
      ),
      ...told(unseen, 'no reply had the record of the attributes'),
      ...(attributes === undefined ? [`${operation}: nobody saw which attributes the client reads`] : []),
    ],
  }
}
