import type { UserList } from '../model/feature-flag-user-lists/user-list.ts'
import { entity, integer, text, timestamp, type View } from './entity.ts'

/** A user list as a strategy of a feature flag shows it. */
export const basicUserListEntity = entity<UserList>('BasicUserList', {
  id: integer(({ id }) => id),
  iid: integer(({ iid }) => iid),
  name: text(({ name }) => name),
  user_xids: text(({ userXids }) => userXids),
})

export const userListEntity = entity<UserList>('UserList', {
  ...basicUserListEntity.fields,
  project_id: integer(({ projectId }) => projectId),
  created_at: timestamp(({ createdAt }) => createdAt),
  updated_at: timestamp(({ updatedAt }) => updatedAt),
  // Paths without a host (feature-flag-user-lists#object).
  path: text(page),
  edit_path: text((list, view) => `${page(list, view)}/edit`),
})

function page({ projectId, iid }: UserList, { world }: View): string {
  return `/${world.projects.require(projectId).fullPath}/-/feature_flags_user_lists/${iid}`
}
