import type { ReleaseNumber } from './release.ts'

/** What a release of the service changed for its clients. */
export interface Change {
  readonly release: ReleaseNumber
  readonly before: string
  readonly after: string
  /** The sources leave room for doubt about it or its release. */
  readonly doubtful?: true
}

/**
 * Every change that some definition, entity or rule declares, by the row of `conformance/sources` in which it is
 * written down. The table of sim/guide/releases.md is made from this.
 */
export const changes = {
  'merge-requests#later-squash-on-merge': {
    release: '15.9',
    before: 'Merge requests have no `squash_on_merge`',
    after: '`squash_on_merge` tells whether merging squashes, which the project may demand or forbid',
  },
} as const satisfies { readonly [source: string]: Change }

export type ChangeId = keyof typeof changes
export const changeIds = Object.keys(changes) as readonly ChangeId[]
