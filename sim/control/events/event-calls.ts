import type { Feed, PlainReply } from '../../protocol/message.ts'
import { isoTime } from '../../time/calendar.ts'
import { clockModeText } from '../../time/clock.ts'
import { type Call, CallRefused } from '../call.ts'
import type { Controlled } from '../controlled.ts'

/** Milliseconds after which a client asks again, where its connection could not be kept. */
const RETRY = 1000

/** What happens, as server-sent events: the journal, and the clock. */
export const eventCalls: readonly Call[] = [
  {
    method: 'GET',
    path: '/events',
    serve(controlled): PlainReply {
      if (controlled.journal.watched.isFull)
        throw new CallRefused(409, 'too many follow the events already: close one of the pages')
      const feed = feedOf(controlled)
      return {
        status: 200,
        headers: { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store' },
        body: `retry: ${RETRY}\n\n${feed.next()}`,
        transport: { feed },
      }
    },
  },
]

// It reads the journal when it is asked: nothing is queued for whoever reads slowly.
function feedOf(controlled: Controlled): Feed {
  let drops = -1
  let last = 0
  return {
    next() {
      const { journal } = controlled
      const isWhole = journal.drops !== drops
      const entries = journal.entries({}, isWhole ? 0 : last)
      drops = journal.drops
      last = journal.next - 1
      const state = { now: isoTime(controlled.now()), mode: clockModeText(controlled.clockMode) }
      const news = isWhole || entries.length > 0 ? event(isWhole ? 'all' : 'more', entries) : ''
      return `${news}${event('state', state)}`
    },
    follow: (wake) => controlled.journal.watched.follow(wake),
  }
}

function event(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}
