import { check } from '../../kit/check.ts'
import { answers, numberIn } from '../../kit/expect.ts'
import { hasLater } from '../../kit/later.ts'

const statuses = '/projects/:id/statuses/:sha'

export const laterStatus = check({
  id: 'commits/later-status',
  says: 'From 17.9 on the status of a commit names its pipeline, which is among those of the project',
  source: 'commits#later-status-pipeline',
  level: 'should',
  covers: [`POST ${statuses}`],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const { id, branch } = project
    const reply = await call(`POST ${statuses}`, { id, sha: branch, state: 'success', name: 'outside' })
    answers(reply, 201)
    const row = reply.row()
    await hasLater(stage, row, { 'commits#later-status-pipeline': { pipeline_id: ['number'] } }, reply)
    if (row.pipeline_id === undefined) return
    const pipeline_id = numberIn(row, 'pipeline_id')
    answers(await call('GET /projects/:id/pipelines/:pipeline_id', { id, pipeline_id }), 200)
  },
})
