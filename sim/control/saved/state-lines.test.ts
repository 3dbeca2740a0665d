import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSimulator } from '../../index.ts'
import { readState, type SavedState, savedState } from './saved-state.ts'
import { linesOf, readLines } from './state-lines.ts'

const sim = createSimulator({ seed: 3 })
const state = sim.save()
const names = Object.keys(state.tables)

test('a snapshot written as lines is the same snapshot, whatever tables it has', () => {
  const whole = savedState(readState(state))
  fc.assert(
    fc.property(fc.subarray(names), (left) => {
      const tables = Object.fromEntries(left.map((name) => [name, state.tables[name] ?? []]))
      const some: SavedState = { ...state, tables }
      const read = savedState(readLines(new TextEncoder().encode(linesOf(some))))
      for (const name of names)
        expect(read.tables[name]).toEqual(left.includes(name) ? whole.tables[name] : [])
      expect({ ...read, tables: {} }).toEqual({ ...whole, tables: {} })
    }),
    { numRuns: 10 },
  )
})
