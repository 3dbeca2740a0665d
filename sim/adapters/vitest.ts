import { test as base, type TestAPI } from 'vitest'
import { createSimulator, type Simulator, type SimulatorOptions } from '../index.ts'

/** What a test gets that asks for it by name. */
export interface ForgeryFixtures {
  /** A simulator of the test's own: a fork of one that is built once a file, in under a millisecond. */
  readonly sim: Simulator
  /** The base URL at which that simulator is served while the test runs, for clients that only take an address. */
  readonly url: string
}

/**
 * vitest's `test`, whose tests have a simulator of their own.
 *
 * @example
 * const test = forgeryTest({ dialect: 'real' })
 * test('a milestone is deleted', async ({ sim }) => { … })
 * test('a client lists projects', async ({ url }) => { … })
 */
export function forgeryTest(options: SimulatorOptions = {}): TestAPI<ForgeryFixtures> {
  let original: Simulator | undefined
  return base.extend<ForgeryFixtures>({
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures this one needs.
    sim: async ({}, use) => {
      original ??= createSimulator(options)
      await use(original.fork())
    },
    url: async ({ sim }, use) => {
      const server = await sim.listen()
      try {
        await use(server.url)
      } finally {
        await server.close()
      }
    },
  })
}
