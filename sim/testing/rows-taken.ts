import { vi } from 'vitest'
import { Run } from '../store/run.ts'

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
