import type { Group } from '../model/groups/group.ts'
import { projectsBelow } from '../model/groups/group-tree.ts'
import type { Project } from '../model/projects/project.ts'
import type { Situation } from './abilities.ts'
import { readsEverything } from './auditors.ts'
import { memberProjects } from './member-projects.ts'
import { seesProject } from './visible.ts'

/** The scope of a search or list, without what is hidden from the caller. */
export interface Place {
  /** True for a project that lies here and that the caller sees. */
  readonly holds: (projectId: number) => boolean
  /** Those projects; undefined where there may be more than that. */
  readonly projects: (most: number) => readonly Project[] | undefined
}

export function wholeInstance(situation: Situation): Place {
  const holds = remembered(situation, () => true)
  return { holds, projects: (most) => seen(holds, candidates(situation, most)) }
}

/** A group and all groups below it. */
export function groupPlace(situation: Situation, group: Group): Place {
  const prefix = `${group.fullPath}/`
  const holds = remembered(situation, ({ fullPath }) => fullPath.startsWith(prefix))
  return { holds, projects: (most) => seen(holds, upTo(most, projectsBelow(situation.world, group))) }
}

export function projectPlace(project: Project): Place {
  return { holds: (id) => id === project.id, projects: () => [project] }
}

/** The same without archived projects. */
export function withoutArchived({ projects }: Situation['world'], place: Place): Place {
  return {
    holds: (id) => !projects.require(id).archived && place.holds(id),
    projects: (most) => place.projects(most)?.filter(({ archived }) => !archived),
  }
}

function remembered(situation: Situation, lies: (project: Project) => boolean): Place['holds'] {
  const { world, caller, now } = situation
  const known = new Map<number, boolean>()
  return (id) => {
    let held = known.get(id)
    if (held === undefined) {
      const project = world.projects.require(id)
      held = lies(project) && seesProject(world, caller, project, now)
      known.set(id, held)
    }
    return held
  }
}

function candidates({ world, caller }: Situation, most: number): readonly Project[] | undefined {
  if (readsEverything(world, caller)) return upTo(most, world.projects.all().ascending())
  const open = ['public', 'internal'].map((visibility) => world.projects.by('byVisibility', visibility))
  if (open.reduce((sum, run) => sum + run.count(), 0) > most) return undefined
  const own = caller.user === undefined ? [] : memberProjects(world, caller.user)
  return [...new Set([...open.flatMap((run) => run.list()), ...own])]
}

function upTo<T>(most: number, items: Iterable<T>): T[] | undefined {
  const taken: T[] = []
  for (const item of items) if (taken.push(item) > most) return undefined
  return taken
}

function seen(holds: Place['holds'], projects: readonly Project[] | undefined) {
  return projects?.filter(({ id }) => holds(id))
}
