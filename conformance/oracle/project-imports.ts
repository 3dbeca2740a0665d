/** An import as the suite remembers it. */
export interface ImportRecord {
  readonly id: number
  readonly path: string
  /** How it ends: an archive is sound or broken. */
  readonly end: 'finished' | 'failed'
  status: string
}

/** What the suite believes of the imports of a session. */
export interface ImportModel {
  readonly imports: ImportRecord[]
}

export function freshImports(): ImportModel {
  return { imports: [] }
}

const order = ['scheduled', 'started', 'finished', 'failed']

/** Statuses that may follow on the one that was seen last. */
export function followingStatuses({ status, end }: ImportRecord): readonly string[] {
  const later = order
    .slice(order.indexOf(status))
    .filter((name) => name === end || !['finished', 'failed'].includes(name))
  return status === end ? [end] : later
}
