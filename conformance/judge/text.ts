import { sourcesOf } from '../report/bug-report.ts'
import { countsLine, type Reporter } from '../report/reporter.ts'
import type { CheckEnded, Event } from '../run/events.ts'
import { acceptedText } from '../targets/accepted.ts'
import type { Tally } from './judge.ts'

/** For people: each finding as it comes, then what was judged and what was not. */
export function textOfTraffic(tally: () => Tally): Reporter {
  const known: string[] = []
  return {
    next: (event) => {
      if (event.type === 'started') return opening(event)
      if (event.type === 'ended') return closing(event, tally(), known)
      if (event.type !== 'check-ended') return ''
      const { id, result } = event
      if (result.kind === 'known') known.push(`  ${id}: ${result.finding.title}; ${result.reason}`)
      return result.kind === 'fail' ? findingOf(event, result) : ''
    },
  }
}

function opening(started: Extract<Event, { type: 'started' }>): string {
  return `Traffic of ${started.target} (${acceptedText(started)})\n\n`
}

type Failed = Extract<CheckEnded['result'], { readonly kind: 'fail' }>

function findingOf({ id, says, source }: CheckEnded, { finding, recipe }: Failed): string {
  const { calls, objects, lastReply = '' } = recipe
  return [
    `FAIL ${id} (${finding.severity})`,
    `  ${says}`,
    ...sourcesOf(source).map((line) => `  (${line})`),
    `  ${finding.title}`,
    `    expected  ${finding.expected}`,
    `    actual    ${finding.actual}`,
    ...calls.flatMap((call, i) => [`  ${objects[i] ?? 'call'}`, `    ${call}`]),
    `  answered: ${lastReply}`,
    '',
    '',
  ].join('\n')
}

function closing(
  { counts, stopped: _stopped }: Extract<Event, { type: 'ended' }>,
  { exchanges, operations, left, laws }: Tally,
  known: readonly string[],
): string {
  const lines = laws
    .filter(({ held, broken }) => held + broken > 0)
    .map(
      ({ name, held, broken }) =>
        `  ${name.padEnd(16)}${String(held).padStart(8)} hold${broken === 0 ? '' : `, ${broken} do not`}`,
    )
  const passedOver = [...left].map(([reason, count]) => `  ${String(count).padStart(8)} ${reason}`)
  return [
    ...(known.length === 0 ? [] : ['Known', ...known, '']),
    ...(lines.length === 0 ? [] : ['Judged, by law', ...lines, '']),
    ...(passedOver.length === 0 ? [] : ['Not judged', ...passedOver, '']),
    `${exchanges} exchanges of ${operations} operations judged: ${countsLine(counts)}`,
    '',
  ].join('\n')
}
