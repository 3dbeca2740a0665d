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
  return {
    hear: (event) => {
      // A limit that the run was given is no interruption.
      if (event.type === 'ended') signalled = event.stopped && (event.why ?? 'signal') === 'signal'
      if (event.type !== 'check-ended') return
      const { result } = event
      // A check that rightly could not be arranged says nothing of the service.
      const rightly = result.kind === 'blocked' && 'cause' in result && result.rightly
      if (result.kind === 'broken' || (result.kind === 'blocked' && !rightly)) must += 1
      else if (result.kind === 'fail' && result.finding.severity === 'must') must += 1
      else if (result.kind === 'fail') should += 1
    },
    verdict: () => {
      const status = must > 0 || (strict && should > 0) ? 1 : signalled ? 130 : 0
      const warns = should > 0 && !strict
      const warning = `${should} of what should hold does not; --strict makes that a failure`
      return { status, warning: warns ? warning : undefined }
    },
  }
}
