import type { World } from '../../model/world.ts'
import { type IdSet, Ids, NO_IDS } from '../../store/id-set.ts'
import type { KeyPart } from '../../store/key.ts'
import { EMPTY_RUN, type Run } from '../../store/run.ts'
import { type SetDefinition, setOf } from '../../store/sets.ts'
import type { Table } from '../../store/table.ts'
import { unionOf } from '../../store/union.ts'
import type { WantedProjects } from './wanted-projects.ts'

/** What rows of lists that are planned have in common. */
export interface Stated {
  readonly id: number
  /** If there are states, the runs of a project are told apart by them. */
  readonly state?: string
}

/** Rows of projects. */
export interface OfProject extends Stated {
  readonly projectId: number
}

/** How rows of projects are told apart. */
export const byProject = {
  kind: 'projects',
  placeOf: ({ projectId }: OfProject): number => projectId,
} as const

/** Where rows are looked for: a table, and the projects of which they are wanted. */
export interface Place<Row extends Stated, Index extends string = string> {
  readonly world: World
  readonly rows: Table<Row, Index>
  readonly projects: WantedProjects
}

/** A filter, and what is known of the rows that pass it without a look at them. */
export interface RowFilter<Row extends Stated> {
  readonly passes: (row: Row) => boolean
  /** All rows of a project in a state that pass, and no others. */
  readonly exactly?: Exactly<Row> | undefined
  /** Rows among which all are that pass. */
  readonly among?: Candidates<Row> | undefined
  /** The numbers of all rows that pass, wherever they are. */
  readonly members?: (() => Members) | undefined
  /** Often all rows pass. */
  readonly isRare?: true
  /** Remembers under a name what is worked out of all rows that pass, for as long as these are the same. */
  readonly remembered?: <Value>(name: string, workOut: () => Value) => Value
}

/** Rows of a project in a state in one order. */
export type RunsOf<Row> = (projectId: number, state: string) => Run<Row>

export interface Exactly<Row> {
  readonly under: RunsOf<Row>
  /** Default: `created_at`. */
  readonly order?: string
  /** It is what other runs leave, which takes longer. */
  readonly isRest?: true
}

/** The name of the order of rows by their ids: what an index has under a value stands in it. */
export const BY_ID = 'id'

/** Rows in no order, at most so many. */
export interface Candidates<Row> {
  readonly count: number
  readonly rows: () => Iterable<Row>
}

/** What is in a set, or everything else. */
export interface Members {
  readonly set: IdSet
  readonly isLeftOut: boolean
}

/** All rows of some runs. */
export function ofRuns<Row>(runs: readonly Run<Row>[]): Candidates<Row> {
  return {
    count: runs.reduce((sum, run) => sum + run.count(), 0),
    rows: () => runs.flatMap((run) => run.list()),
  }
}

/** The numbers of rows of which something is true. */
export function idsOf<Row extends Stated>(
  { rows, world }: Pick<Place<Row>, 'rows' | 'world'>,
  definition: SetDefinition<Row, World>,
): IdSet {
  return setOf(rows.state, definition, world)
}

/** What a set has, as a filter. */
export function inSet<Row extends Stated>(
  place: Pick<Place<Row>, 'rows' | 'world'>,
  definition: SetDefinition<Row, World>,
): Pick<RowFilter<Row>, 'members'> {
  return { members: () => ({ set: idsOf(place, definition), isLeftOut: false }) }
}

/** The rows that an index has under a value. */
export function underValue<Row extends Stated, Index extends string>(
  place: Place<Row, Index>,
  index: Index,
  value: number | string,
  passes: RowFilter<Row>['passes'],
  anywhere?: Run<Row>,
): RowFilter<Row> {
  return {
    passes,
    exactly: { under: (projectId, state) => place.rows.by(index, projectId, value, state) },
    // Where there are several projects they are asked one by one, unless few rows are under the value in all of them.
    among: anywhere && !place.projects.isOne ? ofRuns([anywhere]) : undefined,
    ...inSet<Row>(place, {
      name: `${index} ${value}`,
      has: passes,
      ids: anywhere && (() => anywhere.ids() as number[]),
    }),
  }
}

/** More values than these are not looked up in each project. */
const MOST_VALUES = 8

/** More values than these are not looked up project by project. */
const MOST_LOOKUPS = 200

/** The rows that an index has under some values, of which a row has one, or several where `canHaveSeveral`. */
export function underAny<Row extends Stated, Index extends string>(
  place: Place<Row, Index>,
  index: Index,
  values: readonly number[],
  passes: RowFilter<Row>['passes'],
  anywhere: (value: number) => Run<Row>,
  canHaveSeveral = false,
): RowFilter<Row> {
  const { rows } = place
  const [value, ...others] = values
  if (value === undefined)
    return {
      passes,
      exactly: { under: () => EMPTY_RUN },
      members: () => ({ set: NO_IDS, isLeftOut: false }),
    }
  if (others.length === 0) return underValue(place, index, value, passes, anywhere(value))
  const isExact = !canHaveSeveral && values.length <= MOST_VALUES
  const under: RunsOf<Row> = (projectId, state) =>
    unionOf(values.map((value) => rows.by(index, projectId, value, state)))
  return {
    passes,
    exactly: isExact ? { under } : undefined,
    among: ofRuns(values.map((value) => anywhere(value))),
    ...inSet<Row>(place, {
      name: `${index} ${values}`,
      has: passes,
      ids: () => values.flatMap((value) => anywhere(value).ids() as number[]),
    }),
  }
}

/** The rows that an index has under the values that are wanted in a project, of which a row has one. */
export function underWanted<Row extends OfProject, Index extends string>(
  { rows, world, projects }: Place<Row, Index>,
  index: Index,
  valueIn: (row: Row) => KeyPart,
  isWanted: (projectId: number, value: KeyPart) => boolean,
  passes: RowFilter<Row>['passes'],
): RowFilter<Row> {
  const wanted = new Map<number, readonly KeyPart[]>()
  let lookups = 0
  for (const projectId of projects.all) {
    const values = rows.by(index, projectId).heads(MOST_LOOKUPS - lookups)
    if (values === undefined) return { passes }
    lookups += values.length
    wanted.set(
      projectId,
      values.filter((value) => isWanted(projectId, value)),
    )
  }
  const runsOf = (projectId: number, ...state: string[]): Run<Row>[] =>
    (wanted.get(projectId) ?? []).map((value) => rows.by(index, projectId, value, ...state))
  const places = new Map([...wanted].map(([projectId, values]) => [projectId, new Set(values)]))
  const spelled = [...wanted].map(([projectId, values]) => `${projectId}: ${JSON.stringify(values)}`)
  return {
    passes,
    exactly: { under: (projectId, state) => unionOf(runsOf(projectId, state)) },
    ...inSet<Row>(
      { rows, world },
      {
        name: `${index} ${spelled}`,
        has: (row) => places.get(row.projectId)?.has(valueIn(row)) === true,
        ids: () =>
          [...wanted.keys()].flatMap((projectId) =>
            runsOf(projectId).flatMap((run) => run.ids() as number[]),
          ),
      },
    ),
  }
}

/** The rows that do not pass a filter, where `all` has those of a project in a state in order of creation. */
export function negated<Row extends Stated>(filter: RowFilter<Row>, all: RunsOf<Row>): RowFilter<Row> {
  const { passes, exactly } = filter
  const isByCreation = exactly !== undefined && exactly.order === undefined
  return {
    passes: (row) => !passes(row),
    exactly: isByCreation
      ? {
          under: (projectId, state) => all(projectId, state).without(exactly.under(projectId, state)),
          isRest: true,
        }
      : undefined,
    members: membersOf(filter) && (() => opposite(membersOf(filter)?.() as Members)),
  }
}

function opposite({ set, isLeftOut }: Members): Members {
  return { set, isLeftOut: !isLeftOut }
}

/** To read so many rows is quicker than to ask sets. */
export const AT_ONCE = 100

/** So many rows are looked at one by one. */
export const FEW = 1000

/** The numbers of the rows that pass; undefined where they are not known before many rows are looked at. */
export function membersOf<Row extends Stated>({
  members,
  among,
  passes,
}: RowFilter<Row>): (() => Members) | undefined {
  if (members !== undefined || among === undefined || among.count > FEW) return members
  return () => {
    const ids: number[] = []
    for (const row of among.rows()) if (passes(row)) ids.push(row.id)
    return { set: Ids.of(ids), isLeftOut: false }
  }
}
