/** Changes that no client could notice, or only one whom the suite cannot be, with the reason. Lines may move. */
export interface Explanation {
  /** Path in the checkout, or the beginning of one. */
  readonly file: string
  /** Text that is changed, its blanks joined, or what it is like; any where it is left out. */
  readonly from?: string | RegExp
  readonly to?: string | RegExp
  readonly why: string
}
