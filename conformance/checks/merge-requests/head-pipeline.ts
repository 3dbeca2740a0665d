import { named } from '../../arrange/records.ts'
import type { Row } from '../../kit/json.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'

/** Has a pipeline of the merge request's head say so, as a CI system elsewhere does. */
export async function pipeline(
  { call, project }: Stage,
  row: Row,
  state: 'running' | 'success' | 'failed',
): Promise<void> {
  const params = { id: project.id, sha: String(row.sha), state, ref: 'topic', name: 'elsewhere' }
  expectArranged(await call('POST /projects/:id/statuses/:sha', params, { as: 'owner' }))
}

/** The merge request once what happens in the background has had time to. */
export async function settled(stage: Stage, row: Row, done: (now: Row) => boolean): Promise<Row> {
  let now: Row = {}
  for (let turn = 0; turn < 20; turn++) {
    now = (await stage.call('GET /projects/:id/merge_requests/:merge_request_iid', named(stage, row))).row()
    if (done(now)) break
  }
  return now
}
