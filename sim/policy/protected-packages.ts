import { isPackageProtected } from '../model/container-registry/protection-rules.ts'
import type { Project } from '../model/projects/project.ts'
import { levelIn, type Situation } from './abilities.ts'

/** True where a rule of the project keeps the caller from pushing packages of that name, or from deleting them. */
export function isPackageProtectedFrom(
  situation: Situation,
  project: Project,
  task: 'push' | 'delete',
  { type, name }: { readonly type: string; readonly name: string },
): boolean {
  if (situation.caller.admin) return false
  const level = levelIn(situation, project)
  return isPackageProtected(situation.world, project, { type, name, level, task })
}
