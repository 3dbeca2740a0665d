import { isRow } from '../kit/json.ts'
import { expectArranged, type Furniture, type Stage } from '../run/stage.ts'
import type { Made } from './made.ts'

/** Lets pipelines of the default branch be started. */
export async function configured({ call, project }: Stage): Promise<void> {
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
export async function automated(stage: Stage, made: Made): Promise<Furniture> {
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
