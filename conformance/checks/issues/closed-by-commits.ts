import { commit, issue } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { equals, numberIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'

export const closedByCommits = check({
  id: 'issues/closed-by-commits',
  says: 'A commit on the default branch closes the issues that its message says it closes, and one on another branch mentions them',
  source: 'issues#closed-by-commits',
  level: 'should',
  needs: { repository: true },
  covers: ['POST /projects/:id/repository/commits', 'GET /projects/:id/issues/:issue_iid'],
  holds: async (stage) => {
    const { id, branch } = stage.project
    const [closed, kept] = [await issue(stage, { title: 'Closed' }), await issue(stage, { title: 'Kept' })]
    const message = (row: Row) => `Fixes #${numberIn(row, 'iid')}`
    await commit(stage, { branch: 'aside', from: branch, path: 'aside.txt', message: message(kept) })
    await commit(stage, { branch, path: 'closing.txt', message: message(closed) })
    const stateOf = async (row: Row, awaited: string) => {
      for (let turn = 0; ; turn++) {
        const place = { id, issue_iid: numberIn(row, 'iid') }
        const { state = null } = (await stage.call('GET /projects/:id/issues/:issue_iid', place)).row()
        if (state === awaited || turn === 20) return state
      }
    }
    equals('the state of the one', await stateOf(closed, 'closed'), 'closed')
    equals('the state of the other', await stateOf(kept, 'opened'), 'opened')
  },
})
