import { optionsFor } from '../lib/dialect.ts'
import type { Json } from '../lib/json.ts'
import { isoTime } from '../time/calendar.ts'
import { clockModeText } from '../time/clock.ts'
import { type Call, CallRefused, fieldsOf, inRange } from './call.ts'
import type { Controlled, ResetChoice } from './controlled.ts'
import { metricsOf } from './metrics.ts'
import { json, jsonText } from './replies.ts'

/** Health, reset, metrics and the OpenAPI document. */
export const worldCalls: readonly Call[] = [
  { method: 'GET', path: '/health', serve: (controlled) => json(health(controlled)) },
  {
    method: 'POST',
    path: '/reset',
    *serve(controlled, { longBody }) {
      const fields = fieldsOf(yield* longBody(), ['seed', 'world'])
      yield* inRange(controlled.resetSteps(resetChoice(fields)))
      return json(health(controlled))
    },
  },
  {
    method: 'GET',
    path: '/metrics',
    serve: (controlled) => ({
      status: 200,
      headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8', 'Cache-Control': 'no-store' },
      body: metricsOf(controlled),
    }),
  },
  {
    method: 'GET',
    path: '/openapi.json',
    *serve(controlled) {
      return jsonText(yield* controlled.openapi())
    },
  },
]

/** The reset options in a body. */
export function resetChoice({ seed, world }: { readonly [name: string]: Json }): ResetChoice {
  if (seed !== undefined && !Number.isSafeInteger(seed))
    throw new CallRefused(400, `'seed' must be a whole number, not ${JSON.stringify(seed)}`)
  const described = typeof world === 'object' && world !== null && !Array.isArray(world)
  if (world !== undefined && typeof world !== 'string' && !described)
    throw new CallRefused(400, `'world' must be demo, empty or a description, not ${JSON.stringify(world)}`)
  return {
    ...(seed === undefined ? {} : { seed: seed as number }),
    ...(world === undefined ? {} : { world: world as NonNullable<ResetChoice['world']> }),
  }
}

function health(controlled: Controlled) {
  const { version, seed, worldName, tier, dialect, outbound, clockMode, squeezed } = controlled
  const clock = { now: isoTime(controlled.now()), mode: clockModeText(clockMode) }
  return {
    status: 'ok',
    version,
    seed,
    world: worldName,
    tier,
    ...optionsFor(dialect),
    ...(squeezed && { squeeze: true }),
    outbound,
    clock,
  }
}
