import { type UnzipFileInfo, unzipSync } from 'fflate/browser'
import type { ArchiveEntry } from '../../git/archive/entries.ts'
import { zipPieces } from '../../git/archive/zip.ts'
import { concatAll, equalBytes } from '../../lib/bytes.ts'
import type { Instant } from '../../time/calendar.ts'
import type { Present } from '../../time/moments.ts'
import type { CiJob, Pipeline } from '../pipelines/ci.ts'
import { durationIn } from '../pipelines/ci-config/rules.ts'
import { chosenSetting, type Project } from '../projects/project.ts'
import { settingInForce, switchedOff } from '../settings/in-force.ts'
import { nextId, type World } from '../world.ts'
import { type ArtifactType, artifactTypes, type JobArtifact } from './job-artifact.ts'

/** Stores an artifact; it replaces the one of the same type. */
export function storeArtifact(
  world: World,
  job: CiJob,
  file: Pick<JobArtifact, 'type' | 'format' | 'name' | 'bytes' | 'expiresAt'>,
  now: Instant,
): JobArtifact {
  const before = world.jobArtifacts.find('byJob', job.id, file.type)
  const { id: jobId, projectId } = job
  return world.jobArtifacts.put({
    id: before?.id ?? nextId(world, 'jobArtifacts'),
    projectId,
    jobId,
    ...file,
    createdAt: now,
  })
}

/** When artifacts expire that are kept for so long, or for as long as the installation says; null for never. */
export function artifactsExpireAt(world: World, expireIn: string | undefined, now: Instant): Instant | null {
  const text = expireIn ?? settingInForce(world, 'default_artifacts_expire_in')
  const lasts = durationIn(text) ?? 0
  return lasts === 0 ? null : now + lasts
}

const MEBIBYTE = 1024 * 1024

/** What is against storing what a runner sends (jobs#artifacts-refused); `same` where it is there already. */
export function artifactProblem(
  world: World,
  job: CiJob,
  { type, format, bytes }: Pick<JobArtifact, 'format' | 'bytes'> & { readonly type: ArtifactType },
): 'too large' | 'same' | 'other' | 'format' | undefined {
  if (bytes.length > settingInForce(world, 'max_artifacts_size') * MEBIBYTE) return 'too large'
  const before = world.jobArtifacts.find('byJob', job.id, type)
  if (before !== undefined) return equalBytes(before.bytes, bytes) ? 'same' : 'other'
  return artifactTypes[type].format === format ? undefined : 'format'
}

/** The artifacts of a job that have not expired. */
export function artifactsOf(world: World, job: CiJob, { hasCome }: Present): JobArtifact[] {
  return world.jobArtifacts
    .by('byJob', job.id)
    .list()
    .filter(({ expiresAt }) => expiresAt === null || !hasCome(expiresAt) || isLocked(world, job))
}

/** The artifacts of the latest successful pipeline of a branch are kept, unless the project disables that. */
function isLocked(world: World, job: CiJob): boolean {
  const project = world.projects.require(job.projectId)
  if (!chosenSetting(project, 'keepLatestArtifact') || switchedOff(world, 'keep_latest_artifact'))
    return false
  const { ref } = world.pipelines.require(job.pipelineId)
  for (const pipeline of world.pipelines.by('byRef', project.id, ref).descending())
    if (pipeline.status === 'success') return pipeline.id === job.pipelineId
  return false
}

/** The archive of the job's artifacts. */
export function archiveOf(world: World, job: CiJob, present: Present): JobArtifact | undefined {
  return artifactsOf(world, job, present).find(({ type }) => type === 'archive')
}

/** Deletes all artifacts of a job, reports too. */
export function deleteArtifacts(world: World, job: CiJob): void {
  for (const { id } of world.jobArtifacts.by('byJob', job.id).list()) world.jobArtifacts.delete(id)
}

const RUN: readonly CiJob['status'][] = ['success', 'failed', 'canceled']

export function isFinishedJob({ status }: CiJob): boolean {
  return RUN.includes(status)
}

/** The latest successful job of this name on a branch or tag that has artifacts. */
export function latestWithArtifacts(
  world: World,
  project: Project,
  ref: string,
  name: string,
  present: Present,
): CiJob | undefined {
  for (const pipeline of world.pipelines.by('byRef', project.id, ref).descending()) {
    if (pipeline.status !== 'success') continue
    const job = jobsNamed(world, pipeline, name).find((it) => archiveOf(world, it, present) !== undefined)
    if (job !== undefined) return job
  }
  return undefined
}

function jobsNamed(world: World, pipeline: Pipeline, name: string): CiJob[] {
  const jobs = world.ciJobs.by('byPipeline', pipeline.id).list()
  return jobs.filter((job) => job.name === name && job.status === 'success').reverse()
}

/** A zip archive of files; every entry has the same time. */
export function zipFiles(
  files: readonly { readonly path: string; readonly bytes: Uint8Array }[],
  at: Instant,
): Uint8Array {
  const entries = files.map(({ path, bytes }): ArchiveEntry => ({ kind: 'file', path, id: '', bytes }))
  return concatAll([...zipPieces(entries, { commit: '', at })])
}

/** Bytes that one file of an archive may come to. */
const LARGEST_ENTRY = 64 * 1024 * 1024

/** A file in a zip archive; undefined where it is not there, or too large, or the archive is damaged. */
export function fileInZip(archive: Uint8Array, path: string): Uint8Array | undefined {
  const wanted = ({ name, originalSize }: UnzipFileInfo) => name === path && originalSize <= LARGEST_ENTRY
  try {
    return unzipSync(archive, { filter: wanted })[path]
  } catch {
    return undefined
  }
}
