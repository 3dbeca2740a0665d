import fc from 'fast-check'
import { createSimulator, type PlainRequest } from '../../sim/index.ts'
import type { Campaign } from './campaign.ts'
import { hostileRequest } from './hostile-request.ts'

/** Hostile requests in process: none is answered with 5xx, and no turn is long. */
export function requests(): Campaign<readonly PlainRequest[]> {
  const errors: unknown[] = []
  const sim = createSimulator({ outbound: 'off', onServerError: (error) => errors.push(error) })
  return {
    name: 'requests',
    says: 'hostile requests over all operations, in process',
    inputs: fc.array(hostileRequest, { minLength: 1, maxLength: 6 }),
    size: 150,
    attempt: async (input) => {
      errors.length = 0
      const fork = sim.fork()
      for (const request of input) {
        const { status } = await fork.respond(request)
        const [error] = errors
        if (error !== undefined)
          return `answered ${status}: ${error instanceof Error ? error.stack : String(error)}`
        if (status >= 500) return `answered ${status}`
      }
      return undefined
    },
  }
}
