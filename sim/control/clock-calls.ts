import type { Json } from '../lib/json.ts'
import type { Steps } from '../lib/steps.ts'
import type { PlainReply } from '../protocol/message.ts'
import { type Instant, isoTime } from '../time/calendar.ts'
import {
  type ClockMode,
  clockModeText,
  duration,
  instant,
  parseClockMode,
  withinYears,
} from '../time/clock.ts'
import { type Call, CallRefused, fieldsOf, inRange, refuseRangeErrors } from './call.ts'
import type { Controlled } from './controlled.ts'
import { json } from './replies.ts'

/** Virtual time: read it, move it, change how it moves. */
export const clockCalls: readonly Call[] = [
  { method: 'GET', path: '/clock', serve: (controlled) => json(shown(controlled)) },
  {
    method: 'POST',
    path: '/clock',
    serve(controlled, { body }) {
      const fields = fieldsOf(body(), ['advance', 'set', 'mode'])
      return inRange(
        moving(
          controlled,
          refuseRangeErrors(() => moveIn(controlled, fields)),
        ),
      )
    },
  },
]

interface Move {
  readonly mode: ClockMode | undefined
  readonly set: Instant | undefined
  readonly advance: number | undefined
}

// Everything is read before anything is changed: a call that is refused changes nothing.
function moveIn(controlled: Controlled, fields: { readonly [name: string]: Json }): Move {
  const mode = fields.mode === undefined ? undefined : parseClockMode(String(fields.mode))
  const set = fields.set === undefined ? undefined : instant(String(fields.set))
  const advance = fields.advance === undefined ? undefined : duration(amount(fields.advance))
  if (mode === undefined && set === undefined && advance === undefined)
    throw new CallRefused(
      400,
      'the body must say advance (a duration), set (a time) or mode, for example {"advance":"1h"}',
    )
  withinYears((set ?? controlled.now()) + (advance ?? 0))
  return { mode, set, advance }
}

function* moving(controlled: Controlled, { mode, set, advance }: Move): Steps<PlainReply> {
  if (mode !== undefined) controlled.setClockMode(mode)
  if (set !== undefined) yield* controlled.timeSteps(set)
  if (advance !== undefined) yield* controlled.timeSteps(controlled.now() + advance)
  return json(shown(controlled))
}

function amount(value: Json): string | number {
  return typeof value === 'number' ? value : String(value)
}

function shown(controlled: Controlled) {
  return { now: isoTime(controlled.now()), mode: clockModeText(controlled.clockMode) }
}
