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
  const known = new Map<number, boolean>()
  const inside = within && new Set(within.map(({ id }) => id))
  const has = (id: number): boolean => {
    let isWanted = known.get(id)
    if (isWanted === undefined) {
      isWanted = inside?.has(id) !== false && passes(world.projects.require(id))
      known.set(id, isWanted)
    }
    return isWanted
  }
  let found: readonly number[] | undefined
  return {
    isOne: within?.length === 1,
    has,
    get all() {
      found ??= (within?.map(({ id }) => id) ?? (run.heads() as number[])).filter(has)
      return found
    },
  }
}
