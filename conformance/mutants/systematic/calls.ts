import type { Contract, ContractOperation } from '../../../sim/contract.ts'
import { apiRoot } from '../../kit/client.ts'
import { finderOf } from '../../report/tried.ts'
import type { WireRequest } from '../../targets/target.ts'

const finders = new WeakMap<Contract, ReturnType<typeof finderOf>>()

/** The operation that a request calls, as a router finds it. */
export function operationOf(contract: Contract, { method, url }: WireRequest): ContractOperation | undefined {
  if (!url.startsWith(apiRoot)) return undefined
  const find = finders.get(contract) ?? finderOf(contract)
  finders.set(contract, find)
  const path = url.slice(apiRoot.length).replace(/\?.*$/s, '')
  return find(method === 'HEAD' ? 'GET' : method, path.replace(/\.json$/, ''))
}

export function callsOf(contract: Contract, operation: ContractOperation): (request: WireRequest) => boolean {
  return (request) => operationOf(contract, request)?.id === operation.id
}
