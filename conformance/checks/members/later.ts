import { mergeRequest } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, says } from '../../kit/expect.ts'

const add = 'POST /projects/:id/members'

export const planner = check({
  id: 'members/planner',
  says: 'From 17.7 on 15 is the role of somebody who plans: milestones, labels and merge requests, but no code; before it is no role',
  source: 'members#later-planner',
  level: 'must',
  covers: [add, 'POST /projects/:id/milestones', 'GET /projects/:id/repository/tree'],
  needs: { repository: true },
  holds: async (stage) => {
    if (!stage.has('stranger')) return stage.skip('there is nobody to become a member')
    const { id } = stage.project
    const as = 'stranger'
    await mergeRequest(stage, { branch: 'topic' })
    const added = await stage.call(add, { id, user_id: stage.user(as).id, access_level: 15 })
    const opened = await stage.call('POST /projects/:id/milestones', { id, title: 'planned' }, { as })
    const tree = await stage.call('GET /projects/:id/repository/tree', { id }, { as })
    const proposed = await stage.call('GET /projects/:id/merge_requests', { id }, { as })
    const least = await stage.call('GET /projects', { min_access_level: 15, id_after: id - 1 })
    await stage.changed('members#later-planner', {
      before: () => {
        says(added, 400, { access_level: ['is not included in the list'] })
        says(opened, 404, '404 Project Not Found')
        answers(least, 400)
      },
      after: () => {
        answers(added, 201)
        has(added.row(), { access_level: 15 }, added)
        answers(opened, 201)
        says(tree, 403, '403 Forbidden')
        answers(proposed, 200)
        equals('the merge requests', proposed.rows().length, 1, proposed)
        answers(least, 200)
      },
    })
  },
})
