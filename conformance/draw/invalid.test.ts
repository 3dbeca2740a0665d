import { describe, expect, test } from 'vitest'
import { type ContractOperation, type ContractParam, contract } from '../../sim/contract.ts'
import { invalidRequests } from './invalid.ts'

// Any operation will do: its parameters and rules are replaced.
const [bare] = contract().operations

function texts(
  params: readonly Partial<ContractParam>[],
  rules: ContractOperation['rules'] = [],
): readonly string[] {
  if (bare === undefined) throw new Error('the contract is empty')
  const whole = params.map(
    (param) => ({ name: 'x', in: 'given', kind: 'string', required: false, ...param }) as const,
  )
  return [...new Set(invalidRequests({ ...bare, params: whole, rules }).map(({ text }) => text))]
}

describe('invalid requests', () => {
  test('of an enumerated required text', () => {
    const told = texts([{ values: ['a', 'b'], required: true }])
    expect(told).toEqual([
      'x is invalid, x does not have a valid value',
      'x does not have a valid value',
      'x is missing, x does not have a valid value',
    ])
  })

  test('of a number with a forbidden value', () => {
    expect(texts([{ kind: 'integer', except: [0] }])).toEqual(['x is invalid', 'x has a value not allowed'])
  })

  test('of a text that must not be blank', () => {
    expect(texts([{ notBlank: true, required: true }])).toEqual([
      'x is invalid',
      'x is empty',
      'x is missing, x is empty',
    ])
  })

  test('of a hash, with the names inside it', () => {
    const fields: readonly ContractParam[] = [
      { name: 'id', in: 'given', kind: 'integer', required: false },
      { name: 'name', in: 'given', kind: 'string', required: false },
    ]
    const told = texts([
      { name: 'not', kind: 'hash', fields, rules: [{ rule: 'exclusive', names: ['id', 'name'] }] },
    ])
    expect(told).toEqual([
      'not is invalid',
      'not[id] is invalid',
      'not[name] is invalid',
      'not[id], not[name] are mutually exclusive',
    ])
  })

  test('of several required parameters, one by one and all at once', () => {
    const told = texts([
      { name: 'a', required: true },
      { name: 'b', required: true },
    ])
    expect(told).toContain('a is missing, b is missing')
  })

  test('of rules over several parameters', () => {
    const one = texts([{ name: 'a' }, { name: 'b' }], [{ rule: 'atLeastOneOf', names: ['a', 'b'] }])
    expect(one).toContain('a, b are missing, at least one parameter must be provided')
    const other = texts([{ name: 'a' }, { name: 'b' }], [{ rule: 'exclusive', names: ['a', 'b'] }])
    expect(other).toContain('a, b are mutually exclusive')
  })

  test('a list is never wrong', () => {
    expect(texts([{ kind: 'integerList' }, { kind: 'stringList' }])).toEqual([])
  })
})
