import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, says } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

const ISSUES = '/projects/:id/issues'
const created_at = '2020-02-03T04:05:06.000Z'

export const backdating = check({
  id: 'issues/backdating',
  says: 'Owners say when an issue was created and updated and under which number, and others are not listened to',
  source: 'issues#backdating',
  level: 'should',
  covers: [`POST ${ISSUES}`, `PUT ${ISSUES}/:issue_iid`],
  holds: async ({ call, project: { id } }) => {
    const told = { id, title: 'Old', created_at, iid: 4242 }
    const old = await call(`POST ${ISSUES}`, told)
    answers(old, 201)
    has(old.row(), { iid: 4242, created_at }, old)
    says(await call(`POST ${ISSUES}`, told), 409, 'Duplicated issue')
    const next = arranged(await call(`POST ${ISSUES}`, { id, title: 'New' }))
    equals('the number after it', next.iid ?? null, 4243)
    const others = await call(`POST ${ISSUES}`, { ...told, iid: 9000 }, { as: 'maintainer' })
    answers(others, 201)
    equals('the number that another one gets', others.row().iid ?? null, 4244, others)
    holds(others.row().created_at !== created_at, 'the time is not taken from others', others.json, others)
    const issue_iid = 4242
    const updated_at = '2021-02-03T04:05:06.000Z'
    const changed = await call(`PUT ${ISSUES}/:issue_iid`, { id, issue_iid, title: 'Older', updated_at })
    answers(changed, 200)
    has(changed.row(), { title: 'Older', updated_at, created_at }, changed)
    has((await call(`GET ${ISSUES}/:issue_iid`, { id, issue_iid })).row(), { updated_at, created_at })
    const blank = await call(`PUT ${ISSUES}/:issue_iid`, { id, issue_iid, title: 'Oldest', updated_at: '' })
    answers(blank, 400, { error: 'updated_at is empty' })
  },
})
