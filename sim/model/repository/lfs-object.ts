import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

/** A file of large file storage under its SHA-256: the same content is there once. */
export interface LfsObject {
  readonly id: string
  readonly bytes: Uint8Array
}

export const lfsObjectsTable = table<LfsObject>()('lfsObjects', {})

/** That a project has a file of large file storage. */
export interface LfsLink {
  readonly id: string
  readonly projectId: number
  readonly oid: string
}

export const lfsLinksTable = table<LfsLink>()('lfsLinks', {
  byProject: index((link) => [link.projectId, link.oid]),
  byObject: index((link) => [link.oid]),
})

/** A file that only one user may change, as far as clients keep to it. */
export interface LfsLock {
  readonly id: number
  readonly projectId: number
  readonly path: string
  readonly userId: number
  readonly createdAt: Instant
}

export const lfsLocksTable = table<LfsLock>()('lfsLocks', {
  byProject: index((lock) => [lock.projectId]),
  byPath: index((lock) => [lock.projectId, lock.path]),
})
