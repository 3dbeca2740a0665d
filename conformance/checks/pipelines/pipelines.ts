import { commitConfiguration, configurePipelines, jobsRun, waitingJob } from '../../arrange/pipelines.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, lacks, numberIn, says } from '../../kit/expect.ts'

const list = 'GET /projects/:id/pipelines/:pipeline_id/variables'

const start = 'POST /projects/:id/pipeline'

export const variablesByRole = check({
  id: 'pipelines/variables-by-role',
  says: 'The variables of a pipeline are shown to the user who started it and to Maintainers; Developers get 403',
  source: 'pipelines#variables, pipelines#create',
  level: 'should',
  covers: [list, start],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    await configurePipelines(stage)
    const variables = [
      { key: 'FIRST', value: 'one' },
      { key: 'SECOND', value: 'two', variable_type: 'file' },
    ]
    const made = await call(start, { id: project.id, ref: project.branch, variables })
    answers(made, 201)
    const named = { id: project.id, pipeline_id: numberIn(made.row(), 'id') }
    const shown = await call(list, named)
    answers(
      shown,
      200,
      variables.map(({ key, value, variable_type = 'env_var' }) => ({
        variable_type,
        key,
        value,
        raw: false,
      })),
    )
    if (stage.has('maintainer')) answers(await call(list, named, { as: 'maintainer' }), 200)
    if (stage.has('developer')) says(await call(list, named, { as: 'developer' }), 403, '403 Forbidden')
  },
})

export const name = check({
  id: 'pipelines/name',
  says: 'A pipeline shows the name that it is given from 16.3 on, and is found by it from 16.9 on',
  source: 'pipelines#metadata, pipelines#later-name, pipelines#later-name-filter',
  level: 'should',
  covers: [
    'PUT /projects/:id/pipelines/:pipeline_id/metadata',
    'GET /projects/:id/pipelines/:pipeline_id',
    'GET /projects/:id/pipelines',
  ],
  needs: { repository: true },
  holds: async (stage) => {
    const [job] = await jobsRun(stage, 'job:\n  script: ["true"]\n')
    const pipeline = (job?.pipeline ?? {}) as { readonly id?: number }
    const at = { id: stage.project.id, pipeline_id: pipeline.id ?? 0 }
    const path = 'PUT /projects/:id/pipelines/:pipeline_id/metadata'
    const named = await stage.call(path, { ...at, name: 'Nightly' }, { as: 'owner' })
    answers(named, 200)
    has(named.row(), { name: 'Nightly' }, named)
    const after = await stage.call('GET /projects/:id/pipelines/:pipeline_id', at)
    await stage.changed('pipelines#later-name', {
      before: () => lacks(after.row(), ['name'], after),
      after: () => has(after.row(), { name: 'Nightly' }, after),
    })
    const { id } = stage.project
    const found = await stage.call('GET /projects/:id/pipelines', { id, name: 'Nothing' })
    await stage.changed('pipelines#later-name-filter', {
      before: () => equals('that pipelines are listed', found.rows().length > 0, true, found),
      after: () => equals('pipelines', found.rows().length, 0, found),
    })
  },
})

export const rules = check({
  id: 'pipelines/rules',
  says: 'A job whose rules do not match is left out of a pipeline, and a pipeline without jobs answers 400',
  source: 'pipelines#rules, pipelines#create',
  level: 'should',
  covers: ['POST /projects/:id/pipeline'],
  needs: { repository: true },
  holds: async (stage) => {
    const rules = "  rules:\n    - if: $WANTED == 'yes'\n"
    await commitConfiguration(stage, waitingJob(rules))
    const { id } = stage.project
    const start = (value: string) =>
      stage.call(
        'POST /projects/:id/pipeline',
        { id, ref: 'ci-pushed', variables: [{ key: 'WANTED', value }] },
        { as: 'owner' },
      )
    answers(await start('no'), 400)
    const reply = await start('yes')
    answers(reply, 201)
    has(reply.row(), { ref: 'ci-pushed', source: 'api' }, reply)
  },
})
