import { beforeEach } from 'vitest'
import type { Simulator, SimulatorOptions } from '../index.ts'
import { type Calls, callsOf, testSimulator } from './calls.ts'

/** What a test of a file may touch. */
export interface PerTest {
  /** The simulator of this test. */
  readonly sim: Simulator
  /** The calls of a user by the token `USER-token`; nobody in particular is anonymous. */
  readonly as: (user?: string) => Calls
}

/** A simulator for each test of a file, or of a `describe`: forks of one, since a fork costs nothing. */
export function perTest(options: SimulatorOptions = {}): PerTest {
  let common: Simulator | undefined
  let sim: Simulator | undefined
  beforeEach(() => {
    common ??= testSimulator(options)
    sim = common.fork()
  })
  const current = (): Simulator => {
    if (sim === undefined) throw new Error('there is a simulator only while a test runs')
    return sim
  }
  return {
    get sim() {
      return current()
    },
    as: (user) => callsOf(current(), user),
  }
}
