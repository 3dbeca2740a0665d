import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'

export const mirrorStatuses = ['none', 'scheduled', 'started', 'finished', 'failed', 'to_retry'] as const
export type MirrorStatus = (typeof mirrorStatuses)[number]

/** How the last update of a mirror went. */
export interface MirrorProgress {
  readonly status: MirrorStatus
  readonly startedAt: Instant | null
  readonly updatedAt: Instant | null
  readonly succeededAt: Instant | null
  readonly error: string | null
}

export const neverUpdated: MirrorProgress = {
  status: 'none',
  startedAt: null,
  updatedAt: null,
  succeededAt: null,
  error: null,
}

export const mirrorAuthMethods = ['password', 'ssh_public_key'] as const

/** A push mirror of a project. */
export interface RemoteMirror extends MirrorProgress {
  readonly id: number
  readonly projectId: number
  /** With credentials. */
  readonly url: string
  readonly enabled: boolean
  readonly onlyProtected: boolean
  /** Keeps diverged branches of the mirror. */
  readonly keepsDivergent: boolean
  readonly authMethod: (typeof mirrorAuthMethods)[number]
  /** When its settings were changed, or it was made. */
  readonly changedAt?: Instant
}

export const remoteMirrorsTable = table<RemoteMirror>()('remoteMirrors', {
  byProject: index((it) => [it.projectId]),
})

/** The pull mirror of a project; the id is the project's. */
export interface PullMirror extends MirrorProgress {
  readonly id: number
  readonly url: string
  readonly enabled: boolean
  readonly onlyProtected: boolean
  readonly overwritesDivergent: boolean
  /** Who set it last. */
  readonly userId?: number
}

export const pullMirrorsTable = table<PullMirror>()('pullMirrors', {})
