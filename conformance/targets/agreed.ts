import { type Contract, type ContractParam, contract, type Dialect } from '../../sim/contract.ts'

const known = new Map<string, Contract>()

/**
 * The contract of a service between two releases: that of the older one, without values that the newer one refuses.
 * What one of the two lacks is not taken to be absent.
 */
export function agreedOf(older: Dialect, newer: Dialect): Contract {
  const name = `${older} ${newer}`
  const agreed = known.get(name) ?? narrowed(contract(older), contract(newer))
  known.set(name, agreed)
  return agreed
}

function narrowed(older: Contract, newer: Contract): Contract {
  const later = new Map(newer.operations.map((operation) => [operation.id, operation]))
  const absent = new Set(newer.absent)
  return {
    ...older,
    operations: older.operations.map((operation) => {
      const { params = [] } = later.get(operation.id) ?? {}
      return { ...operation, params: common(operation.params, params) }
    }),
    absent: older.absent.filter((id) => absent.has(id)),
  }
}

function common(params: readonly ContractParam[], later: readonly ContractParam[]): readonly ContractParam[] {
  return params.map((param) => {
    const other = later.find(({ name, in: place }) => name === param.name && place === param.in)
    return other === undefined ? param : commonOf(param, other)
  })
}

function commonOf(param: ContractParam, other: ContractParam): ContractParam {
  const { values, fields, whenTrue } = param
  const shared = values?.filter((value) => other.values?.includes(value) ?? true)
  return {
    ...param,
    ...(shared !== undefined && shared.length > 0 && { values: shared }),
    ...(fields !== undefined && { fields: common(fields, other.fields ?? []) }),
    ...(whenTrue !== undefined && {
      whenTrue: { ...whenTrue, params: common(whenTrue.params, other.whenTrue?.params ?? []) },
    }),
  }
}
