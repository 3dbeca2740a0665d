import { check } from '../../kit/check.ts'
import { answers, has } from '../../kit/expect.ts'

const RULE = '/groups/:id/push_rule'

export const groupPushRule = check({
  id: 'push-rules/group-push-rule',
  says: 'A push rule of a group is shown as it was created until it is deleted',
  source: 'push-rules#none, push-rules#create, push-rules#delete',
  level: 'should',
  covers: ['GET', 'POST', 'DELETE'].map((verb) => `${verb} ${RULE}`),
  needs: { in: 'group', tier: 'premium', writes: true },
  holds: async ({ call, group: { id } }) => {
    answers(await call(`GET ${RULE}`, { id }), 404)
    answers(await call(`POST ${RULE}`, { id, max_file_size: 3 }), 201)
    const shown = await call(`GET ${RULE}`, { id })
    answers(shown, 200)
    has(shown.row(), { max_file_size: 3, deny_delete_tag: false }, shown)
    answers(await call(`DELETE ${RULE}`, { id }), 204)
    answers(await call(`GET ${RULE}`, { id }), 404)
  },
})
