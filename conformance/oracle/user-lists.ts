import type { Json, Row } from '../kit/json.ts'

/** A user list as the suite remembers it. */
export interface UserListRecord {
  readonly id: number
  readonly iid: number
  readonly name: string
  readonly user_xids: string
}

/** True when the text is one of ids joined by commas (feature-flag-user-lists#user-xids). */
export function areIds(text: string): boolean {
  if (text === '') return true
  if (/[\t\r\n]/.test(text)) return false
  const parts = text.split(',')
  if (parts.some((part) => part === '' || /^\s|\s$/.test(part) || [...part].length > 256)) return false
  return parts.every((part, at) => parts.indexOf(part) === at)
}

export const wrongIds =
  'User xids user_xids must be a string of unique comma separated values each 256 characters or less'

/** What a name and ids are refused with; nothing where they are right. */
export function listErrors(name: string, ids: string, taken: readonly string[]): readonly Json[] {
  const length = [...name].length
  return [
    ...(name.trim() === '' ? ["Name can't be blank"] : []),
    ...(taken.includes(name) ? ['Name has already been taken'] : []),
    ...(length === 0 ? ['Name is too short (minimum is 1 character)'] : []),
    ...(length > 255 ? ['Name is too long (maximum is 255 characters)'] : []),
    ...(areIds(ids) ? [] : [wrongIds]),
  ]
}

/** What a reply must show of a list. */
export function shownList({ id, iid, name, user_xids }: UserListRecord): Row {
  return { id, iid, name, user_xids }
}
