import { projectsBelow } from '../../model/groups/group-tree.ts'
import type { Project } from '../../model/projects/project.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { groupNamed, projectNamed } from '../../policy/subjects.ts'
import { seesGroup, seesProject } from '../../policy/visible.ts'
import { challenged } from '../../protocol/challenge.ts'
import { forbidden, notFound } from '../../protocol/refusal.ts'

/** The projects among whose packages a client looks, and what stands before the addresses that it is told. */
export interface PypiPlace {
  readonly name: string
  readonly address: string
  readonly projects: readonly Project[]
}

/** The registry of a project, for a caller who may read it; refuses anybody else. */
export function pypiOfProject(
  situation: Situation,
  id: string | null,
): PypiPlace & { readonly project: Project } {
  const { world, caller, now } = situation
  const project = projectNamed(situation, id ?? '')
  if (project === undefined) throw notFound('Project')
  if (!seesProject(world, caller, project, now)) throw challenged(situation, notFound('Project'))
  if (!can(situation, 'read_package', project)) throw challenged(situation, forbidden())
  const address = `api/v4/projects/${project.id}/packages/pypi`
  return { name: project.name, address, projects: [project], project }
}

/** The registry of a group: what the caller may read in the projects of it and of its subgroups. */
export function pypiOfGroup(situation: Situation, id: string | null): PypiPlace {
  const { world, caller, now } = situation
  const group = groupNamed(situation, id ?? '')
  if (group === undefined) throw notFound('Group')
  if (!seesGroup(world, caller, group, now)) throw challenged(situation, notFound('Group'))
  if (!can(situation, 'read_group_packages', group)) throw challenged(situation, forbidden())
  const projects = [...projectsBelow(world, group)].filter((it) => can(situation, 'read_package', it))
  return { name: group.name, address: `api/v4/groups/${group.id}/-/packages/pypi`, projects }
}
