import { commit, issue, mergeRequest, milestone, named } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { equals, holds, numberIn, textIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'

const list = 'GET /projects'

const one = 'GET /projects/:id'

export const lastActivity = check({
  id: 'projects/last-activity',
  says: '`last_activity_at` starts at the creation of a project and moves on with a push',
  source: 'projects#last-activity',
  level: 'should',
  covers: [list, one],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const at = async () => {
      const reply = await call(one, { id: project.id })
      return { last: textIn(reply.row(), 'last_activity_at'), created: textIn(reply.row(), 'created_at') }
    }
    const before = await at()
    holds(before.last >= before.created, 'it is not before the creation', before)
    if (stage.movesClock) {
      await stage.wait(600)
      await commit(stage, { branch: project.branch, path: 'soon.txt' })
      equals('the time within the hour', (await at()).last, before.last)
    }
    // The service notes it once an hour at most.
    await stage.wait(2 * 3600)
    await commit(stage, { branch: project.branch, path: 'later.txt' })
    const after = await at()
    holds(after.last > before.last, 'it has moved on', after)
  },
})

interface Activity {
  readonly name: string
  /** Creates what is acted on; without it, what is created is the activity. */
  readonly arrange?: (stage: Stage) => Promise<Row>
  readonly act: (stage: Stage, row: Row) => Promise<unknown>
}

const issueOf = (stage: Stage) => issue(stage, { title: 'a' })
const mergeRequestOf = (stage: Stage) => mergeRequest(stage, { branch: 'topic' })
const milestoneOf = (stage: Stage) => milestone(stage, { title: 'a' })
const its = '/projects/:id/merge_requests/:merge_request_iid'

const activities: readonly Activity[] = [
  { name: 'an issue is opened', act: issueOf },
  { name: 'an issue is closed', arrange: issueOf, act: closing('issues/:issue_iid', 'iid') },
  { name: 'a merge request is opened', act: mergeRequestOf },
  {
    name: 'a merge request is closed',
    arrange: mergeRequestOf,
    act: closing('merge_requests/:merge_request_iid', 'iid'),
  },
  {
    name: 'a merge request is approved',
    arrange: mergeRequestOf,
    act: async (stage, row) => expectArranged(await stage.call(`POST ${its}/approve`, named(stage, row))),
  },
  {
    name: 'a merge request is merged',
    arrange: mergeRequestOf,
    act: async (stage, row) => expectArranged(await stage.call(`PUT ${its}/merge`, named(stage, row))),
  },
  { name: 'a milestone is opened', act: milestoneOf },
  { name: 'a milestone is closed', arrange: milestoneOf, act: closing('milestones/:milestone_id', 'id') },
]

function closing(path: string, column: 'id' | 'iid') {
  return async ({ call, project }: Stage, row: Row) => {
    const param = path.slice(path.indexOf(':') + 1)
    const wish = { id: project.id, [param]: numberIn(row, column), state_event: 'close' }
    expectArranged(await call(`PUT /projects/:id/${path}`, wish))
  }
}

export const activityOfRecords = check<Activity>({
  id: 'projects/activity-of-records',
  says: '`last_activity_at` moves on when issues, merge requests and milestones are opened and closed, and when merge requests are approved and merged',
  source: 'projects#last-activity',
  level: 'should',
  covers: [list, one],
  needs: { repository: true },
  each: () => activities,
  holds: async (stage, { name, arrange, act }) => {
    const at = async () => textIn((await stage.call(one, { id: stage.project.id })).row(), 'last_activity_at')
    const row = (await arrange?.(stage)) ?? {}
    // The service notes it once an hour at most.
    await stage.wait(2 * 3600)
    const before = await at()
    await act(stage, row)
    const after = await at()
    holds(after > before, `it has moved on when ${name}`, [before, after])
  },
})
