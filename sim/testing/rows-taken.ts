import { vi } from 'vitest'
import { Run } from '../store/run.ts'
import { Table } from '../store/table.ts'

/** Rows that a piece of work takes out of indexes. */
export function rowsTaken(work: () => void): number {
  let taken = 0
  const spies = (['list', 'slice', 'ids'] as const).map((way) => {
    const real = Run.prototype[way] as (...given: unknown[]) => object[]
    return vi.spyOn(Run.prototype, way).mockImplementation(function (this: Run<object>, ...given: unknown[]) {
      const rows = real.apply(this, given)
      taken += rows.length
      return rows as never
    })
  })
  work()
  for (const spy of spies) spy.mockRestore()
  return taken
}

/** The same, and rows that it looks up by their ids: objects of git are. */
export function rowsLookedAt(work: () => void): number {
  const lookUp = vi.spyOn(Table.prototype, 'get')
  const taken = rowsTaken(work)
  const lookedUp = lookUp.mock.calls.length
  lookUp.mockRestore()
  return taken + lookedUp
}
