import { expect, test } from 'vitest'
import { dialects } from './lib/dialect.ts'
import { interrupted } from './testing/interrupted.ts'

test.each(dialects)(
  'a write that fails leaves the world as it was, and the next request right, in the dialect %s',
  (dialect) => {
    const { wrong, failures } = interrupted(12, 1000, dialect)
    expect(wrong).toEqual([])
    expect(failures).toBeGreaterThan(50)
  },
)
