import { type Asked, attempt, type Outcome } from './attempt.ts'
import { remediesFor } from './remedies.ts'
import type { Remedy } from './remedy.ts'

/** What would let a refused request pass. */
export interface Way {
  /** All of these together. */
  readonly remedies: readonly Remedy[]
  /** How the request then ends. */
  readonly outcome: Outcome
}

/** Most changes at once: a credential, a role, a switch and one more. */
const DEEPEST = 4

/**
 * Looks for what would let a refused request pass, by trying one change of the world after the other: each single change
 * that does, the least role first; or else those that get furthest, one upon the other. Who is not known has to sign in
 * first, whatever else there is. Empty where nothing helps.
 */
export function waysFor(asked: Asked, refused: Outcome): Way[] {
  const all = tried(asked, refused)
  const single = firstOfEach(all.filter(({ outcome }) => passes(outcome))).map(asWay)
  const signedIn = all.find(({ remedy, outcome }) => remedy.kind === 'credential' && !passes(outcome))
  const known = signedIn === undefined ? undefined : upon(signedIn, DEEPEST - 1)
  const ways = [...(known !== undefined && passes(known.outcome) ? [known] : []), ...single]
  if (ways.length > 0) return ways
  const way = furthest(asked, refused, DEEPEST)
  return way.remedies.length === 0 ? [] : [way]
}

interface Tried {
  readonly remedy: Remedy
  readonly asked: Asked
  readonly outcome: Outcome
}

function tried(asked: Asked, refused: Outcome): Tried[] {
  return remediesFor(asked, refused).map((remedy) => {
    const world = asked.world.fork()
    const request = remedy.apply(world, asked.request)
    const changed = { ...asked, world, request }
    return { remedy, asked: changed, outcome: attempt(changed) }
  })
}

function asWay({ remedy, outcome }: Tried): Way {
  return { remedies: [remedy], outcome }
}

/** A change, and what gets further upon it. */
function upon({ remedy, asked, outcome }: Tried, depth: number): Way {
  const further = furthest(asked, outcome, depth)
  return { remedies: [remedy, ...further.remedies], outcome: further.outcome }
}

// What leads elsewhere before anything was served is a refusal too, as in maintenance.
function passes({ status, stations }: Outcome): boolean {
  return status < 300 || (status < 400 && stations.some(({ station }) => station === 'handler'))
}

/** Of several changes of one kind and place only the first: whoever may as a developer may as a maintainer. */
function firstOfEach(all: readonly Tried[]): Tried[] {
  const seen = new Set<string>()
  return all.filter(({ remedy: { kind, has, about = has } }) => {
    const key = `${kind} ${about}`
    const first = !seen.has(key)
    seen.add(key)
    return first
  })
}

function furthest(asked: Asked, refused: Outcome, depth: number): Way {
  const stay: Way = { remedies: [], outcome: refused }
  if (depth === 0 || passes(refused)) return stay
  let best: Tried | undefined
  for (const one of tried(asked, refused))
    if (progress(one.outcome) > progress(best?.outcome ?? refused)) best = one
  return best === undefined ? stay : upon(best, depth - 1)
}

const before = ['credential', 'parameters', 'subject', 'ability']

/**
 * How far a request got: by the stations that it passed, and once it is served, by what it is told. What is wrong with a
 * request is told to those who may, what is hidden to nobody.
 */
function progress(outcome: Outcome): number {
  const { status, stations } = outcome
  if (passes(outcome)) return 1000
  const served = stations.some(({ station }) => station === 'handler')
  const rank = [401, 404, 403].indexOf(status)
  const told = rank < 0 ? 3 : rank
  return served ? 900 + told : stations.filter(({ station }) => before.includes(station)).length * 4 + told
}
