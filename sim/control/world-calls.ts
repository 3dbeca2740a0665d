import { isoTime } from '../time/calendar.ts'
import { clockModeText } from '../time/clock.ts'
import { type Call, CallRefused, fieldsOf, json, jsonText, sensible, textField } from './call.ts'
import type { Controlled } from './controlled.ts'

/** What the simulator is, going back to its seeded world, and its OpenAPI document. */
export const worldCalls: readonly Call[] = [
  { method: 'GET', path: '/health', serve: (controlled) => json(health(controlled)) },
  {
    method: 'POST',
    path: '/reset',
    serve(controlled, { body }) {
      const fields = fieldsOf(body(), ['seed', 'world'])
      const { seed } = fields
      if (seed !== undefined && !Number.isSafeInteger(seed))
        throw new CallRefused(400, `'seed' must be a whole number, not ${JSON.stringify(seed)}`)
      const world = textField(fields, 'world')
      const to = {
        ...(seed === undefined ? {} : { seed: seed as number }),
        ...(world === undefined ? {} : { world }),
      }
      sensible(() => controlled.reset(to))
      return json(health(controlled))
    },
  },
  { method: 'GET', path: '/openapi.json', serve: (controlled) => jsonText(controlled.openapi()) },
]

function health(controlled: Controlled) {
  const { version, seed, worldName, tier, dialect, outbound, clockMode } = controlled
  const clock = { now: isoTime(controlled.now()), mode: clockModeText(clockMode) }
  return { status: 'ok', version, seed, world: worldName, tier, dialect, outbound, clock }
}
