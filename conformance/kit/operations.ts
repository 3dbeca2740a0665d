import type { Contract, ContractOperation } from '../../sim/contract.ts'
import { remembered } from './remembered.ts'

/** The operation with this id; undefined for one that the contract does not have. */
export function operationNamed(contract: Contract, id: string): ContractOperation | undefined {
  return byId(contract).get(id)
}

const byId = remembered(
  ({ operations }: Contract) => new Map(operations.map((operation) => [operation.id, operation])),
)
