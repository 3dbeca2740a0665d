import { createdSnippet } from '../../arrange/snippets.ts'
import { check } from '../../kit/check.ts'
import { answers, has, numberIn, says } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

const SNIPPET = '/projects/:id/snippets/:noteable_id'

const NOTE = `${SNIPPET}/notes/:note_id`

export const ofSnippets = check<'snippet' | 'note'>({
  id: 'award-emoji/of-snippets',
  says: 'A snippet, and a note on it, takes one reaction for each user and emoji, and the reaction is deleted by the user who gave it',
  source: 'award-emoji#create, award-emoji#once-per-emoji, award-emoji#delete',
  level: 'should',
  covers: ['GET', 'POST']
    .flatMap((verb) => [`${verb} ${SNIPPET}/award_emoji`, `${verb} ${NOTE}/award_emoji`])
    .concat(
      ['GET', 'DELETE'].flatMap((verb) => [
        `${verb} ${SNIPPET}/award_emoji/:award_id`,
        `${verb} ${NOTE}/award_emoji/:award_id`,
      ]),
    ),
  each: () => ['snippet', 'note'],
  holds: async (stage, on) => {
    const { call } = stage
    const snippet = await createdSnippet(stage)
    const note = arranged(await call(`POST ${SNIPPET}/notes`, { ...snippet, body: 'Hello' }))
    const [path, named] =
      on === 'snippet' ? [SNIPPET, snippet] : [NOTE, { ...snippet, note_id: numberIn(note, 'id') }]
    const made = await call(`POST ${path}/award_emoji`, { ...named, name: 'star' })
    answers(made, 201)
    has(made.row(), { name: 'star', awardable_type: on === 'snippet' ? 'Snippet' : 'Note' }, made)
    answers(await call(`POST ${path}/award_emoji`, { ...named, name: 'star' }), 404)
    answers(await call(`GET ${path}/award_emoji`, named), 200, [made.json ?? null])
    const award = { ...named, award_id: numberIn(made.row(), 'id') }
    answers(await call(`GET ${path}/award_emoji/:award_id`, award), 200, made.json)
    answers(await call(`DELETE ${path}/award_emoji/:award_id`, award), 204)
    answers(await call(`GET ${path}/award_emoji`, named), 200, [])
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
