import { avatarPath } from '../model/avatars/avatars.ts'
import type { Group } from '../model/groups/group.ts'
import { entity, integer, nullable, shownAt, text, url } from './entity.ts'

/** A group inside other entities. */
export const groupRefEntity = entity<Group>('GroupRef', {
  id: integer(({ id }) => id),
  web_url: url(({ fullPath }, view) => view.url(`groups/${fullPath}`)),
  name: text(({ name }) => name),
  avatar_url: nullable(url((group, view) => shownAt(avatarPath('group', group), view))),
  full_name: text(({ fullName }) => fullName),
  full_path: text(({ fullPath }) => fullPath),
})

/** A group by its name and its page. */
export const basicGroupEntity = entity<Group>('BasicGroup', {
  id: integer(({ id }) => id),
  web_url: url(({ fullPath }, view) => view.url(`groups/${fullPath}`)),
  name: text(({ name }) => name),
})
