import type { ReleaseNumber } from '../release.ts'

/** What a release of the service changed for its clients. */
export interface Change {
  readonly release: ReleaseNumber
  readonly before: string
  readonly after: string
  /** The sources leave room for doubt about it or its release. */
  readonly doubtful?: true
  /** It concerns whatever is called, and no operation declares it. */
  readonly general?: true
}

/** The changes of a family, by the row of its page in `conformance/sources` in which each is written down. */
export type Changes<Family extends string> = { readonly [source in `${Family}#${string}`]: Change }
