import type { Event } from '../run/events.ts'

const CLEAR = '\r\u001b[K'

/** A line that stands still on a terminal: how far the run is, and how long it will go on. */
export interface Progress {
  /** What is to be written to the terminal after this event. */
  next(event: Event): string
  /** What takes the line away, before anything else is written. */
  readonly clear: string
}

/** `clock` gives milliseconds. */
export function createProgress(clock: () => number = () => performance.now()): Progress {
  let planned = 0
  let done = 0
  let failed = 0
  let began = 0
  return {
    clear: CLEAR,
    next: (event) => {
      switch (event.type) {
        case 'started':
          planned = event.planned
          began = clock()
          return ''
        case 'check-started':
          return `${CLEAR}${done} of ${planned}${failed === 0 ? '' : `, ${failed} failed`}${timeLeft()}  ${event.id}`
        case 'check-ended':
          done += 1
          if (event.result.kind === 'fail') failed += 1
          return ''
        case 'ended':
          return CLEAR
        case 'observed':
          return ''
        default:
          return event satisfies never
      }
    },
  }

  function timeLeft(): string {
    // The first few tell nothing of the rest.
    if (done < 20) return ''
    const seconds = Math.round((((clock() - began) / done) * (planned - done)) / 1000)
    return `, about ${seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`} left`
  }
}
