import { configured } from '../../arrange/automation.ts'
import { check } from '../../kit/check.ts'
import { answers, numberIn, says } from '../../kit/expect.ts'

const list = 'GET /projects/:id/pipelines/:pipeline_id/variables'
const start = 'POST /projects/:id/pipeline'

export const told = check({
  id: 'automation/pipeline-variables',
  says: 'What a pipeline was started with is told to whoever started it and to Maintainers, and to nobody else',
  source: 'dossier 2, section 13; documentation of the service, Pipelines API',
  level: 'should',
  covers: [list, start],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    await configured(stage)
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
