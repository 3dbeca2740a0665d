import { createdUser, deleteUser } from '../../arrange/users.ts'
import { check } from '../../kit/check.ts'
import { answers, numberIn, says } from '../../kit/expect.ts'

const FORK = 'POST /projects/:id/fork'
const TRANSFER = 'PUT /projects/:id/transfer'

/** Namespaces have no such id for a long time. */
const UNKNOWN = 999_999_999

export const namespaceFound = check({
  id: 'projects/namespace-found',
  says: 'A fork or a transfer into a namespace that is unknown, or in which the caller has no role, answers 404',
  source: 'projects#namespace-found',
  level: 'should',
  covers: [FORK, TRANSFER],
  needs: { project: 'public', in: 'group', repository: true, writes: true },
  holds: async ({ call, group, has, project: { id } }) => {
    const missing = '404 Namespace Not Found'
    says(await call(TRANSFER, { id, namespace: UNKNOWN }), 404, missing)
    says(await call(FORK, { id, namespace_id: UNKNOWN }), 404, missing)
    if (!has('stranger')) return
    const params = { id, namespace_id: group.id, path: 'fork-of-a-stranger' }
    says(await call(FORK, params, { as: 'stranger' }), 404, missing)
  },
})

export const projectLimit = check({
  id: 'projects/project-limit',
  says: 'Beyond the limit of personal projects an administrator creates none for the user, and the answer names the limit',
  source: 'projects#project-limit',
  level: 'should',
  covers: ['POST /projects/user/:user_id'],
  needs: { project: 'none', role: 'admin', writes: true },
  holds: async (stage) => {
    const user = await createdUser(stage, 'limited')
    const user_id = numberIn(user, 'id')
    const wish = (name: string) => stage.call('POST /projects/user/:user_id', { user_id, name })
    const limitedTo = async (projects_limit: number) =>
      answers(await stage.call('PUT /users/:id', { id: user_id, projects_limit }), 200)
    await limitedTo(1)
    answers(await wish('first'), 201)
    const told = 'Your project limit is 1 projects! Please contact your administrator to increase it'
    answers(await wish('second'), 400, { message: { limit_reached: [told] } })
    await limitedTo(0)
    const none = 'Personal project creation is not allowed. Please contact your administrator with questions'
    answers(await wish('third'), 400, { message: { limit_reached: [none] } })
    await deleteUser(stage, user)
  },
})
