import { faults, gather, nothingGathered, type Reporter, type ReporterOptions } from './reporter.ts'

/** For programs: one JSON document at the end, with every check, and each fault once. */
export function jsonReporter({ replay }: ReporterOptions): Reporter {
  const gathered = nothingGathered()
  return {
    next: (event) => {
      gather(gathered, event)
      if (event.type !== 'ended') return ''
      const { started, checks, observations } = gathered
      const { type: _started, ...run } = started ?? { type: 'started' }
      const document = {
        ...run,
        counts: event.counts,
        milliseconds: Math.round(event.milliseconds),
        faults: faults(gathered).map(({ finding }) => ({ ...finding, replay: replay(finding.check) })),
        observations: observations.map(({ id, observation }) => ({ id, ...observation })),
        checks: checks.map(({ type: _type, milliseconds, ...check }) => ({
          ...check,
          milliseconds: Math.round(milliseconds),
        })),
      }
      return `${JSON.stringify(document, null, 2)}\n`
    },
  }
}
