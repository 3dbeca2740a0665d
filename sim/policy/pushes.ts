import { isAncestor } from '../git/history.ts'
import type { Project } from '../model/projects/project.ts'
import { protectionsCovering } from '../model/protected-tags/protections.ts'
import { isEmpty } from '../model/repository/new-commit.ts'
import { objectsOf } from '../model/repository/repository.ts'
import { can, type Situation } from './abilities.ts'
import { mayMerge, mayPush, protectionsOf } from './branches.ts'
import { mayCreateTag } from './tags.ts'

/** Why a push is refused. What ends in `here` may be done, but through the API. */
export type PushFault =
  | 'push-code'
  | 'push-protected'
  | 'force-protected'
  | 'create-protected'
  | 'create-protected-here'
  | 'delete-default'
  | 'delete-protected'
  | 'delete-protected-here'
  | 'branch-like-id'
  | 'tag-like-default'
  | 'create-tag'
  | 'update-tag'
  | 'delete-tag'
  | 'delete-tag-here'

/** A reference that a push creates (no `from`), moves, or deletes (no `to`). */
export interface RefChange {
  /** Full name: `refs/heads/main`. */
  readonly name: string
  readonly from: string | undefined
  readonly to: string | undefined
}

/** Why a change of one reference is refused, in the service's order of checks. */
export function pushFault(situation: Situation, project: Project, change: RefChange): PushFault | undefined {
  if (!can(situation, 'push_code', project)) return 'push-code'
  const [, kind, name] = /^refs\/(heads|tags)\/(.+)$/.exec(change.name) ?? []
  if (kind === 'heads') return branchFault(situation, project, name as string, change)
  return kind === 'tags' ? tagFault(situation, project, name as string, change) : undefined
}

function branchFault(
  situation: Situation,
  project: Project,
  branch: string,
  { from, to }: RefChange,
): PushFault | undefined {
  if (to === undefined && branch === project.defaultBranch) return 'delete-default'
  if (from === undefined && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(branch)) return 'branch-like-id'
  // The first branch becomes the default one, which is protected from the start.
  if (isEmpty(situation.world, project))
    return can(situation, 'admin_project', project) ? undefined : 'push-protected'
  const protections = protectionsOf(situation.world, project, branch)
  if (protections.length === 0) return undefined
  if (to === undefined)
    return can(situation, 'admin_project', project) ? 'delete-protected-here' : 'delete-protected'
  const pushes = mayPush(situation, project, branch)
  if (from === undefined) {
    if (pushes) return undefined
    return mayMerge(situation, project, branch) ? 'create-protected-here' : 'create-protected'
  }
  const forced = !isAncestor(objectsOf(situation.world), from, to)
  if (forced && !protections.some(({ allowForcePush }) => allowForcePush)) return 'force-protected'
  return pushes ? undefined : 'push-protected'
}

function tagFault(
  situation: Situation,
  project: Project,
  name: string,
  { from, to }: RefChange,
): PushFault | undefined {
  if (from === undefined && name === project.defaultBranch) return 'tag-like-default'
  const tags = situation.world.protectedTags.by('byProject', project.id).ascending()
  if (protectionsCovering(tags, name).length === 0) return undefined
  if (to === undefined) return can(situation, 'admin_project', project) ? 'delete-tag-here' : 'delete-tag'
  if (from !== undefined) return 'update-tag'
  return mayCreateTag(situation, project, name) ? undefined : 'create-tag'
}
