/** Changes that no client could notice, or only one whom the suite cannot be, with the reason. Lines may move. */
export interface Explanation {
  readonly why: string
  readonly changes: readonly ExplainedChange[]
}

/**
 * Path in the checkout, or the beginning of one; the text that is changed, its blanks joined, of which … at its end
 * leaves out the rest, or what it is like; what it becomes, anything where that is left out.
 */
export type ExplainedChange = readonly [file: string, from: string | RegExp, to?: string | RegExp]
