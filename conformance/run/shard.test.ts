import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contract } from '../../sim/contract.ts'
import { suite } from '../suite.ts'
import { wholePlan } from './plan.ts'
import { inShard, parseShard } from './shard.ts'

const plan = wholePlan(suite, contract('specification'))
const ids = (checks: readonly { readonly id: string }[]) => checks.map(({ id }) => id)

test('every check is in exactly one part', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), (of) => {
      const parts = Array.from({ length: of }, (_, i) => ids(inShard(plan, { index: i + 1, of })))
      expect(parts.flat().sort()).toEqual(ids(plan).sort())
    }),
    { numRuns: 4 },
  )
})

test('no part is much larger than another', () => {
  const sizes = [1, 2, 3, 4].map((index) => inShard(plan, { index, of: 4 }).length)
  expect(Math.max(...sizes) / Math.min(...sizes)).toBeLessThan(1.2)
})

test('a check stays in its part when others come and go', () => {
  const some = plan.filter((_, i) => i % 3 === 0)
  const there = new Set(ids(some))
  const part = ids(inShard(plan, { index: 2, of: 5 }))
  expect(ids(inShard(some, { index: 2, of: 5 }))).toEqual(part.filter((id) => there.has(id)))
})

test.each(['', '0/2', '3/2', '1/0', 'a/b', '1', '1/2/3', '-1/2'])('%j is no shard', (text) => {
  expect(() => parseShard(text)).toThrow(`'${text}' is no shard`)
})
