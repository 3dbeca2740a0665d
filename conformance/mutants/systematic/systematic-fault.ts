import type { ContractOperation } from '../../../sim/contract.ts'
import type { Fault } from '../mutant.ts'

/** A fault that follows from the contract alone, so that nobody has to think of it. */
export interface SystematicFault {
  /** `dropped GET /projects search`: its kind, the operation, and the parameter or attribute. */
  readonly name: string
  readonly operation: ContractOperation
  /** The parameter, or the attribute of the answer as `author.name` or `[].labels[]`. */
  readonly what: string
  /** What a check has to send or to be shown before it can notice. */
  readonly touches: 'param' | 'attribute' | 'call'
  readonly fault: Fault
}
