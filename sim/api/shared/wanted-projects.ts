import type { Project } from '../../model/projects/project.ts'
import type { World } from '../../model/world.ts'
import type { Run } from '../../store/run.ts'

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

/** Those of some projects that pass; without any, those that have rows in a run whose keys begin with projects. */
export function projectsThat<Row>(
  world: World,
  within: readonly Project[] | undefined,
  run: Run<Row>,
  passes: (project: Project) => boolean,
): WantedProjects {
  return new ProjectsThat(
    world,
    within?.map(({ id }) => id),
    run,
    passes,
  )
}

// A class, since accessors of a literal are made anew for each list.
class ProjectsThat<Row> implements WantedProjects {
  readonly isOne: boolean
  readonly #world: World
  readonly #within: readonly number[] | undefined
  readonly #run: Run<Row>
  readonly #passes: (project: Project) => boolean
  readonly #known = new Map<number, boolean>()
  #inside: ReadonlySet<number> | undefined
  #all: readonly number[] | undefined

  constructor(
    world: World,
    within: readonly number[] | undefined,
    run: Run<Row>,
    passes: (project: Project) => boolean,
  ) {
    this.#world = world
    this.#within = within
    this.#run = run
    this.#passes = passes
    this.isOne = within?.length === 1
  }

  get all(): readonly number[] {
    this.#all ??= (this.#within ?? (this.#run.heads() as number[])).filter((id) => this.has(id))
    return this.#all
  }

  has(id: number): boolean {
    let isWanted = this.#known.get(id)
    if (isWanted === undefined) {
      isWanted = this.#isInside(id) && this.#passes(this.#world.projects.require(id))
      this.#known.set(id, isWanted)
    }
    return isWanted
  }

  #isInside(id: number): boolean {
    if (this.#within === undefined) return true
    if (this.isOne) return this.#within[0] === id
    this.#inside ??= new Set(this.#within)
    return this.#inside.has(id)
  }
}
