import { Interrupted } from '../kit/finding.ts'
import { type Difference, firstDifference } from './difference.ts'
import type { Normal } from './normalise.ts'
import type { Step } from './step.ts'
import { begin, type Player, resolve, type Take } from './turn.ts'

/** Two services that are sent the same sequences. */
export interface Match {
  /** Plays a sequence. Throws a Parting for one that the two answer differently. */
  play(steps: readonly Step[]): Promise<void>
  /** What kept it from going on. */
  readonly broken: () => unknown
  readonly counts: () => { readonly sequences: number; readonly unsteady: number }
}

export interface MatchOptions {
  /** Names of fields and headers that are not compared. */
  readonly ignored?: readonly string[]
  /** Once it is aborted nothing is played any more. */
  readonly signal?: AbortSignal | undefined
  /** Told of each sequence that was answered alike. */
  readonly recorded?: ((take: Take) => void) | undefined
}

/** A difference, and the sequence that shows it; the last call is the one whose replies differ. */
export interface Found {
  readonly steps: readonly Step[]
  readonly difference: Difference
  /** The calls as `curl`, for each side. */
  readonly left: readonly string[]
  readonly right: readonly string[]
}

export class Parting extends Error {
  readonly found: Found
  constructor(found: Found) {
    super(found.difference.at)
    this.found = found
  }
}

/** Further sequences that are tried to make a differing one smaller. */
const SHRINK_BUDGET = 200

export function createMatch(players: readonly Player[], options: MatchOptions): Match {
  const { signal, recorded, ignored = [] } = options
  const unheeded = new Set(ignored)
  let problem: unknown
  let [sequences, unsteady, tries] = [0, 0, 0]
  let differs = false

  async function found(steps: readonly Step[]): Promise<Found | undefined> {
    if (!differs) sequences += 1
    const seen = await compared(steps, players, unheeded, differs ? undefined : recorded)
    if (seen === undefined || differs) return seen
    // What others do on a service meanwhile, and replicas that lag behind, are no difference of the two.
    const shared = players.some(({ target }) => target.lag !== undefined)
    const again = shared ? await compared(steps, players, unheeded) : seen
    if (again === undefined) unsteady += 1
    return again
  }

  return {
    broken: () => problem,
    counts: () => ({ sequences, unsteady }),
    play: async (steps) => {
      if (problem !== undefined || signal?.aborted) return
      if (differs && ++tries > SHRINK_BUDGET) return
      let parted: Found | undefined
      try {
        parted = await found(steps)
      } catch (thrown) {
        // Not thrown on: it would be taken for a difference, and made smaller.
        if (!signal?.aborted) problem = thrown instanceof Interrupted ? new Error(thrown.reason) : thrown
        return
      }
      if (parted === undefined || signal?.aborted) return
      differs = true
      throw new Parting(parted)
    },
  }
}

async function compared(
  steps: readonly Step[],
  players: readonly Player[],
  ignored: ReadonlySet<string>,
  recorded?: MatchOptions['recorded'],
): Promise<Found | undefined> {
  const [one, other] = players as readonly [Player, Player]
  const left = await begin(one)
  const right = await begin(other).catch(async (problem: unknown) => {
    await left.end()
    throw problem
  })
  const played: Step[] = []
  const replies: (Normal | null)[] = []
  try {
    for (const drawn of steps) {
      const { step, values } = await resolve(drawn, [left, right])
      const [here, there] = [await left.play(step, values[0] ?? {}), await right.play(step, values[1] ?? {})]
      played.push(step)
      // A caller whom only one side knows tells nothing.
      replies.push(here !== undefined && there !== undefined ? here : null)
      const difference = here && there && firstDifference(here, there, ignored)
      if (difference) return { steps: played, difference, left: left.calls(), right: right.calls() }
    }
    recorded?.({ steps: played, replies })
    return undefined
  } finally {
    await left.end()
    await right.end()
  }
}
