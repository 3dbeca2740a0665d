import { textIn } from '../kit/expect.ts'
import type { Row } from '../kit/json.ts'
import type { Params } from '../kit/query.ts'
import { actionsBetween, type Folder } from '../oracle/folder.ts'
import { arranged, type Stage } from '../run/stage.ts'

export interface FolderCommit {
  readonly branch: string
  /** What the commit that it follows holds; nothing unless told. */
  readonly before?: Folder
  readonly after: Folder
  /** Branch that a new one starts from. */
  readonly from?: string
  /** Author, message and the like. */
  readonly more?: Params
}

/** A commit that turns one folder into another; a first one makes the repository. Returns it as created. */
export async function commitFolder(stage: Stage, change: FolderCommit): Promise<Row> {
  const { branch, before = new Map(), after, from, more } = change
  const actions = actionsBetween(before, after)
  const params = { id: stage.project.id, branch, commit_message: 'Change files', start_branch: from, ...more }
  const call = { ...params, actions } as Params
  return arranged(await stage.call('POST /projects/:id/repository/commits', call, { as: 'owner' }))
}

/** The same, where only the id is of interest. */
export async function commitId(stage: Stage, change: FolderCommit): Promise<string> {
  return textIn(await commitFolder(stage, change), 'id')
}
