import { createdSnippet } from '../../arrange/snippets.ts'
import { check } from '../../kit/check.ts'
import { numberIn, says } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'
import { reactingTo, reactOnce } from './reactions.ts'

const SNIPPET = '/projects/:id/snippets/:noteable_id'

const NOTE = `${SNIPPET}/notes/:note_id`

export const ofSnippets = check<'snippet' | 'note'>({
  id: 'award-emoji/of-snippets',
  says: 'A snippet, and a note on it, takes one reaction for each user and emoji, and the reaction is deleted by the user who gave it',
  source: 'award-emoji#create, award-emoji#once-per-emoji, award-emoji#delete',
  level: 'should',
  covers: reactingTo(SNIPPET),
  each: () => ['snippet', 'note'],
  holds: async (stage, on) => {
    const { call } = stage
    const snippet = await createdSnippet(stage)
    const note = arranged(await call(`POST ${SNIPPET}/notes`, { ...snippet, body: 'Hello' }))
    const named = on === 'snippet' ? snippet : { ...snippet, note_id: numberIn(note, 'id') }
    const awardable_type = on === 'snippet' ? 'Snippet' : 'Note'
    await reactOnce(stage, [on === 'snippet' ? SNIPPET : NOTE, named], { name: 'star', awardable_type })
  },
})

export const noSnippet = check<'GET' | 'POST'>({
  id: 'award-emoji/no-snippet',
  says: 'Reactions to a snippet that is not there answer 404 `404 Not found`, in a list and to a new one',
  source: 'award-emoji#nothing-to-react-to',
  level: 'should',
  covers: [`GET ${SNIPPET}/award_emoji`, `POST ${SNIPPET}/award_emoji`],
  each: () => ['GET', 'POST'],
  holds: async ({ call, project: { id } }, verb) => {
    const reply = await call(`${verb} ${SNIPPET}/award_emoji`, {
      id,
      noteable_id: 99_999_999,
      name: 'rocket',
    })
    says(reply, 404, '404 Not found')
  },
})
