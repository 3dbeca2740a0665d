import { configurePipelines } from '../../arrange/pipelines.ts'
import { check } from '../../kit/check.ts'
import { answers, holds, numberIn, rowIn, textIn } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

const P = '/projects/:id'

export const pipelineDeleted = check({
  id: 'audit-events/pipeline-deleted',
  says: 'A deleted pipeline leaves an event with its ref, status and commit',
  source: 'audit-events#pipeline-deleted',
  level: 'should',
  covers: [`GET ${P}/audit_events`, `DELETE ${P}/pipelines/:pipeline_id`],
  needs: { tier: 'premium', repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const { id, branch } = project
    await configurePipelines(stage)
    const made = arranged(await call(`POST ${P}/pipeline`, { id, ref: branch }, { as: 'owner' }))
    const at = { id, pipeline_id: numberIn(made, 'id') }
    // A pipeline that is over keeps its status.
    const ended = arranged(await call(`POST ${P}/pipelines/:pipeline_id/cancel`, at, { as: 'owner' }))
    answers(await call(`DELETE ${P}/pipelines/:pipeline_id`, at, { as: 'owner' }), 204)
    const events = await call(`GET ${P}/audit_events`, { id, per_page: 100 }, { as: 'owner' })
    const said = `Deleted pipeline in ${branch} with status ${textIn(ended, 'status')} and SHA ${textIn(made, 'sha')}`
    const details = events.rows().map((row) => rowIn(row, 'details'))
    holds(
      details.some(
        (it) =>
          it.custom_message === said && it.target_id === at.pipeline_id && it.target_type === 'Ci::Pipeline',
      ),
      `there is an event with ${said}`,
      details.map((it) => it.custom_message ?? null),
      events,
    )
  },
})
