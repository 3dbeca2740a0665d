import type { Dialect } from '../../lib/dialect.ts'
import { AwaitingWork, type Worked } from '../../lib/long-work.ts'
import { AwaitingAnswer } from '../../lib/outbound.ts'
import { atOnce, finished, isSteps } from '../../lib/steps.ts'
import { type Station, traced } from '../../lib/tracing.ts'
import type { World } from '../../model/world.ts'
import type { Caller } from '../../policy/caller.ts'
import type { PlainRequest } from '../../protocol/message.ts'
import { RateLimits } from '../../protocol/rate-limit.ts'
import type { Answer } from '../../protocol/reply.ts'
import type { Router } from '../../protocol/route.ts'
import { Memory } from '../../store/memory.ts'
import type { Instant } from '../../time/calendar.ts'
import { apiTransaction } from '../transaction.ts'

/** A request, and the moment at which it is served. */
export interface Asked {
  readonly request: PlainRequest
  /** The world just before it; never written to. */
  readonly world: World
  readonly now: Instant
  /** Its place among all requests. */
  readonly number: number
  readonly seed: number
  readonly dialect: Dialect
  readonly router: Router
}

/** How a request ended, and what was told on its way. */
export interface Outcome {
  readonly status: number
  readonly body: string
  readonly stations: readonly Station[]
  /** Undefined where the request ended before its caller was known. */
  readonly caller: Caller | undefined
  /** The world after it. */
  readonly after: World
}

/** The status of a request that goes on to call another host: nobody is called to explain something. */
const ACCEPTED = 202

/** Serves a request on a copy of the world, which is dropped. Requests are not counted for limits. */
export function attempt({ request, world, now, number, seed, dialect, router }: Asked): Outcome {
  const stations: Station[] = []
  let caller: Caller | undefined
  const after = world.fork()
  const scene = {
    world: after,
    now,
    onIdentified: (identified: Caller) => {
      caller = identified
    },
    committed: () => atOnce(() => {}),
    broke: () => {},
  }
  const served = (worked: Worked): Answer | AwaitingAnswer => {
    stations.length = 0
    const transaction = apiTransaction(request, scene, {
      dialect,
      seed,
      number,
      router,
      limits: new RateLimits(false),
      memory: new Memory(),
      answers: [],
      worked,
      takesBytes: false,
    })
    const answer = isSteps(transaction) ? finished(transaction) : transaction
    return answer instanceof AwaitingWork ? served(answer.finish()) : answer
  }
  const answer = traced(
    (station) => stations.push(station),
    () => served(new Map()),
  )
  if (answer instanceof AwaitingAnswer) return { status: ACCEPTED, body: '', stations, caller, after }
  const body = typeof answer.body === 'string' ? answer.body : ''
  return { status: answer.status, body, stations, caller, after }
}
