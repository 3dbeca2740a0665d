import type { GitObject } from '../../git/objects.ts'
import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'

/** A git object under the id that git computes. Objects are shared by all repositories of a world. */
export interface GitObjectRow {
  readonly id: string
  readonly object: GitObject
}
export const gitObjectsTable = {
  ...table<GitObjectRow>()('gitObjects', {}),
  permanent: true as const,
}

export interface GitRefRow {
  readonly id: string
  readonly projectId: number
  /** Full name: `refs/heads/main`. */
  readonly name: string
  readonly sha: string
}
export const gitRefsTable = table<GitRefRow>()('gitRefs', {
  byProject: index((ref) => [ref.projectId, ref.name]),
})
