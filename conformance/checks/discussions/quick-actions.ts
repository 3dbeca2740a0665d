import { issue } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn } from '../../kit/expect.ts'

const EPICS = '/groups/:id/epics'

export const quickActions = check({
  id: 'discussions/quick-actions',
  says: 'A note of nothing but quick actions answers 202, or 422 where none can be applied, and `/promote` makes an epic of the issue',
  source:
    'discussions#quick-actions-only, discussions#quick-actions-refused, discussions#quick-action-promote',
  level: 'should',
  covers: ['POST /projects/:id/issues/:issue_iid/notes', `GET ${EPICS}`],
  needs: { in: 'group', tier: 'premium' },
  holds: async (stage) => {
    const { call, group } = stage
    const row = await issue(stage, { title: 'Large' })
    const here = { id: numberIn(row, 'project_id'), issue_iid: numberIn(row, 'iid') }
    const say = (body: string) => call('POST /projects/:id/issues/:issue_iid/notes', { ...here, body })
    const closed = await say('/close')
    answers(closed, 202)
    has(closed.row(), { commands_changes: { state_event: 'close' } }, closed)
    answers(await say('/close'), 422)
    answers(await say('/reopen\n/promote'), 202)
    const shown = await call('GET /projects/:id/issues/:issue_iid', here)
    has(shown.row(), { state: 'closed' }, shown)
    const epics = await call(`GET ${EPICS}`, { id: group.id, state: 'opened' })
    equals('epics', epics.rows().length, 1)
  },
})
