import { expect, test } from 'vitest'
import { createSimulator } from './index.ts'
import { dialects } from './lib/dialect.ts'
import { interrupted } from './testing/interrupted.ts'
import { script } from './testing/script.ts'
import { writing } from './testing/writing.ts'

test.each(dialects)(
  'a write that fails leaves the world as it was, and the next request right, in the dialect %s',
  (dialect) => {
    const { wrong, failures } = interrupted(script(12, 1000), dialect)
    expect(wrong).toEqual([])
    expect(failures).toBeGreaterThan(50)
  },
)

test('pushes, files, and what drawn requests seldom reach leave the world as it was where a write fails', () => {
  const sim = createSimulator({ outbound: 'off', clock: 'frozen' })
  expect(writing().filter((request) => sim.handle(request).status >= 300)).toEqual([])
  const { wrong, failures } = interrupted(writing())
  expect(wrong).toEqual([])
  expect(failures).toBeGreaterThan(200)
})
