import fc from 'fast-check'
import { interrupted } from '../../sim/testing/interrupted.ts'
import { script } from '../../sim/testing/script.ts'
import type { Campaign } from './campaign.ts'

const REQUESTS = 1000

/** Drawn requests, each write of which fails in turn: the world stays as it was, and the next request is right. */
export function writes(): Campaign<number> {
  return {
    name: 'writes',
    says: 'a thousand drawn requests, with every write to the world failing in turn',
    // Another seed is another conversation, not a smaller one.
    inputs: fc.noShrink(fc.nat(1_000_000)),
    size: 1,
    attempt: (seed) => {
      const [wrong] = interrupted(script(seed, REQUESTS)).wrong
      return wrong === undefined ? undefined : JSON.stringify(wrong)
    },
    // The thousand are many turns of a server.
    turns: 'free',
  }
}
