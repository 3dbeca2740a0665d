import type { MergeRequest } from '../../model/merge-requests/merge-request.ts'
import type { Piece } from '../../store/text-index.ts'

type Passes = (row: MergeRequest) => boolean

/** One filter: what passes, and the index under which the rows that pass are found, if there is one. */
export interface Filter {
  readonly passes: Passes
  readonly found?: Candidates
}
export type Candidates =
  | {
      readonly index: 'byAuthor' | 'byAssignee' | 'byReviewer' | 'byMilestone' | 'byLabel'
      readonly ids: readonly number[]
    }
  | { readonly index: 'byTarget'; readonly branch: string }
  | { readonly index: 'byIid'; readonly iids: readonly number[] }
  | { readonly index: 'words'; readonly pieces: readonly Piece[] }
  | { readonly index: 'approvals' | 'awards'; readonly userId: number }
