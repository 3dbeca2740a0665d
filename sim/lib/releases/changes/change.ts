import type { ReleaseNumber } from '../release.ts'

/** What a request does beside calling its operation. */
export const manners = [
  'cross-origin',
  'dot-segments',
  'job-token',
  'json-body',
  'keyset-pagination',
  'oauth',
  'offset-pagination',
  'project-path',
  'throttled',
  'writing',
] as const
export type Manner = (typeof manners)[number]

/** What a release of the service changed for its clients. */
export interface Change {
  readonly release: ReleaseNumber
  readonly before: string
  readonly after: string
  /** The sources leave room for doubt about it or its release. */
  readonly doubtful?: true
  /** It concerns whatever is called, and no operation declares it. */
  readonly general?: true
  /** It concerns only clients whose requests do this. */
  readonly manner?: Manner
  /** It concerns only clients that send one of these parameters. */
  readonly sends?: readonly string[]
}

/** The changes of a family, by the row of its page in `conformance/sources` in which each is written down. */
export type Changes<Family extends string> = { readonly [source in `${Family}#${string}`]: Change }
