import type { Group } from '../../model/groups/group.ts'
import { accessLevels } from '../../model/members/access-level.ts'
import type { Project } from '../../model/projects/project.ts'
import { can, levelIn, type Situation } from '../../policy/abilities.ts'
import { datetime } from '../../protocol/params.ts'

export const writtenAtParam = {
  created_at: datetime({ about: 'For owners and administrators only; the current time by default' }),
}

/** Whether the caller may say when something was written, and under which number; others are not listened to. */
export function mayBackdate(situation: Situation, project: Project): boolean {
  return situation.caller.admin || levelIn(situation, project) >= accessLevels.owner
}

/** The same of what is written in a group. */
export function writtenInGroup(
  situation: Situation,
  group: Group,
  { created_at: at }: { readonly created_at?: number | null | undefined },
): number | undefined {
  return at != null && can(situation, 'admin_group', group) ? at : undefined
}
