import fc from 'fast-check'
import { worlds as drawnWorlds } from '../../fixtures/fast-check.ts'
import { createSimulator, type Simulator } from '../../sim/index.ts'
import { script } from '../../sim/testing/script.ts'
import type { Campaign } from './campaign.ts'

interface OddWorld {
  readonly world: unknown
  readonly seed: number
  /** Where a value is replaced: which child to go to at each level. */
  readonly way: readonly number[]
  readonly value: unknown
}

const values = fc.constantFrom<unknown>(
  null,
  '',
  '\0',
  '\ud800',
  '../..',
  '__proto__',
  -1,
  0,
  1e308,
  2 ** 53,
  0.5,
  true,
  [],
  {},
  'x'.repeat(5000),
  ['a'],
  '99999-01-01',
  'a/b/c',
  '.git',
  'root',
)

/** Descriptions of worlds with a wrong value: each is refused in a sentence, or served without a 5xx. */
export function worlds(): Campaign<OddWorld> {
  return {
    name: 'worlds',
    says: 'descriptions of worlds with a wrong value somewhere',
    inputs: fc.record({
      world: drawnWorlds(),
      seed: fc.nat(1000),
      way: fc.array(fc.nat(30), { minLength: 4, maxLength: 9 }),
      value: values,
    }),
    size: 40,
    attempt: ({ world, seed, way, value }) => {
      const errors: unknown[] = []
      let sim: Simulator
      try {
        const given = replaced(world, way, value) as never
        sim = createSimulator({ world: given, outbound: 'off', onServerError: (error) => errors.push(error) })
      } catch (problem) {
        return problem instanceof RangeError
          ? undefined
          : `was refused with ${problem instanceof Error ? problem.stack : String(problem)}`
      }
      for (const request of script(seed, 20)) {
        const headers = { ...request.headers, 'private-token': 'root-token' }
        const { status } = sim.handle({ ...request, headers })
        if (errors.length > 0)
          return `${request.method} ${request.url} broke: ${errors[0] instanceof Error ? errors[0].stack : String(errors[0])}`
        if (status >= 500 && status !== 503) return `${request.method} ${request.url} answered ${status}`
      }
      return undefined
    },
    // A world is built before anybody is served.
    turns: 'free',
  }
}

function replaced(at: unknown, [step, ...way]: readonly number[], value: unknown): unknown {
  if (typeof at !== 'object' || at === null || step === undefined) return value
  const keys = Object.keys(at)
  const key = keys[step % Math.max(keys.length, 1)]
  if (key === undefined) return value
  const child = replaced((at as { readonly [key: string]: unknown })[key], way, value)
  return Array.isArray(at) ? at.with(Number(key), child) : { ...at, [key]: child }
}
