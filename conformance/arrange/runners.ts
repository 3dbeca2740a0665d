import type { Reply } from '../kit/client.ts'
import { numberIn, textIn } from '../kit/expect.ts'
import { Skipped } from '../kit/finding.ts'
import { isRow } from '../kit/json.ts'
import type { Params } from '../kit/query.ts'
import { arranged, expectArranged, type Stage } from '../run/stage.ts'
import { commit, project } from './records.ts'

export interface RegisteredRunner {
  readonly id: number
  /** With which it signs in. */
  readonly token: string
}

/** The secret with which runners of a project register; skips where the target tells none. */
export async function registrationToken(
  stage: Stage,
  kind: 'projects' | 'groups' = 'projects',
  id: number = kind === 'projects' ? stage.project.id : stage.group.id,
): Promise<string> {
  const { runners_token } = arranged(await stage.call(`GET /${kind}/:id`, { id }, { as: 'owner' }))
  return typeof runners_token === 'string'
    ? runners_token
    : stage.skip('the target tells no registration token')
}

/** A runner of the throw-away project or group, or of another one. It was never heard of. */
export async function runner(
  stage: Stage,
  params: Params = {},
  kind: 'projects' | 'groups' = 'projects',
  id?: number,
): Promise<RegisteredRunner> {
  const token = await registrationToken(stage, kind, id)
  const reply = await stage.call('POST /runners', { token, ...params }, { as: 'owner' })
  if (registersNone(reply)) return stage.skip('the target registers no runners by token')
  const row = arranged(reply)
  return { id: numberIn(row, 'id'), token: textIn(row, 'token') }
}

// Later releases switch the registration by token off.
function registersNone({ status, json }: Reply): boolean {
  return (
    status === 410 || (status === 403 && isRow(json) && /registration|disallowed/i.test(String(json.message)))
  )
}

/** Lets a runner be heard of. */
export async function contactRunner(
  stage: Stage,
  { token }: RegisteredRunner,
  params: Params = {},
): Promise<void> {
  expectArranged(await stage.call('POST /runners/verify', { token, ...params }, { as: 'anonymous' }))
}

/** Another project, in which a runner is enabled as well. */
export async function secondProject(stage: Stage, name = 'second'): Promise<number> {
  const place = stage.inGroup ? { namespace_id: stage.group.id } : {}
  return numberIn(await project(stage, `${stage.prefix}-${name}`, place), 'id')
}

export async function enable(stage: Stage, id: number, { id: runner_id }: RegisteredRunner): Promise<void> {
  expectArranged(await stage.call('POST /projects/:id/runners', { id, runner_id }, { as: 'owner' }))
}

export interface AssignedJob {
  readonly id: number
  readonly token: string
  readonly pipeline: number
}

/** A pipeline of one job that a runner with this tag alone may take; skips where none can be started. */
export async function createTaggedJob(
  stage: Stage,
  tag: string,
  name = 'job',
  extra = '',
  branch = `ci-${name}`,
): Promise<number> {
  const content = `${name}:\n  tags: [${tag}]\n  script: ['true']\n${extra}`
  const message = 'Configure a job [skip ci]'
  await commit(stage, { branch, from: stage.project.branch, path: '.gitlab-ci.yml', content, message })
  const { id } = stage.project
  return numberIn(
    arranged(await stage.call('POST /projects/:id/pipeline', { id, ref: branch }, { as: 'owner' })),
    'id',
  )
}

/** Asks for work as a runner. */
export function requestJob(stage: Stage, { token }: RegisteredRunner): Promise<Reply> {
  return stage.call('POST /jobs/request', { token }, { as: 'anonymous' })
}

/** Asks until there is work, since a service may take a moment until a job waits; gives the last answer otherwise. */
export function requestJobInTime(stage: Stage, runner: RegisteredRunner): Promise<Reply> {
  return stage.until(
    () => requestJob(stage, runner),
    ({ status }) => status !== 204,
    { seconds: 10 },
  )
}

/** Lets jobs with a tag wait: a simulator lets pipelines run by themselves unless somebody has asked for work. */
export async function keepWaiting(stage: Stage, tag: string): Promise<void> {
  try {
    await requestJob(stage, await runner(stage, { tag_list: [tag] }))
  } catch (problem) {
    // Where none can register nobody takes the jobs either.
    if (!(problem instanceof Skipped)) throw problem
  }
}

/** A job that a runner has taken. */
export async function assignJob(
  stage: Stage,
  runner: RegisteredRunner,
  tag: string,
  name = 'job',
  extra = '',
): Promise<AssignedJob> {
  // A simulator lets pipelines run by themselves unless somebody has asked for work.
  await requestJob(stage, runner)
  return takeJob(stage, runner, await createTaggedJob(stage, tag, name, extra))
}

/** The job of a pipeline that waits for a runner, taken by it. */
export async function takeJob(
  stage: Stage,
  runner: RegisteredRunner,
  pipeline: number,
): Promise<AssignedJob> {
  const row = arranged(await requestJobInTime(stage, runner))
  return { id: numberIn(row, 'id'), token: textIn(row, 'token'), pipeline }
}

/** Tells what became of a job. */
export function reportJob(stage: Stage, { id, token }: AssignedJob, params: Params): Promise<Reply> {
  return stage.call('PUT /jobs/:id', { id, token, ...params }, { as: 'anonymous' })
}
