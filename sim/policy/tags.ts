import type { Project } from '../model/projects/project.ts'
import { protectionsCovering } from '../model/protected-tags/protections.ts'
import { can, type Situation } from './abilities.ts'
import { isGranted } from './branches.ts'

/** True when the caller may create the tag: Developers, or whom its protection names. */
export function mayCreateTag(situation: Situation, project: Project, name: string): boolean {
  if (!can(situation, 'push_code', project)) return false
  const protections = protectionsCovering(
    situation.world.protectedTags.by('byProject', project.id).ascending(),
    name,
  )
  return protections.length === 0 || protections.some((tag) => isGranted(situation, project, tag.create))
}
