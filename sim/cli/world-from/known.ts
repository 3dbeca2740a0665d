/** What merge requests and pipelines look up. */
export interface Known {
  /** Whether a commit came with the repository. */
  has(id: string | undefined): id is string
  readonly branches: { readonly [name: string]: string }
  /** Takes a sentence about what is left out. */
  leave(what: string): void
}
