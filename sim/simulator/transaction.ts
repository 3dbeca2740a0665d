import { afterRequest, follow } from '../jobs/followers.ts'
import { scheduleHooks } from '../jobs/hooks/schedule-hooks.ts'
import { AwaitingWork, stepsWithWorkPutOff, type Worked, withWorkPutOff } from '../lib/long-work.ts'
import { type Answered, AwaitingAnswer, replayAnswers } from '../lib/outbound.ts'
import { DONE, isSteps, type Steps, type Stepwise } from '../lib/steps.ts'
import { setAuditOrigin } from '../model/audit-events/audit-log.ts'
import type { User } from '../model/users/user.ts'
import type { World } from '../model/world.ts'
import { isOauth, oauthAnswer } from '../oauth/index.ts'
import type { Caller } from '../policy/caller.ts'
import { handle, type Service, splitTarget } from '../protocol/handle.ts'
import type { PlainRequest } from '../protocol/message.ts'
import type { RateLimits } from '../protocol/rate-limit.ts'
import { Refusal, serverError } from '../protocol/refusal.ts'
import { type Answer, moreHeaders, type PlainAnswer, refusalAnswer, requestId } from '../protocol/reply.ts'
import type { Router } from '../protocol/route.ts'
import type { Memory } from '../store/memory.ts'
import type { Instant } from '../time/calendar.ts'

/** The root of the API: what all its paths begin with. */
export const API_ROOT = /^\/api\/v4(?=[/?#]|$)/

/** The path of a request below the root, still encoded, without its query. */
export function apiPath({ url }: PlainRequest): string {
  return (splitTarget(url)[0] as string).slice(API_LENGTH)
}
const API_LENGTH = '/api/v4'.length

/** What a transaction takes place in. */
export interface Scene {
  readonly world: World
  readonly now: Instant
  readonly onIdentified: (caller: Caller) => void
  /** Called with `now` once the world has changed. */
  readonly committed: (now: Instant) => Steps<void>
  /** Told of each unexpected error. */
  readonly broke: (error: unknown) => void
}

/** What a request of the API is served with, each time that it is tried. */
export interface Attempt extends Pick<Service, 'dialect' | 'seed'> {
  readonly memory: Memory
  readonly router: Router
  readonly limits: RateLimits
  /** The request's place among all requests. */
  readonly number: number
  /** What somebody outside answered when the same request ran before. */
  readonly answers: readonly Answered[]
  /** What was worked out since the same request ran first. */
  readonly worked: Worked
  /** Whether a long list is answered as its bytes. */
  readonly takesBytes: boolean
}

/**
 * Serves a request of the API on a fork of the world, which becomes the world. A refused one changes nothing, and neither
 * does one that has to wait for an answer from outside, or for work that takes long.
 */
export function apiTransaction(request: PlainRequest, scene: Scene, attempt: Attempt): Stepwise<Outcome> {
  const { world, now } = scene
  const { dialect, seed, number, answers, worked, memory, takesBytes } = attempt
  memory.catchUp(world.changes)
  const fork = world.attempt()
  let impersonator: User | undefined
  let user: User | undefined
  let counted: { readonly [name: string]: string } | undefined
  const service: Service = {
    world: fork,
    dialect,
    seed,
    now,
    memory,
    takesBytes,
    // A request counts once, however often it is run.
    limits: answers.length + worked.size === 0 ? attempt.limits : undefined,
    onIdentified: (caller) => {
      impersonator = caller.sudoBy
      user = caller.user
      scene.onIdentified(caller)
    },
    onCounted: (headers) => {
      counted = headers
    },
    callOut: replayAnswers(answers),
    requestId: () => requestId({ seed, number, now }),
  }
  try {
    const answer = isOauth(request, dialect)
      ? oauthAnswer(service, request)
      : withWorkPutOff(worked, () => handle(attempt.router, request, apiPath(request), service))
    // Most requests only read, and leave nothing to commit.
    if (!isSteps(answer) && !fork.changes.wasWritten) return withHeaders(answer, counted)
    return committed(answer, { request, scene, attempt, fork, by: () => ({ user, impersonator }), counted })
  } catch (error) {
    return failed(error, { scene, attempt, fork, counted })
  }
}

const AUDITED = ['auditEvents']

type Outcome = Answer | AwaitingAnswer | AwaitingWork

/** A request that is being served. */
interface Begun {
  readonly scene: Scene
  readonly attempt: Attempt
  readonly fork: World
  /** What is told of the throttles that counted it, in the headers of whatever is answered. */
  readonly counted: Answer['headers'] | undefined
}

interface Serving extends Begun {
  readonly request: PlainRequest
  /** Who asked, as soon as that is known. */
  readonly by: () => { readonly user: User | undefined; readonly impersonator: User | undefined }
}

function* committed(served: Stepwise<Answer>, serving: Serving): Steps<Outcome> {
  const { request, scene, attempt, fork } = serving
  const { world, now } = scene
  try {
    const answer = isSteps(served) ? yield* stepsWithWorkPutOff(attempt.worked, served) : served
    if (!fork.changes.wasWritten) return withHeaders(answer, serving.counted)
    const { user, impersonator } = serving.by()
    if (fork.changes.touches(AUDITED)) setAuditOrigin(world, fork, { address: request.address, impersonator })
    const change = { before: world, after: fork, user, now }
    yield* follow(change, afterRequest)
    yield* callHooks(request, change)
    world.become(fork)
    yield* scene.committed(now)
    return withHeaders(answer, serving.counted)
  } catch (error) {
    return failed(error, serving)
  }
}

function withHeaders(answer: Answer, counted: Answer['headers'] | undefined): Answer {
  if (counted === undefined) return answer
  const { status, headers, body } = answer
  return { status, headers: moreHeaders(headers, counted), body }
}

function failed(error: unknown, { scene, attempt, fork, counted }: Begun): Outcome {
  attempt.memory.abandon()
  if (error instanceof AwaitingAnswer || error instanceof AwaitingWork) return error
  if (error instanceof Refusal && error.extras.keep) scene.world.become(fork)
  return withHeaders(refused(error, scene), counted)
}

/** Schedules the webhooks for what a request changed. What a hook itself asks for calls none, or two would never stop. */
export function callHooks(
  { headers }: PlainRequest,
  change: Parameters<typeof scheduleHooks>[0],
): Steps<void> {
  return headers['x-gitlab-event-uuid'] === undefined ? scheduleHooks(change) : DONE
}

/** The answer to a request that was refused; an unexpected error is told of and answered with 500. */
export function refused(error: unknown, { broke }: Pick<Scene, 'broke'>): PlainAnswer {
  if (error instanceof Refusal) return refusalAnswer(error)
  broke(error)
  return refusalAnswer(serverError())
}
