import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unhex } from '../../lib/bytes.ts'
import { IdTable } from './id-table.ts'

test('ids have the numbers of the order in which they were first named, however many there are', () => {
  const id = fc.stringMatching(/^0[01]{2}[0-9a-f]{35}[01]{2}$/)
  fc.assert(
    fc.property(fc.array(id, { maxLength: 200 }), (ids) => {
      const table = new IdTable(1)
      const distinct = [...new Set(ids)]
      for (const [i, one] of ids.entries()) {
        const number = i % 2 === 0 ? table.internText(one) : table.intern(unhex(one))
        expect(number).toBe(distinct.indexOf(one))
      }
      expect(distinct.map((_, number) => table.id(number))).toEqual(distinct)
      expect(distinct.map((one) => table.find(one))).toEqual(distinct.map((_, number) => number))
      expect(table.find('f'.repeat(40))).toBeUndefined()
      expect(table.size).toBe(distinct.length)
    }),
    { seed: 4 },
  )
})
