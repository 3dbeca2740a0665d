import { validBranchName } from '../../git/refs.ts'
import { type Branch, branchNamed } from '../../model/branches/branches.ts'
import type { Project } from '../../model/projects/project.ts'
import type { World } from '../../model/world.ts'
import { message, notFound } from '../../protocol/refusal.ts'

/** The branch that a path names. */
export function branchOfPath(world: World, project: Project, name: string | null): Branch {
  if (!validBranchName(name ?? '')) throw message(400, 'The branch refname is invalid')
  const branch = branchNamed(world, project, name ?? '')
  if (branch === undefined) throw notFound('Branch')
  return branch
}
