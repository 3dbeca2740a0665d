import { mergeRequest, named } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers } from '../../kit/expect.ts'

const update = 'PUT /projects/:id/merge_requests/:merge_request_iid'

const comment = 'POST /projects/:id/merge_requests/:merge_request_iid/notes'

export const lockedDiscussion = check({
  id: 'merge-requests/locked-discussion',
  says: 'A locked discussion answers 403 to comments of callers who are not members, until it is unlocked',
  source: 'merge-requests#discussion-locked',
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
