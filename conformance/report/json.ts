import { sourcesOf } from './bug-report.ts'
import { atEnd, faults, type Gathered, type Reporter, type ReporterOptions } from './reporter.ts'
import { sentenceShares } from './sentences.ts'

/** For programs: one JSON document at the end, with every check, and each fault once. `merge` joins such documents. */
export function jsonReporter(options: ReporterOptions): Reporter {
  return atEnd((gathered) => `${JSON.stringify(documentOf(gathered, options), null, 2)}\n`)
}

function documentOf(gathered: Gathered, { replay, sentences = [] }: ReporterOptions) {
  const { started, ended, checks, observations } = gathered
  const { type: _started, ...run } = started ?? { type: 'started' }
  return {
    ...run,
    counts: ended?.counts,
    stopped: ended?.stopped,
    ...(ended?.why === undefined ? {} : { why: ended.why }),
    ...(ended?.untried === undefined ? {} : { untried: ended.untried }),
    ...(ended?.left === undefined ? {} : { left: ended.left }),
    traffic: ended?.traffic,
    milliseconds: Math.round(ended?.milliseconds ?? 0),
    faults: faults(gathered).map(({ finding, first: { says, source } }) => ({
      ...finding,
      says,
      sources: sourcesOf(source),
      replay: replay(finding.check),
    })),
    observations: observations.map(({ id, observation }) => ({ id, ...observation })),
    checks: checks.map(({ type: _type, milliseconds, ...check }) => ({
      ...check,
      milliseconds: Math.round(milliseconds),
    })),
    tried: ended?.tried,
    sentences: Object.fromEntries(
      [...sentenceShares(sentences, checks)].map(([page, { tried, of, missing }]) => [
        page,
        { tried, of, missing },
      ]),
    ),
  }
}
