import type { Contract } from '../../sim/contract.ts'
import type { AnyCheck } from '../kit/check.ts'
import type { Suite } from '../run/plan.ts'

/** What looks at an operation. */
export interface Coverage {
  readonly operation: string
  readonly family: string
  readonly beyond: boolean
  /** Names of laws, in the order of the suite. */
  readonly laws: readonly string[]
  /** Ids of checks. */
  readonly checks: readonly string[]
}

/** One entry an operation, in the order of the contract. */
export function coverage({ laws, checks }: Suite, contract: Contract): readonly Coverage[] {
  const byLaw = laws.map((law) => ({ name: law.name, covered: coveredBy(law.checks(contract)) }))
  return contract.operations.map(({ id, family, beyond }) => ({
    operation: id,
    family,
    beyond,
    laws: byLaw.filter(({ covered }) => covered.has(id)).map(({ name }) => name),
    checks: checks.filter((check) => check.covers.includes(id)).map((check) => check.id),
  }))
}

function coveredBy(checks: readonly AnyCheck[]): ReadonlySet<string> {
  return new Set(checks.flatMap((check) => check.covers))
}

/** The same as a Markdown table: operation, number of laws, checks. */
export function coverageTable(rows: readonly Coverage[]): string {
  const lines = rows.map(
    ({ operation, laws, checks }) => `| \`${operation}\` | ${laws.length} | ${checks.length} |`,
  )
  return ['| operation | laws | checks |', '|---|---|---|', ...lines].join('\n')
}
