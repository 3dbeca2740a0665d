import { type Branch, isMerged } from '../model/branches/branches.ts'
import type { RefAccess } from '../model/protected-tags/protected-ref.ts'
import type { Situation } from '../policy/abilities.ts'
import { mayPush, protectionsOf } from '../policy/branches.ts'
import { commitEntity } from './commit.ts'
import { entity, flag, one, text, url, type View } from './entity.ts'

export const branchEntity = entity<Branch>('Branch', {
  name: text(({ name }) => name),
  commit: one(commitEntity, ({ head }) => head),
  merged: flag((branch, { world }) => isMerged(world, branch)),
  protected: flag(({ project, name }, { world }) => protectionsOf(world, project, name).length > 0),
  developers_can_push: flag((branch, view) => toDevelopers(branch, view, 'push')),
  developers_can_merge: flag((branch, view) => toDevelopers(branch, view, 'merge')),
  can_push: flag(({ project, name }, { decide }) =>
    decide(`push to ${project.id} ${name}`, pushTo(project.id, name)),
  ),
  default: flag(({ project, name }) => name === project.defaultBranch),
  web_url: url(({ project, name }, view) => view.url(`${project.fullPath}/-/tree/${pathText(name)}`)),
})

const pushTo = (projectId: number, name: string) => (situation: Situation) =>
  mayPush(situation, situation.world.projects.require(projectId), name)

// By protections alone: false for an unprotected branch, though developers may push to it.
function toDevelopers({ project, name }: Branch, { world }: View, what: 'push' | 'merge'): boolean {
  const open = (access: RefAccess) =>
    access.accessLevel === 30 && access.userId === null && access.groupId === null
  return protectionsOf(world, project, name).some((protection) => protection[what].some(open))
}

/** A path as it stands in a link: its slashes stay. */
export function pathText(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}
