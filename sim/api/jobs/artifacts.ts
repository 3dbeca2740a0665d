import { jobDetailEntity } from '../../entities/ci-job.ts'
import { jobWithToken } from '../../model/jobs/ci-jobs.ts'
import { DotenvError, dotenvVariables } from '../../model/jobs/dotenv.ts'
import { type ArtifactType, artifactFormats, artifactTypes } from '../../model/jobs/job-artifact.ts'
import {
  archiveOf,
  artifactProblem,
  artifactsExpireAt,
  deleteArtifacts,
  fileInZip,
  latestWithArtifacts,
  storeArtifact,
} from '../../model/jobs/job-artifacts.ts'
import type { CiJob } from '../../model/pipelines/ci.ts'
import type { Project } from '../../model/projects/project.ts'
import type { World } from '../../model/world.ts'
import { attachment } from '../../protocol/attachment.ts'
import { operation } from '../../protocol/operation.ts'
import { file, integer, oneOf, required, string, withDefault } from '../../protocol/params.ts'
import { badRequest, forbidden, notFound, Refusal } from '../../protocol/refusal.ts'
import type { Instant } from '../../time/calendar.ts'
import { at } from '../../time/moments.ts'
import { laterLimit, ofJob } from '../shared/later-limits.ts'
import { byToken } from '../shared/runner-contact.ts'
import { jobOf, jobToRun } from './params.ts'

const types = Object.keys(artifactTypes) as readonly ArtifactType[]

const ofProject = { subject: 'project', beyond: true } as const
const reading = {
  ...ofProject,
  method: 'GET',
  auth: 'public',
  accepts: ['job_token'],
  needs: 'read_builds',
  answers: { bytes: 'application/octet-stream' },
  refuses: [404],
} as const
const jobId = { job_id: required(integer()) }
const jobNamed = {
  ref_name: required(string({ about: 'Branch or tag' })),
  job: required(string({ about: 'Name of the job' })),
}
const artifactPath = { artifact_path: required(string({ about: 'Path of the file in the archive' })) }

export const uploadJobArtifacts = operation(
  {
    ...byToken,
    method: 'POST',
    path: '/jobs/:id/artifacts',
    rateLimit: laterLimit('jobs#later-runner-limits', 'runner_jobs_endpoints_api_limit', ofJob),
    summary: 'Upload job artifacts',
    params: {
      id: required(integer()),
      token: string({ about: 'Token of the job, unless sent in the `JOB-TOKEN` header' }),
      file: required(file()),
      expire_in: string({
        about:
          'Duration such as `2 weeks`, or `never`; by default `default_artifacts_expire_in` of the settings',
      }),
      artifact_type: withDefault(oneOf(types, { about: '`archive`, or a type of report' }), 'archive'),
      artifact_format: withDefault(oneOf(artifactFormats), 'zip'),
    },
    answers: { status: 201, value: { const: 201 } },
    refuses: [403, 413],
  },
  ({ world, params, request, now }) => {
    const job = jobByToken(world, params.id, params.token ?? request.headers['job-token'] ?? '')
    if (job.status !== 'running') throw forbidden('Job is not running')
    const { file, expire_in: expires, artifact_type: type, artifact_format: format } = params
    if (file == null) throw badRequest('Missing artifacts file!')
    const sent = { type: type ?? 'archive', format: format ?? 'zip', name: file.name, bytes: file.bytes }
    const problem = artifactProblem(world, job, sent)
    if (problem === 'same') return
    if (problem === 'too large')
      throw new Refusal(413, { message: 'file size has reached maximum size limit' })
    if (problem !== undefined) throw new Refusal(400, { message: refused[problem] })
    if (sent.type === 'dotenv') refuseOddVariables(sent.bytes)
    storeArtifact(
      world,
      job,
      { ...sent, expiresAt: artifactsExpireAt(world, expires || undefined, now) },
      now,
    )
  },
)

const refused = {
  other: 'another artifact of the same type already exists',
  format: 'Validation failed: Invalid file format with specified file type',
} as const

function refuseOddVariables(bytes: Uint8Array): void {
  try {
    dotenvVariables(bytes)
  } catch (problem) {
    if (!(problem instanceof DotenvError)) throw problem
    throw new Refusal(400, { message: problem.message })
  }
}

export const downloadJobArtifactsAsRunner = operation(
  {
    ...byToken,
    method: 'GET',
    path: '/jobs/:id/artifacts',
    rateLimit: laterLimit('jobs#later-runner-limits', 'runner_jobs_endpoints_api_limit', ofJob),
    summary: 'Download the artifacts of a job, as a runner',
    params: {
      id: required(integer()),
      token: string({ about: 'Token of a running job, unless sent in the `JOB-TOKEN` header' }),
    },
    answers: { bytes: 'application/octet-stream' },
    refuses: [403, 404],
  },
  ({ world, params, request, now }) => {
    const token = params.token ?? request.headers['job-token'] ?? ''
    const job = world.ciJobs.get(params.id ?? 0)
    const proof = token === '' ? undefined : world.tokens.find('byValue', token)
    const downloader = proof?.kind === 'job' ? world.ciJobs.get(proof.jobId ?? 0) : undefined
    if (job === undefined || downloader?.projectId !== job.projectId) throw forbidden()
    return archiveDownload(world, job, now)
  },
)

function jobByToken(world: World, id: number | null, token: string): CiJob {
  const job = jobWithToken(world, id ?? 0, token)
  if (job === undefined) throw forbidden()
  return job
}

export const downloadJobArtifacts = operation(
  {
    ...reading,
    path: '/projects/:id/jobs/:job_id/artifacts',
    summary: 'Download the artifacts of a job',
    params: jobId,
  },
  ({ world, project, params, now }) => archiveDownload(world, jobOf(world, project, params.job_id), now),
)

export const downloadJobArtifactFile = operation(
  {
    ...reading,
    path: '/projects/:id/jobs/:job_id/artifacts/*artifact_path',
    summary: 'Download an artifact file of a job',
    params: { ...jobId, ...artifactPath },
  },
  ({ world, project, params, now }) =>
    fileDownload(world, jobOf(world, project, params.job_id), params.artifact_path, now),
)

export const downloadLatestJobArtifacts = operation(
  {
    ...reading,
    path: '/projects/:id/jobs/artifacts/:ref_name/download',
    aliases: ['/projects/:id/jobs/artifacts/*ref_name/download'],
    summary: 'Download the latest job artifacts of a branch or tag',
    params: jobNamed,
    dotted: ['ref_name'],
  },
  ({ world, project, params, now }) => archiveDownload(world, latestJob(world, project, params, now), now),
)

export const downloadLatestJobArtifactFile = operation(
  {
    ...reading,
    path: '/projects/:id/jobs/artifacts/:ref_name/raw/*artifact_path',
    aliases: ['/projects/:id/jobs/artifacts/*ref_name/raw/*artifact_path'],
    summary: 'Download an artifact file of a branch or tag',
    params: { ...jobNamed, ...artifactPath },
    dotted: ['ref_name'],
  },
  ({ world, project, params, now }) =>
    fileDownload(world, latestJob(world, project, params, now), params.artifact_path, now),
)

function latestJob(
  world: World,
  project: Project,
  { ref_name: ref, job: name }: { readonly ref_name: string | null; readonly job: string | null },
  now: Instant,
): CiJob {
  const job = latestWithArtifacts(world, project, ref ?? '', name ?? '', at(now))
  if (job === undefined) throw notFound()
  return job
}

function archiveDownload(world: World, job: CiJob, now: Instant) {
  const archive = archiveOf(world, job, at(now))
  if (archive === undefined) throw notFound()
  return attachment(archive.name, archive.bytes)
}

function fileDownload(world: World, job: CiJob, path: string | null, now: Instant) {
  const archive = archiveOf(world, job, at(now))
  const bytes = archive && fileInZip(archive.bytes, path ?? '')
  if (bytes === undefined) throw notFound()
  return attachment((path ?? '').split('/').at(-1) ?? '', bytes)
}

export const keepJobArtifacts = operation(
  {
    ...ofProject,
    method: 'POST',
    path: '/projects/:id/jobs/:job_id/artifacts/keep',
    summary: 'Keep the artifacts of a job',
    needs: 'create_pipeline',
    params: jobId,
    answers: { status: 200, one: jobDetailEntity },
    refuses: [404],
  },
  ({ world, project, params, view, now }) => {
    const job = jobToRun(view, project, params.job_id)
    if (archiveOf(world, job, at(now)) === undefined) throw notFound()
    for (const artifact of world.jobArtifacts.by('byJob', job.id).list())
      world.jobArtifacts.put({ ...artifact, expiresAt: null })
    return job
  },
)

export const deleteJobArtifacts = operation(
  {
    ...ofProject,
    method: 'DELETE',
    path: '/projects/:id/jobs/:job_id/artifacts',
    summary: 'Delete the artifacts of a job',
    needs: 'admin_build',
    params: jobId,
    answers: { status: 204 },
  },
  ({ world, project, params }) => deleteArtifacts(world, jobOf(world, project, params.job_id)),
)

export const deleteProjectArtifacts = operation(
  {
    ...ofProject,
    method: 'DELETE',
    path: '/projects/:id/artifacts',
    summary: 'Delete the job artifacts of a project (except kept ones)',
    needs: 'admin_build',
    answers: { status: 202, value: { type: ['object', 'null'] } },
  },
  ({ world, project }) => {
    for (const { id, expiresAt } of world.jobArtifacts.by('byProject', project.id).list())
      if (expiresAt !== null) world.jobArtifacts.delete(id)
    return { message: '202 Accepted' }
  },
)
