import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'

/** A commit of the target project that a merge request shows beside its own, for those who review it. */
export interface ContextCommit {
  readonly id: number
  readonly mergeRequestId: number
  readonly sha: string
}

export const contextCommitsTable = table<ContextCommit>()('contextCommits', {
  byMergeRequest: index((commit) => [commit.mergeRequestId]),
})
