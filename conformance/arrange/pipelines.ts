import { isRow } from '../kit/json.ts'
import { expectArranged, type Furniture, type Stage } from '../run/stage.ts'
import type { Made } from './create.ts'
import { commit } from './records.ts'

/** Lets pipelines of the default branch be started. */
export async function configurePipelines({ call, project }: Stage): Promise<void> {
  expectArranged(
    await call('POST /projects/:id/repository/commits', {
      id: project.id,
      branch: project.branch,
      commit_message: 'Configure',
      actions: [{ action: 'create', file_path: '.gitlab-ci.yml', content: 'test:\n  script: [true]\n' }],
    }),
  )
}

/** What runs by itself, and what keeps it from running. */
export async function createPipelineRecords(stage: Stage, made: Made): Promise<Furniture> {
  const { id, branch } = stage.project
  const found: { [place: string]: string | number | undefined } = {}
  const schedules = 'POST /projects/:id/pipeline_schedules'
  for (const description of ['One', 'Two', 'Three']) {
    const wish = { id, description, ref: branch, cron: '0 1 1 1 *' }
    const pipeline_schedule_id = await made(stage, schedules, wish)
    found['projects.pipeline_schedules'] = pipeline_schedule_id
    if (pipeline_schedule_id === undefined) return found
    const variable = { id, pipeline_schedule_id, key: 'FURNITURE', value: 'one' }
    const into = `${schedules}/:pipeline_schedule_id/variables`
    found['pipeline_schedules.variables'] = await made(stage, into, variable, 'key')
    const period = { id, freeze_start: '0 23 * * 5', freeze_end: '0 7 * * 1' }
    found['projects.freeze_periods'] = await made(stage, 'POST /projects/:id/freeze_periods', period)
  }
  const url = 'https://example.com/mirror.git'
  for (const _ of [1, 2, 3])
    found['projects.remote_mirrors'] = await made(stage, 'POST /projects/:id/remote_mirrors', { id, url })
  const issue = await stage.call('GET /projects/:id/issues/:issue_iid', { id, issue_iid: 1 }, { as: 'owner' })
  if (isRow(issue.json) && typeof issue.json.id === 'number') found.issues = issue.json.id
  return {
    ...found,
    'projects.import_project_members': id,
    trigger: 'push_events',
    submodule: 'vendor/lib',
  }
}

/** A job that no runner takes, so that its pipeline waits. */
export const waitingJob = (extra = '') => `job:\n  tags: [no-runner-has-this]\n  script: ['true']\n${extra}`

/** Commits a CI/CD configuration to a branch. */
export async function commitConfiguration(
  stage: Stage,
  content: string,
  message = 'Configure a job',
  branch = 'ci-pushed',
) {
  const from = stage.project.branch
  return commit(stage, { branch, from, path: '.gitlab-ci.yml', content, message })
}

/** The pipelines of a branch, once there are as many as expected; a service starts them a moment after the push. */
export async function pipelinesOf(stage: Stage, ref: string, expected = 1) {
  const { id } = stage.project
  const reply = await stage.until(
    () => stage.call('GET /projects/:id/pipelines', { id, ref }),
    (seen) => seen.rows().length >= expected,
    { seconds: 30 },
  )
  return reply
}

/** The jobs of a pipeline that the target ran by itself; skips where only a runner could. */
export async function jobsRun(stage: Stage, content: string) {
  if (!stage.movesClock) return stage.skip('the target runs no jobs without a runner')
  const branch = 'ci-results'
  await commit(stage, { branch, from: stage.project.branch, path: '.gitlab-ci.yml', content })
  await stage.wait(60)
  const { id } = stage.project
  const list = await stage.call('GET /projects/:id/jobs', { id })
  return list.rows().filter((row) => row.ref === branch)
}
