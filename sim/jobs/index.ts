import type { CallOut } from '../lib/outbound.ts'
import type { Steps } from '../lib/steps.ts'
import type { World } from '../model/world.ts'
import type { Job } from '../time/schedule.ts'
import { beginBulkImport, stepBulkImportEntity, timeOutBulkImport } from './bulk-import.ts'
import { deleteMarkedForDeletion } from './delayed-deletion.ts'
import { startDelayedJob } from './delayed-job.ts'
import { updateDiffPositions } from './diff-positions.ts'
import { startDownstreamPipeline } from './downstream.ts'
import { stepExternalImport } from './external-import.ts'
import { finishFork } from './fork.ts'
import { importGists } from './gists-import.ts'
import { keepHouse } from './git-housekeeping.ts'
import { stepGitImport } from './git-import.ts'
import { exportGroup, importGroup } from './group-transfer.ts'
import { deliverHook } from './hooks/deliver.ts'
import { cleanUpPackages } from './package-cleanup.ts'
import { stepPipeline } from './pipeline.ts'
import { runSchedule } from './pipeline-schedule.ts'
import { expireProjectExport, stepProjectExport } from './project-export.ts'
import { endProjectImport, stepProjectImport } from './project-import.ts'
import { finishRebase } from './rebase.ts'
import { exportRelations } from './relation-export.ts'
import { stepPullMirror, stepRemoteMirror } from './remote-mirror.ts'
import { expireSettingsCache } from './settings-cache.ts'
import { stepExport } from './vulnerability-export.ts'

/**
 * Carries out a job that is due. The world it is given is committed when it returns, dropped when it throws. It runs
 * anew for each answer of `callOut`, always at the time at which it was due. One that may take long returns steps.
 */
export type Work = (world: World, args: Job['args'], now: number, callOut: CallOut) => void | Steps<void>

export const work = {
  'bulk-import': beginBulkImport,
  'bulk-import-entity': stepBulkImportEntity,
  'bulk-import-timeout': timeOutBulkImport,
  bridge: startDownstreamPipeline,
  'delayed-job': startDelayedJob,
  'delayed-deletion': deleteMarkedForDeletion,
  'diff-positions': updateDiffPositions,
  'export-expiry': expireProjectExport,
  fork: finishFork,
  'external-import': stepExternalImport,
  'gists-import': importGists,
  'git-housekeeping': keepHouse,
  'git-import': stepGitImport,
  'group-export': exportGroup,
  'group-import': importGroup,
  'hook-delivery': deliverHook,
  'import-timeout': endProjectImport,
  'package-cleanup': cleanUpPackages,
  pipeline: stepPipeline,
  'pipeline-schedule': runSchedule,
  'project-export': stepProjectExport,
  'project-import': stepProjectImport,
  'pull-mirror': stepPullMirror,
  rebase: finishRebase,
  'relation-export': exportRelations,
  'remote-mirror': stepRemoteMirror,
  'settings-cache': expireSettingsCache,
  'vulnerability-export': stepExport,
} as const satisfies { readonly [kind: string]: Work }

export type JobKind = keyof typeof work

/** Kinds of jobs that bring rows with a history of their own: nobody did here what led to them. */
export const imports: readonly string[] = [
  'bulk-import-entity',
  'external-import',
  'group-import',
  'project-import',
] satisfies readonly JobKind[]
