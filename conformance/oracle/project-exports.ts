/** What the suite believes of the exports of a project. */
export interface ExportModel {
  /** Exports asked for since the last one that was seen finished. */
  pending: number
  /** True once an archive was seen that nobody has asked to be replaced. */
  archive: boolean
}

export function freshExports(): ExportModel {
  return { pending: 0, archive: false }
}

/** Statuses that are possible. A worker may not have noted what was asked for, nor told that it is done. */
export function possibleStatuses({ pending, archive }: ExportModel): readonly string[] {
  if (pending === 0) return archive ? ['finished'] : ['none']
  return ['none', 'queued', 'started', 'regeneration_in_progress', 'finished']
}
