import { mergeRequest, named } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, numberIn } from '../../kit/expect.ts'

const update = 'PUT /projects/:id/merge_requests/:merge_request_iid'

const notes = '/projects/:id/merge_requests/:merge_request_iid/notes'

const comment = `POST ${notes}`

export const lockedDiscussion = check({
  id: 'merge-requests/locked-discussion',
  says: 'A locked discussion answers 403 to callers who are not members and comment, or change or delete their comments, until it is unlocked',
  source: 'merge-requests#discussion-locked, discussions#locked',
  level: 'must',
  covers: [update],
  needs: { repository: true, project: 'public' },
  holds: async (stage) => {
    const { call } = stage
    stage.user('stranger')
    const place = named(stage, await mergeRequest(stage, { branch: 'topic' }))
    const says = (as: 'stranger' | 'guest' | 'owner') => call(comment, { ...place, body: 'A word' }, { as })
    const written = await says('stranger')
    answers(written, 201)
    const note = { ...place, note_id: numberIn(written.row(), 'id'), body: 'Another' }
    answers(await call(update, { ...place, discussion_locked: true }), 200)
    answers(await says('stranger'), 403)
    for (const verb of ['PUT', 'DELETE'])
      answers(await call(`${verb} ${notes}/:note_id`, note, { as: 'stranger' }), 403)
    if (stage.has('guest')) answers(await says('guest'), 201)
    answers(await says('owner'), 201)
    answers(await call(update, { ...place, discussion_locked: false }), 200)
    answers(await says('stranger'), 201)
  },
})
