import type { Project } from '../model/projects/project.ts'
import { covering } from '../model/protected-tags/protections.ts'
import { can, type Situation } from './abilities.ts'
import { granted } from './branches.ts'

/** True when the caller may create the tag: Developers, or whom its protection names. */
export function mayCreateTag(situation: Situation, project: Project, name: string): boolean {
  if (!can(situation, 'push_code', project)) return false
  const protections = covering(situation.world.protectedTags.by('byProject', project.id).ascending(), name)
  return protections.length === 0 || protections.some((tag) => granted(situation, project, tag.create))
}
