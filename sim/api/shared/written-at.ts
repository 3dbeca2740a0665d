import { accessLevels } from '../../model/members/access-level.ts'
import type { Project } from '../../model/projects/project.ts'
import { levelIn, type Situation } from '../../policy/abilities.ts'

/** Whether the caller may say when something was written, and under which number; others are not listened to. */
export function mayBackdate(situation: Situation, project: Project): boolean {
  return situation.caller.admin || levelIn(situation, project) >= accessLevels.owner
}
