import type { Arbitrary } from 'fast-check'
import type { Authority, Contract, ContractOperation } from '../../sim/contract.ts'
import type { Stage } from '../run/stage.ts'
import type { Role } from '../targets/target.ts'
import type { Level } from './finding.ts'
import { outlasts, restorable } from './outlasting.ts'
import { remembered } from './remembered.ts'

/** How open a project or a group is. */
export type Visibility = 'private' | 'internal' | 'public'

/** What has to be there before a check begins. */
export interface Needs {
  /** Visibility of the throw-away project (default `private`), or `none` for a check that touches no project. A project
   *  that is looked at as it was found may have any unless one is named. */
  readonly project?: Visibility | 'none'
  /**
   * Where the project must lie; in a throw-away group if the target allows one, unless told. `top`: in a top-level group,
   * which has rules of its own. `own`: in the namespace of the owner.
   */
  readonly in?: 'group' | 'top' | 'own'
  /** Visibility of the throw-away group, at most: none is more open than what it lies in (default `public`). */
  readonly group?: Visibility
  /** Who calls unless the check names somebody; default `owner`. */
  readonly role?: Role
  /** The owner is no administrator, whose rights are beyond those of an owner. */
  readonly plainOwner?: true
  /** A first commit on the default branch. */
  readonly repository?: true
  /** One of everything that paths name, and three of everything that lists show. */
  readonly furnished?: true
  /** Ids of operations: where each stage is created anew, it is furnished with what these need and nothing else. */
  readonly about?: readonly string[]
  /** A second place like it, which is closed to all callers but the owner. Where the target may only be read there is
   *  none, and the project that is looked at may have any visibility. */
  readonly neighbour?: true
  /** The plan that the target must have; `unlicensed` for what only a target without a plan shows. */
  readonly tier?: 'premium' | 'ultimate' | 'unlicensed'
  /** It is about an operation that changes something. */
  readonly writes?: true
  /** It holds in any project as it is found, and so on a target that may only be read. */
  readonly found?: true
  /** It changes what everybody on the target relies on, so it is tried only where the target can go back. */
  readonly rewinds?: true
  /** So many seconds pass before the check begins: what was started to arrange the stage is over then. With `rewinds`. */
  readonly settled?: number
  /**
   * It looks at what other checks change: lists of the whole installation, or what belongs to an account. Where checks run
   * side by side it runs alone.
   */
  readonly alone?: true
  /** It changes a record of the installation or of an account (`restorable`), which is put back after each input where
   *  the target cannot go back. It runs alone then. `refused`: nothing that it sends is meant to be accepted. */
  readonly restores?: true | 'refused'
  /** It makes thousands of calls or of records. */
  readonly manyCalls?: true
  /** Holds only in one dialect. */
  readonly dialect?: Authority
}

/** A requirement, addressable and stated; see CONTRIBUTING.md for how to write one. */
export interface Check<Input = unknown, Arranged = unknown> {
  /** `family/sentence`: stable for ever, since replay commands use it. */
  readonly id: string
  /** The requirement as a sentence. */
  readonly says: string
  /**
   * Where it is written down: rows of the pages in `conformance/sources`, as `page#anchor` joined by `, `
   * (`milestones#order, conventions#link-urls`). Reports print it and link the service's documentation of these pages. A
   * check of your own may name its source in any words.
   */
  readonly source: string
  /** must: stated; should: the service does so; observe: recorded, never fails. */
  readonly level: Level
  /** Ids of the operations that it would notice a fault in. */
  readonly covers: readonly string[]
  readonly needs?: Needs
  /** Ids of checks without which this one tells nothing. */
  readonly after?: readonly string[]
  /** Done once, before the first input. */
  readonly arrange?: (stage: Stage) => Promise<Arranged>
  /** The inputs, drawn; a check without inputs runs once. */
  readonly over?: (contract: Contract) => Arbitrary<Input>
  /** Inputs that are tried before those drawn, whatever the seed: what a draw could miss. */
  readonly examples?: readonly Input[]
  /** The inputs, listed: each is tried once, however many runs are wished for. */
  readonly each?: (contract: Contract) => readonly Input[]
  /** Share of the run's inputs that it takes, for checks with many calls an input; default 1. */
  readonly share?: number
  /** It changes nothing, so on a target that cannot go back one arrangement serves all inputs, and one stage all such
   *  checks that arrange nothing of their own. */
  readonly readOnly?: true
  /** It changes things, but what one input changed does not matter to the next. */
  readonly hardy?: true
  /** It is about calls at once, so that what fails need not fail again: a failure counts as it was seen. */
  readonly races?: true
  /** The expectations; throws a Failure where one is not met. */
  readonly holds: (stage: Stage, input: Input, arranged: Arranged) => Promise<void>
}

/** A check whose types of input and arrangement are its own affair. */
export interface AnyCheck extends Omit<Check, 'arrange' | 'over' | 'examples' | 'each' | 'holds'> {
  readonly arrange: ((stage: Stage) => Promise<unknown>) | undefined
  readonly over: ((contract: Contract) => Arbitrary<unknown>) | undefined
  readonly examples: readonly unknown[] | undefined
  readonly each: ((contract: Contract) => readonly unknown[]) | undefined
  readonly holds: (stage: Stage, input: unknown, arranged: unknown) => Promise<void>
}

/** Declares a check. */
export function check<Input = undefined, Arranged = undefined>(declared: Check<Input, Arranged>): AnyCheck {
  return {
    ...declared,
    arrange: declared.arrange,
    over: declared.over,
    examples: declared.examples,
    each: declared.each,
    // Runner and declaration meet here: what `over` drew and `arrange` returned is what `holds` is given.
    holds: (stage, input, arranged) => declared.holds(stage, input as Input, arranged as Arranged),
  }
}

/** What every operation that it applies to has to obey. */
export interface Law<Input>
  extends Omit<
    Check<Input, undefined>,
    'id' | 'covers' | 'arrange' | 'over' | 'examples' | 'each' | 'holds'
  > {
  /** It makes calls that are meant to be accepted. */
  readonly accepted?: true
  /** It compares what is read at two times, so that nobody else may change it in between. */
  readonly compares?: true
  /** `shape`: its checks are `laws/shape/get-projects`. */
  readonly name: string
  readonly appliesTo: (operation: ContractOperation, contract: Contract) => boolean
  /** Rows that it tries at this operation besides those of its source, written like a source. */
  readonly cites?: (operation: ContractOperation) => string | undefined
  readonly over?: (operation: ContractOperation, contract: Contract) => Arbitrary<Input>
  readonly each?: (operation: ContractOperation, contract: Contract) => readonly Input[]
  /** Share of the run's inputs that it takes at an operation; default 1. */
  readonly shareAt?: (operation: ContractOperation) => number
  readonly holds: (stage: Stage, operation: ContractOperation, input: Input) => Promise<void>
}

export interface AnyLaw {
  readonly name: string
  readonly says: string
  /** As of a check. */
  readonly source: string
  readonly level: Level
  /** The law as checks, one for each operation that it applies to. */
  readonly checks: (contract: Contract) => readonly AnyCheck[]
}

/** Declares a law. */
export function law<Input = undefined>(declared: Law<Input>): AnyLaw {
  const {
    name,
    says,
    source,
    level,
    appliesTo,
    over,
    each,
    holds,
    needs,
    accepted,
    compares,
    cites,
    shareAt,
    ...rest
  } = declared
  // A plan has more than twenty thousand of these: what is the same for all operations is joined once.
  const lasting = accepted ?? 'refused'
  const base = { ...rest, level, arrange: undefined, over: undefined, each: undefined, examples: undefined }
  const reading = { ...base, readOnly: true as const }
  const on = (operation: ContractOperation): AnyCheck => {
    const cited = cites?.(operation)
    // Where a target cannot go back, one furnished stage serves all that only reads.
    return Object.assign({}, operation.method === 'GET' ? reading : base, {
      id: `laws/${name}/${slugOf(operation)}`,
      says: `${operation.id}: ${says}`,
      source: cited === undefined ? source : `${source}, ${cited}`,
      covers: [operation.id],
      needs: needsAt(operation, needs, { lasting, compares }),
      over: over && ((contract: Contract) => over(operation, contract)),
      each: each && ((contract: Contract) => each(operation, contract)),
      ...(shareAt && { share: shareAt(operation) }),
      holds: (stage: Stage, input: unknown) => holds(stage, operation, input as Input),
    })
  }
  const checks = (contract: Contract) =>
    contract.operations.filter((operation) => appliesTo(operation, contract)).map(on)
  return { name, says, source, level, checks }
}

/** True for what shows the throw-away project or group alone, which nobody else changes; reads are events, too. */
function isOfThrowAway({ path }: ContractOperation): boolean {
  return /^\/(?:projects|groups)\/:id(?:\/|$)/.test(path) && !/\/(?:audit_)?events$/.test(path)
}

/** A download moves `last_downloaded_at` of the package, which others compare meanwhile. */
function movesWhenRead({ method, path }: ContractOperation): boolean {
  return (
    method === 'GET' &&
    /\/packages\/(?:generic|maven|npm|pypi)\/|\/package_files\/:package_file_id\/download$/.test(path)
  )
}

interface Ways {
  /** Whether what it calls is meant to be accepted. */
  readonly lasting: true | 'refused'
  readonly compares: true | undefined
}

const FOUND = { found: true } as const

function needsAt(
  operation: ContractOperation,
  declared: Needs | undefined,
  { lasting, compares }: Ways,
): Needs {
  const { id, method, auth, tier } = operation
  const writes = method !== 'GET'
  const outlasting = outlasts(operation) || (auth === 'admin' && writes && lasting === true)
  const needs: { -readonly [name in keyof Needs]: Needs[name] } = Object.assign({}, declared, FOUND)
  if (writes) {
    needs.about = [id]
    needs.writes = true
  }
  if ((compares && !isOfThrowAway(operation)) || movesWhenRead(operation)) needs.alone = true
  // What only administrators may call at all is tried as one. What it changes may be the whole installation's.
  if (auth === 'admin') needs.role = 'admin'
  if (outlasting && restorable(operation) === undefined) needs.rewinds = true
  if (outlasting && restorable(operation) !== undefined) needs.restores = lasting
  if (tier !== 'free') needs.tier = tier
  return needs
}

const slugOf = remembered(({ id }: ContractOperation) => slug(id))

/** `get-projects-id-milestones` for `GET /projects/:id/milestones`. */
export function slug(operation: string): string {
  return operation
    .toLowerCase()
    .replaceAll(/[^a-z0-9_.]+/g, '-')
    .replace(/-$/, '')
}
