import type { Event } from './events.ts'

/** 0: everything holds; 1: something that must hold does not; 2: it could not be tried; 130: it was stopped. */
export type ExitStatus = 0 | 1 | 2 | 130

export interface Judge {
  hear(event: Event): void
  verdict(): { readonly status: ExitStatus; readonly warning: string | undefined }
}

/** Listens to a run and tells its exit status: what only should hold is a warning, unless it is strict. */
export function createJudge(strict: boolean): Judge {
  let must = 0
  let should = 0
  let signalled = false
  let decided = 0
  let undecided = 0
  let whole = true
  const warningOf = () =>
    should > 0 && !strict
      ? `${should} of what should hold does not; --strict makes that a failure`
      : undefined
  return {
    hear: (event) => {
      // A limit that the run was given is no interruption.
      if (event.type === 'ended') signalled = event.stopped && (event.why ?? 'signal') === 'signal'
      // A part may by chance have only checks that cannot be tried.
      if (event.type === 'started') whole = event.shard === undefined
      if (event.type !== 'check-ended') return
      const { result } = event
      if (result.kind === 'skip' || result.kind === 'blocked') undecided += 1
      else if (result.kind !== 'disabled') decided += 1
      // A check that rightly could not be arranged says nothing of the service.
      const rightly = result.kind === 'blocked' && 'cause' in result && result.rightly
      if (result.kind === 'broken' || (result.kind === 'blocked' && !rightly)) must += 1
      else if (result.kind === 'fail' && result.finding.severity === 'must') must += 1
      else if (result.kind === 'fail') should += 1
    },
    verdict: () => {
      if (must > 0 || (strict && should > 0)) return { status: 1, warning: warningOf() }
      if (signalled) return { status: 130, warning: warningOf() }
      if (whole && decided === 0 && undecided > 0)
        return {
          status: 2,
          warning: `no check came to a verdict (skipped or blocked: ${undecided}); the report tells why`,
        }
      return { status: 0, warning: warningOf() }
    },
  }
}
