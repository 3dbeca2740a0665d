import type { Call } from '../kit/client.ts'

/** More calls than that nobody reads. */
const MOST = 3

/** The calls of a failing input, by what they do for it. */
export interface Sorted {
  /** What had to be there first, in the order of the calls. */
  readonly before: readonly Call[]
  /** The call whose reply is wrong, and the few before it that tell why. */
  readonly decisive: readonly Call[]
}

/**
 * The shortest story of a failure: the call that showed it, the last changes before it, and where there were fewer of
 * those the last readings, with which it was compared. Other changes come before the story, other readings after the
 * first of them are left out: they changed nothing, and nothing was wrong with them.
 */
export function sorted(calls: readonly Call[], operation: string | undefined): Sorted {
  if (calls.length <= MOST) return { before: [], decisive: calls }
  const named = calls.findLastIndex((call) => call.operation === operation)
  const shown = named < 0 ? calls.length - 1 : named
  const earlier = calls.slice(0, shown).map((call, place) => ({ place, reads: isRead(call) }))
  const changes = earlier.filter(({ reads }) => !reads).slice(1 - MOST)
  const readings = earlier.filter(({ reads }) => reads).slice(changes.length + 1 - MOST)
  const compared = changes.length + 1 === MOST ? [] : readings
  const places = [...[...changes, ...compared].map(({ place }) => place).sort((a, b) => a - b), shown]
  const [first = shown] = places
  return {
    before: calls.slice(0, first).filter((call) => !isRead(call)),
    decisive: places.flatMap((place) => calls[place] ?? []),
  }
}

function isRead({ request: { method } }: Call): boolean {
  return method === 'GET' || method === 'HEAD'
}
