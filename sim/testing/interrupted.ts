import { createSimulator, type Simulator } from '../index.ts'
import type { Authority } from '../lib/dialect.ts'
import type { PlainReply } from '../protocol/message.ts'
import { FailedWrite, withFailingWrite } from './failing-writes.ts'
import { standing, writtenSince } from './worlds.ts'
import type { WritingRequest } from './writing.ts'

/** What was wrong after a write that failed. */
export interface Wrong {
  readonly request: WritingRequest
  /** The write that failed, from 1; 0 where the request went through and its reply was wrong. */
  readonly write: number
  readonly says: string
}

/** What was found, and how many writes failed on the way. */
export interface Interrupted {
  readonly wrong: readonly Wrong[]
  readonly failures: number
}

/**
 * Requests, each with every one of its writes failing in turn, and then with none: a failure has to be answered
 * with 500 and to leave every table as it was, and the request after it has to be answered as in a simulator in which
 * nothing ever failed.
 */
export function interrupted(
  requests: readonly WritingRequest[],
  dialect: Authority = 'specification',
): Interrupted {
  const errors: unknown[] = []
  // Nothing is due and nothing ticks, so that all writes are those of requests.
  const sim = createSimulator({
    clock: 'frozen',
    dialect,
    outbound: 'off',
    onServerError: (error) => errors.push(error),
  })
  const calm = createSimulator({ clock: 'frozen', dialect, outbound: 'off' })
  const wrong: Wrong[] = []
  let failures = 0
  for (const request of requests) {
    const note = (write: number, says: string) => wrong.push({ request, write, says })
    const before = standing(sim.world)
    for (let nth = 1; ; nth++) {
      errors.length = 0
      const { result, failed } = withFailingWrite(nth, () => sim.handle(request))
      if (!failed) {
        const expected = calm.handle(request)
        const difference = differing(result, expected, sim, calm)
        if (difference !== undefined) note(0, difference)
        break
      }
      failures += 1
      if (result.status !== 500) note(nth, `answered ${result.status} although a write failed`)
      if (!errors.some((error) => error instanceof FailedWrite)) note(nth, 'nobody was told of the failure')
      const written = writtenSince(before, sim.world)
      if (written.length > 0) {
        note(nth, `left changes in ${written.join(', ')}`)
        return { wrong, failures }
      }
      // Requests are numbered, whether or not they succeed.
      calm.handle({ method: 'GET', url: '/api/v4/version', headers: {} })
    }
  }
  return { wrong, failures }
}

function differing(
  reply: PlainReply,
  expected: PlainReply,
  sim: Simulator,
  calm: Simulator,
): string | undefined {
  if (reply.status !== expected.status) return `answered ${reply.status} instead of ${expected.status}`
  if (String(reply.body) !== String(expected.body))
    return `answered another body than ${String(expected.body)}`
  const other = sim.world.tableNames.find(
    (name) => sim.world.table(name)?.size !== calm.world.table(name)?.size,
  )
  return other === undefined ? undefined : `has other rows in ${other}`
}
