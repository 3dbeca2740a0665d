import type { Instant } from '../../time/calendar.ts'
import { type Errors, InvalidRow } from '../invalid-row.ts'
import { BLANK, isLonger, TAKEN, tooLong } from '../names.ts'
import type { Project } from '../projects/project.ts'
import { nextId, nextIid, type World } from '../world.ts'
import type { UserList } from './user-list.ts'

/** The values of a list from a request; null is refused. */
export interface UserListValues {
  readonly name: string | null
  readonly userXids: string | null
}

const LONGEST_NAME = 255
const LONGEST_ID = 256
/** Characters of all ids together. The bound is ours. */
const LONGEST_LIST = 1_048_576
/** The refusal of invalid ids, after the name of the attribute. */
export const INVALID_IDS = 'must be a string of unique comma separated values each 256 characters or less'

/** Adds a list of users to a project. Throws InvalidRow. */
export function addUserList(world: World, project: Project, values: UserListValues, now: Instant): UserList {
  const { name, userXids } = checked(world, project.id, values)
  return world.userLists.insert({
    id: nextId(world, 'userLists'),
    iid: nextIid(world, 'userLists', 'project', project.id),
    projectId: project.id,
    name,
    userXids,
    createdAt: now,
    updatedAt: now,
  })
}

/** Changes what is given of a list. Throws InvalidRow. */
export function changeUserList(
  world: World,
  list: UserList,
  values: Partial<UserListValues>,
  now: Instant,
): UserList {
  const { name, userXids } = checked(world, list.projectId, { ...list, ...values }, list)
  if (name === list.name && userXids === list.userXids) return list
  return world.userLists.put({ ...list, name, userXids, updatedAt: now })
}

/** Removes a list that no feature flag uses. Throws InvalidRow. */
export function removeUserList(world: World, list: UserList): void {
  if (world.featureFlags.by('byUserList', list.id).first() !== undefined)
    throw new InvalidRow({ base: ['User list is associated with a strategy'] })
  world.userLists.delete(list.id)
}

function checked(
  world: World,
  projectId: number,
  { name, userXids }: UserListValues,
  self?: UserList,
): { readonly name: string; readonly userXids: string } {
  const namesake = world.userLists.find('byName', projectId, name ?? '')
  const taken = namesake !== undefined && namesake.id !== self?.id
  const errors: Errors = {
    name: [
      ...(name === null || name.trim() === '' ? [BLANK] : []),
      ...(taken ? [TAKEN] : []),
      ...(name === null || name === '' ? ['is too short (minimum is 1 character)'] : []),
      ...(isLonger(name, LONGEST_NAME) ? [tooLong(LONGEST_NAME)] : []),
    ],
    user_xids: idListErrors(userXids).map((wrong) => `user_xids ${wrong}`),
  }
  if (errors.name?.length || errors.user_xids?.length || name === null || userXids === null)
    throw new InvalidRow(errors)
  return { name, userXids }
}

function idListErrors(userXids: string | null): string[] {
  if (isLonger(userXids, LONGEST_LIST)) return [tooLong(LONGEST_LIST)]
  return userXids !== null && isIdList(userXids) ? [] : [INVALID_IDS]
}

/** True for ids joined by commas: each once, none empty, none with blanks around it, no line breaks or tabs. */
export function isIdList(text: string): boolean {
  if (text === '') return true
  const ids = text.split(',')
  return (
    !/[\t\r\n]/.test(text) &&
    new Set(ids).size === ids.length &&
    ids.every((id) => id !== '' && id.trim() === id && !isLonger(id, LONGEST_ID))
  )
}
