import fc from 'fast-check'
import type { Contract, ContractOperation } from '../../sim/contract.ts'
import type { Scope } from '../run/scope.ts'
import { operationsNamed } from '../run/selection.ts'
import { createStages } from '../run/stages.ts'
import { contractFor } from '../targets/accepted.ts'
import type { Target, Who } from '../targets/target.ts'
import { createMatch, type Found, type MatchOptions, Parting } from './match.ts'
import { commonProject, groupsOn } from './place.ts'
import { comparable, plainSteps, type Step, sequences } from './step.ts'
import type { Player } from './turn.ts'

export interface TwinOptions extends MatchOptions {
  /** Every sequence follows from it; default 1. */
  readonly seed?: number
  /** Sequences; default 25. Where nothing is written, each operation is called once before. */
  readonly runs?: number
  /** Families to draw calls from; default all. */
  readonly families?: readonly string[]
  /** Operations to draw calls from: `GET /projects/:id/milestones*`. */
  readonly operations?: readonly string[]
  /** Operations to draw calls from; `specification` unless families or operations are named. */
  readonly scope?: Scope | undefined
  /** Calls in one sequence, at most; default 12. */
  readonly length?: number
  /** Told of the project that is looked at, before anything is compared. */
  readonly looksAt?: (project: string) => void
}

/** What became of a comparison. */
export type TwinResult = Compared & {
  /** Sequences that were played, without those that made a difference smaller. */
  readonly sequences: number
  /** Those that differed, and did not when they were repeated. */
  readonly unsteady: number
  /** What could not be removed. */
  readonly remains: readonly string[]
}
type Compared = { readonly kind: 'same' } | ({ readonly kind: 'different'; readonly shrinks: number } & Found)

/** Plays drawn sequences of calls on both targets, and makes the first one that shows a difference as small as it gets. */
export async function twin(left: Target, right: Target, options: TwinOptions = {}): Promise<TwinResult> {
  const { seed = 1, runs = 25, length = 12 } = options
  if ((left.mode === 'read') !== (right.mode === 'read'))
    throw new RangeError('both services need the same mode: one of them may only be read')
  const operations = drawnFrom(left, right, options)
  const players = await playersOn(left, right, options)
  const match = createMatch(players, options)
  const plain = left.mode === 'read' ? plainSteps(operations) : []
  let remains: readonly string[] = []
  try {
    const property = fc.asyncProperty(sequences(operations, length), match.play)
    const examples = plain.map((step): [readonly Step[]] => [[step]])
    const details = await fc.check(property, { seed, numRuns: runs + plain.length, examples })
    const error = match.broken() ?? details.errorInstance
    if (error instanceof Parting)
      return {
        kind: 'different',
        shrinks: details.numShrinks,
        ...error.found,
        ...match.counts(),
        remains: await closed(),
      }
    if (error != null) throw error
    return { kind: 'same', ...match.counts(), remains: await closed() }
  } finally {
    await closed()
  }

  async function closed() {
    for (const { stages } of players.splice(0)) remains = [...remains, ...(await stages.close())]
    return remains
  }
}

// Both sides are asked what the contract of the left one says, unless only the right one has a dialect.
function agreedOn(left: Target, right: Target): Contract {
  return contractFor(left.dialect === undefined && right.dialect !== undefined ? right : left)
}

function drawnFrom(
  left: Target,
  right: Target,
  { families = [], operations = [], ...wishes }: TwinOptions,
): readonly ContractOperation[] {
  const agreed = agreedOn(left, right)
  const all = comparable(agreed, left.mode === 'read')
  const known = new Set(all.map(({ family }) => family))
  const unknown = families.filter((family) => !known.has(family))
  if (unknown.length > 0)
    throw new RangeError(`there is no family ${unknown.join(', ')} to compare: use ${[...known].join(', ')}`)
  const wished = operations.map((pattern) => operationsNamed(pattern, agreed))
  const isNamed = families.length + operations.length > 0
  const { scope = isNamed ? 'all' : 'specification' } = wishes
  const drawn = all.filter(
    (one) =>
      (scope === 'all' || !one.beyond) &&
      (families.length === 0 || families.includes(one.family)) &&
      (operations.length === 0 || wished.some((named) => named.has(one.id))),
  )
  if (drawn.length > 0) return drawn
  if (isNamed && scope !== 'all' && wishes.scope !== undefined)
    throw new RangeError(
      `${[...families, ...operations].join(', ')} is around the specification, and the scope is ${scope}: leave it out, or make it all`,
    )
  const what = left.mode === 'read' ? 'that only reads a project or a group' : 'on a project or a group'
  throw new RangeError(`no operation ${what} matches ${operations.join(', ')}`)
}

// A caller whom one side knows would be a member of the group on that side alone.
async function playersOn(left: Target, right: Target, options: TwinOptions): Promise<Player[]> {
  const both = [left, right]
  const known: (readonly Who[])[] = []
  for (const target of both) known.push(await callersOf(target, options))
  const targets = both.map((target) => ({
    ...target,
    credentials: Object.fromEntries(
      Object.entries(target.credentials).filter(([who]) =>
        known.every((callers) => callers.some((one) => one === who)),
      ),
    ),
  }))
  const project = left.mode === 'read' ? await commonProject(targets, left.place.project) : undefined
  if (project !== undefined) options.looksAt?.(project.path)
  const players: Player[] = []
  for (const [i, target] of targets.entries()) {
    const placed =
      project === undefined ? target : { ...target, place: { ...target.place, project: project.path } }
    players.push({
      target: placed,
      // Both sides call what they make by the same names.
      stages: await createStages(placed, `${left.prefix}-${options.seed ?? 1}`, { signal: options.signal }),
      contract: agreedOn(left, right),
      visibility: project === undefined ? groupsOn(targets) : project.visibilities[i],
    })
  }
  return players
}

async function callersOf(target: Target, { signal }: TwinOptions): Promise<readonly Who[]> {
  const stages = await createStages(target, target.prefix, { signal })
  await stages.close()
  return stages.callers
}
