import { table } from '../../store/database.ts'

/** What has a picture of its own. */
export type AvatarOwner = 'project' | 'group' | 'user' | 'topic'

/** The file of a picture; rows that have one keep its name. The id is what it shows: `project/1`. */
export interface AvatarFile {
  readonly id: string
  readonly name: string
  readonly bytes: Uint8Array
}

export const avatarsTable = table<AvatarFile>()('avatars', {})
