import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unhex } from '../../lib/bytes.ts'
import { IdList } from './id-list.ts'

// Few ids, so that many are met again.
const id = fc.nat(99).map((drawn) => `${drawn}`.padStart(2, '0').repeat(20))

test('ids are listed in the order in which they are met, each once, and not where they are left out first', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(id, fc.constantFrom('add', 'list', 'leave out', 'name'))), (drawn) => {
      const ids = new IdList(1)
      const met = new Set<string>()
      const listed: string[] = []
      for (const [one, what] of drawn) {
        const number = ids.numberAt(unhex(one), 0)
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
