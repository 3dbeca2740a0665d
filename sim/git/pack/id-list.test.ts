import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unhex } from '../../lib/bytes.ts'
import { IdList } from './id-list.ts'
import { IdTable } from './id-table.ts'

// Few ids, so that many are met again.
const id = fc.nat(99).map((drawn) => `${drawn}`.padStart(2, '0').repeat(20))
const what = fc.constantFrom('add', 'list', 'leave out', 'name')

test('ids are listed in the order in which they are met, each once, and not where they are left out first', () => {
  fc.assert(
    fc.property(fc.array(id), fc.array(fc.tuple(id, what)), (known, drawn) => {
      const table = new IdTable(1)
      for (const one of known) table.internText(one)
      const ids = new IdList(1, known.length > 0 ? table : undefined)
      const met = new Set<string>()
      const listed: string[] = []
      for (const [one, what] of drawn) {
        const number = ids.numberAt(unhex(one), 0)
        expect([ids.numberOf(one), ids.id(number)]).toEqual([number, one])
        expect(ids.isMet(number)).toBe(met.has(one))
        if (what === 'name') continue
        if (what === 'add') ids.add(one)
        else expect(ids.meet(number, what === 'list')).toBe(!met.has(one))
        if (!met.has(one) && what !== 'leave out') listed.push(one)
        met.add(one)
      }
      expect([...ids]).toEqual(listed)
      expect(listed.map((_, place) => ids.at(place))).toEqual(listed)
      expect([ids.length, ids.at(listed.length)]).toEqual([listed.length, undefined])
      for (const [one] of drawn) expect(ids.has(one)).toBe(listed.includes(one))
    }),
    { seed: 1, numRuns: 100 },
  )
})
