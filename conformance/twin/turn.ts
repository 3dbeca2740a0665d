import type { Contract } from '../../sim/contract.ts'
import type { Visibility } from '../kit/check.ts'
import type { Params } from '../kit/query.ts'
import type { Stages } from '../run/stages.ts'
import type { Target } from '../targets/target.ts'
import { createFindings, type Findings, foundSide } from './found-side.ts'
import type { Normal } from './normalise.ts'
import { type Choices, NOTHING, type Side, writtenSide } from './side.ts'
import type { Named, Step } from './step.ts'

/** One of the services of a comparison, for all its sequences. */
export interface Player {
  readonly target: Target
  readonly stages: Stages
  readonly contract: Contract
  /** Of the project that is looked at, or of the group that is created for each sequence. */
  readonly visibility: Visibility | undefined
  /** What was found out of it so far. */
  findings?: Findings
}

/** One service in one sequence. */
export interface Turn extends Side {
  end(): Promise<void>
}

export async function begin(player: Player): Promise<Turn> {
  const { target, stages, contract, visibility } = player
  const { origin } = target
  const needs =
    target.mode === 'read'
      ? { project: visibility ?? 'private' }
      : { in: 'group' as const, repository: true as const, group: visibility ?? 'public' }
  const lease = await stages.lease(needs, { observed: () => undefined }, false)
  const { stage } = lease
  const end = () => lease.end()
  if (target.mode !== 'read') return { ...writtenSide(stage, origin), end }
  player.findings ??= createFindings(stage)
  return { ...foundSide(stage, origin, contract, player.findings), end }
}

/** A step as each side sends it. */
export interface Resolved {
  /** The step, with what it names. */
  readonly step: Step
  readonly values: readonly Params[]
  /** What the recording of a sequence names, and a side does not have. */
  readonly missing: string | undefined
}

/** Names the same things on all sides: what one of them lacks is named on none. */
export async function resolve(step: Step, sides: readonly Side[]): Promise<Resolved> {
  const values: { [param: string]: Params[string] }[] = sides.map(() => ({}))
  const names: { [param: string]: Named } = {}
  let missing: string | undefined
  for (const [param, named] of Object.entries(step.names)) {
    const { operation } = step
    const choices: Choices[] = []
    for (const [i, side] of sides.entries())
      choices.push(await side.choices({ operation, param, place: named.place, before: values[i] ?? {} }))
    const common = [...(choices[0]?.keys() ?? [])].filter((key) => choices.every((known) => known.has(key)))
    const key =
      named.key === undefined ? (common[named.index % Math.max(1, common.length)] ?? null) : named.key
    if (key !== null && !common.includes(key)) missing ??= key
    names[param] = { ...named, key }
    for (const [i, known] of choices.entries()) {
      const value = (key === null ? undefined : known.get(key)) ?? NOTHING
      ;(values[i] ?? {})[param] = named.list ? [value] : value
    }
  }
  return { step: { ...step, names }, values, missing }
}

/** A sequence, and what a service answered to each call of it; nothing where it was not asked. */
export interface Take {
  readonly steps: readonly Step[]
  readonly replies: readonly (Normal | null)[]
}
