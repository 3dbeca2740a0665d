import { mergeRequest, named } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers } from '../../kit/expect.ts'

const update = 'PUT /projects/:id/merge_requests/:merge_request_iid'
const comment = 'POST /projects/:id/merge_requests/:merge_request_iid/notes'

export const lockedForMembers = check({
  id: 'merge-requests/locked-comments',
  says: 'While a discussion is locked only members of the project add comments; unlocked, everybody does who sees it',
  source: 'specification 1, Merge requests (discussion_locked); dossier 1, 9.6',
  level: 'must',
  covers: [update],
  needs: { repository: true, project: 'public' },
  holds: async (stage) => {
    const { call } = stage
    stage.user('stranger')
    const place = named(stage, await mergeRequest(stage, { branch: 'topic' }))
    const says = (as: 'stranger' | 'guest' | 'owner') => call(comment, { ...place, body: 'A word' }, { as })
    answers(await says('stranger'), 201)
    answers(await call(update, { ...place, discussion_locked: true }), 200)
    answers(await says('stranger'), 403)
    if (stage.has('guest')) answers(await says('guest'), 201)
    answers(await says('owner'), 201)
    answers(await call(update, { ...place, discussion_locked: false }), 200)
    answers(await says('stranger'), 201)
  },
})

export const fiveApprovers = check({
  id: 'merge-requests/approved-by-five',
  says: 'Of the users who approved, five can be asked for: more are refused, or (real service) not looked at',
  source: 'specification 1, Limits; dossier 1, 0.1 (F7)',
  level: 'must',
  covers: ['GET /projects/:id/merge_requests'],
  needs: { repository: true, tier: 'premium' },
  holds: async (stage) => {
    const { call, project, user } = stage
    const place = named(stage, await mergeRequest(stage, { branch: 'topic' }))
    answers(await call('POST /projects/:id/merge_requests/:merge_request_iid/approve', place), 201)
    const { id } = user('owner')
    const list = (ids: readonly number[]) =>
      call('GET /projects/:id/merge_requests', { id: project.id, approved_by_ids: ids })
    const own = await list([id])
    answers(own, 200, (await call('GET /projects/:id/merge_requests', { id: project.id })).json ?? null)
    answers(await list([id, id, id, id, id, 987_654_321]), 200, [])
  },
})
