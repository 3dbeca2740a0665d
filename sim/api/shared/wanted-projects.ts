import type { Project } from '../../model/projects/project.ts'
import type { World } from '../../model/world.ts'
import { idsIn } from '../../store/id-walks.ts'
import { followed } from '../../store/orders.ts'
import { setOf } from '../../store/sets.ts'
import type { Table } from '../../store/table.ts'

interface OfProject {
  readonly id: number
  readonly projectId: number
}
type RowsOfProjects<Row extends OfProject> = Table<Row, 'byProject'>

/** The projects whose rows are wanted. Where few rows are left each is asked for its project, and nobody for all projects. */
export interface WantedProjects {
  /** There is no other than one. */
  readonly isOne: boolean
  readonly all: readonly number[]
  has(id: number): boolean
}

/** One project. */
export function theProject({ id }: Pick<Project, 'id'>): WantedProjects {
  return { isOne: true, all: [id], has: (other) => other === id }
}

/** Those of some projects that pass; without any, those that have rows of a table. */
export function projectsThat<Row extends OfProject>(
  world: World,
  within: readonly Project[] | undefined,
  rows: RowsOfProjects<Row>,
  passes: (projectId: number) => boolean,
): WantedProjects {
  return new ProjectsThat(
    world,
    within?.map(({ id }) => id),
    rows,
    passes,
  )
}

/** Those that have rows of a table, which few writes change. */
function projectsWith<Row extends OfProject>(world: World, rows: RowsOfProjects<Row>): number[] {
  const follows = [
    followed<Row, World>(
      () => rows.state,
      ({ before, after }) =>
        before?.projectId === after?.projectId
          ? []
          : [before, after].flatMap((row) => (row === undefined ? [] : row.projectId)),
    ),
  ]
  const set = setOf(
    world.projects.state,
    {
      name: `with ${rows.definition.name}`,
      has: ({ id }) => rows.find('byProject', id) !== undefined,
      ids: () => (rows.by('byProject').heads() ?? []) as number[],
      follows,
    },
    world,
  )
  return [...idsIn(set)]
}

// A class, since accessors of a literal are made anew for each list.
class ProjectsThat<Row extends OfProject> implements WantedProjects {
  readonly isOne: boolean
  readonly #world: World
  readonly #within: readonly number[] | undefined
  readonly #rows: RowsOfProjects<Row>
  readonly #passes: (projectId: number) => boolean
  #inside: ReadonlySet<number> | undefined
  #all: readonly number[] | undefined

  constructor(
    world: World,
    within: readonly number[] | undefined,
    rows: RowsOfProjects<Row>,
    passes: (projectId: number) => boolean,
  ) {
    this.#world = world
    this.#within = within
    this.#rows = rows
    this.#passes = passes
    this.isOne = within?.length === 1
  }

  get all(): readonly number[] {
    this.#all ??= (this.#within ?? projectsWith(this.#world, this.#rows)).filter(this.#passes)
    return this.#all
  }

  has(id: number): boolean {
    return this.#isInside(id) && this.#passes(id)
  }

  #isInside(id: number): boolean {
    if (this.#within === undefined) return true
    if (this.isOne) return this.#within[0] === id
    this.#inside ??= new Set(this.#within)
    return this.#inside.has(id)
  }
}
