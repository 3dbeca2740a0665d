import { userListEntity } from '../../entities/user-list.ts'
import { differs } from '../../lib/dialect.ts'
import type { UserList } from '../../model/feature-flag-user-lists/user-list.ts'
import {
  addUserList,
  changeUserList,
  removeUserList,
} from '../../model/feature-flag-user-lists/user-lists.ts'
import type { Project } from '../../model/projects/project.ts'
import type { World } from '../../model/world.ts'
import { operation } from '../../protocol/operation.ts'
import { required, string } from '../../protocol/params.ts'
import { recordNotFound } from '../../protocol/refusal.ts'
import { refuseInvalidRowAsSentences } from '../../protocol/refuse-invalid-row.ts'
import { byId, listOfPlace, placeIn, saying } from '../shared/place-list.ts'
import { signedIn } from '../shared/signed-in.ts'

/** Shared by all five: rights come before parameters, whose errors are answered under `message` (feature-flag-user-lists#object). */
const common = {
  auth: signedIn,
  authorize: 'first',
  errorsUnder: 'message',
  source: 'feature-flag-user-lists#object',
} as const

const iid = required(string({ about: 'IID of the user list' }))
const name = string({ about: 'Unique in the project, at most 255 characters' })
const userXids = string({ about: "IDs of the application's users, comma-separated" })

export const listUserLists = operation(
  {
    ...common,
    method: 'GET',
    path: '/projects/:id/feature_flags_user_lists',
    summary: 'List the feature flag user lists of a project',
    params: { search: string({ about: 'Words that all occur in the name, case-insensitive' }) },
    subject: 'project',
    needs: 'read_user_lists',
    answers: { many: userListEntity },
  },
  ({ world, project, params }) => {
    const rows = world.userLists
    return listOfPlace({
      world,
      rows,
      ...placeIn(project, rows.by('byProject', project.id)),
      ...byId,
      direction: 'asc',
      filters: saying({ world, rows }, params.search, 1),
    })
  },
)

export const createUserList = operation(
  {
    ...common,
    method: 'POST',
    path: '/projects/:id/feature_flags_user_lists',
    summary: 'Create a feature flag user list',
    params: { name: required(name), user_xids: required(userXids) },
    subject: 'project',
    needs: 'admin_user_lists',
    answers: { status: 201, one: userListEntity },
  },
  ({ world, project, params, now }) =>
    refuseInvalidRowAsSentences(() =>
      addUserList(world, project, { name: params.name, userXids: params.user_xids }, now),
    ),
)

export const getUserList = operation(
  {
    ...common,
    method: 'GET',
    path: '/projects/:id/feature_flags_user_lists/:iid',
    summary: 'Get a feature flag user list',
    params: { iid },
    subject: 'project',
    needs: 'read_user_lists',
    answers: { one: userListEntity },
  },
  ({ world, project, params }) => userListWith(world, project, params.iid),
)

export const updateUserList = operation(
  {
    ...common,
    method: 'PUT',
    path: '/projects/:id/feature_flags_user_lists/:iid',
    summary: 'Update a feature flag user list',
    params: { iid, name, user_xids: userXids },
    subject: 'project',
    needs: 'admin_user_lists',
    answers: { one: userListEntity },
  },
  ({ world, project, params, given, now }) => {
    const list = userListWith(world, project, params.iid)
    const changes = {
      ...(given('name') && { name: params.name ?? null }),
      ...(given('user_xids') && { userXids: params.user_xids ?? null }),
    }
    return refuseInvalidRowAsSentences(() => changeUserList(world, list, changes, now))
  },
)

export const deleteUserList = operation(
  {
    ...common,
    method: 'DELETE',
    unmodifiedSince: differs('F32', { specification: 'record', real: undefined }),
    path: '/projects/:id/feature_flags_user_lists/:iid',
    summary: 'Delete a feature flag user list (only if unused)',
    params: { iid },
    subject: 'project',
    needs: 'admin_user_lists',
    answers: { status: 204 },
    refuses: [409],
  },
  ({ world, project, params, unmodified }) => {
    const list = userListWith(world, project, params.iid)
    return refuseInvalidRowAsSentences(() => removeUserList(world, unmodified(list)), 409)
  },
)

// Looked up after the parameters, by IID only; anything but a number finds nothing.
function userListWith(world: World, project: Project, iid: string | null): UserList {
  const number = /^\d{1,15}$/.test(iid ?? '') ? Number(iid) : 0
  const list = world.userLists.find('byIid', project.id, number)
  if (list === undefined) throw recordNotFound()
  return list
}
