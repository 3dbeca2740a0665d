import type { GitObject } from '../../git/objects.ts'
import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'

/** A git object under the id that git computes. Objects are shared by all repositories of a world. */
export interface GitObjectRow {
  readonly id: string
  readonly object: GitObject
}
export const gitObjectsTable = table<GitObjectRow>()('gitObjects', {}, { permanent: true })

/** A large pack as a client sent it, under its own checksum: its objects stay in it, and have no rows. */
export interface GitPackRow {
  readonly id: string
  readonly bytes: Uint8Array
}
export const gitPacksTable = table<GitPackRow>()('gitPacks', {}, { permanent: true })

export interface GitRefRow {
  readonly id: string
  readonly projectId: number
  /** Full name: `refs/heads/main`. */
  readonly name: string
  readonly sha: string
}
export const gitRefsTable = table<GitRefRow>(({ name }) => [name])('gitRefs', {
  byProject: index((ref) => [ref.projectId, ref.name]),
  // By what they point to: branches apart from tags.
  byTarget: index(({ projectId, name, sha }) => [projectId, name.split('/', 2)[1] ?? '', sha, name]),
})

/** What tells when the git objects that nothing leads to any longer are collected; none before the first write. */
export interface GitStorage {
  readonly id: 1
  /** Bytes that were written, or lost what they belonged to, since objects were last collected. */
  readonly written: number
  /** Bytes that were left then. */
  readonly left: number
}
export const gitStorageTable = table<GitStorage>()('gitStorage', {})
