import { Gitlab } from '@gitbeaker/rest'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Server, Simulator, SimulatorOptions, Snapshot } from '../../index.ts'
import { testSimulator } from '../../testing/calls.ts'

/** What the tests of a `describe` share. */
export interface Served {
  readonly sim: Simulator
  readonly url: string
  /** The client of whoever has the token `USER-token`. */
  readonly as: (user: string) => InstanceType<typeof Gitlab>
}

/** A simulator behind a port for the tests of a `describe`, as new before each of them. */
export function served(options: SimulatorOptions): Served {
  let now: { readonly sim: Simulator; readonly server: Server; readonly fresh: Snapshot } | undefined
  beforeAll(async () => {
    const sim = testSimulator(options)
    now = { sim, server: await sim.listen(), fresh: sim.snapshot() }
  })
  beforeEach(() => current().sim.restore(current().fresh))
  afterAll(() => current().server.close())
  const current = () => {
    if (now === undefined) throw new Error('there is a simulator only while tests run')
    return now
  }
  return {
    get sim() {
      return current().sim
    },
    get url() {
      return current().server.url
    },
    as: (user) => new Gitlab({ host: current().server.url, token: `${user}-token` }),
  }
}
