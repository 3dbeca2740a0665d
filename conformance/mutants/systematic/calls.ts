import type { Contract, ContractOperation } from '../../../sim/contract.ts'
import { apiRoot } from '../../kit/client.ts'
import { remembered } from '../../kit/remembered.ts'
import { finderOf } from '../../report/tried.ts'
import type { WireRequest } from '../../targets/target.ts'

const finderFor = remembered(finderOf)

/** The operation that a request calls, as a router finds it. */
export function operationOf(contract: Contract, { method, url }: WireRequest): ContractOperation | undefined {
  if (!url.startsWith(apiRoot)) return undefined
  const path = url.slice(apiRoot.length).replace(/\?.*$/s, '')
  return finderFor(contract)(method === 'HEAD' ? 'GET' : method, path.replace(/\.json$/, ''))
}

export function callsOf(contract: Contract, operation: ContractOperation): (request: WireRequest) => boolean {
  return (request) => operationOf(contract, request)?.id === operation.id
}
