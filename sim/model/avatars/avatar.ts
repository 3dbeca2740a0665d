import { table } from '../../store/database.ts'

/** Kinds of rows that have an avatar. */
export type AvatarOwner = 'project' | 'group' | 'user' | 'topic'

/** The file of an avatar; the row that has it keeps its name. The id names that row: `project/1`. */
export interface AvatarFile {
  readonly id: string
  readonly name: string
  readonly bytes: Uint8Array
}

export const avatarsTable = table<AvatarFile>()('avatars', {})
