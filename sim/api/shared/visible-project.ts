import type { Project } from '../../model/projects/project.ts'
import { projectAt } from '../../model/projects/project-paths.ts'
import type { Situation } from '../../policy/abilities.ts'
import { seesProject } from '../../policy/visible.ts'
import { notFound } from '../../protocol/refusal.ts'

/** The project of an id or a path, where the caller sees it; refuses others. */
export function visibleProject({ world, caller, now }: Situation, named: string): Project {
  const project = /^\d{1,15}$/.test(named) ? world.projects.get(Number(named)) : projectAt(world, named)
  if (project === undefined || !seesProject(world, caller, project, now)) throw notFound('Project')
  return project
}
