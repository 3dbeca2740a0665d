import type { Reporter } from '../report/reporter.ts'
import type { Event } from '../run/events.ts'
import type { Tally } from './judge.ts'

/** For programs: one JSON document at the end. */
export function jsonOfTraffic(tally: () => Tally): Reporter {
  const findings: object[] = []
  let started: Extract<Event, { type: 'started' }> | undefined
  return {
    next: (event) => {
      if (event.type === 'started') started = event
      if (event.type === 'check-ended' && (event.result.kind === 'fail' || event.result.kind === 'known')) {
        const { says, source, result } = event
        const { objects: exchanges, calls, lastReply } = result.recipe
        const known = result.kind === 'known' ? { known: result.reason } : {}
        findings.push({ ...result.finding, ...known, says, source, exchanges, calls, answered: lastReply })
      }
      if (event.type !== 'ended') return ''
      const { exchanges, operations, left, laws } = tally()
      const { pass, fail, known } = event.counts
      const document = {
        target: started?.target,
        dialect: started?.dialect ?? null,
        exchanges,
        operations,
        left: Object.fromEntries(left),
        counts: { pass, fail, known },
        laws,
        findings,
      }
      return `${JSON.stringify(document, null, 2)}\n`
    },
  }
}
