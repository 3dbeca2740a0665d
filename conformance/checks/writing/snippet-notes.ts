import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn, says } from '../../kit/expect.ts'
import { arranged, type Stage } from '../../run/stage.ts'

const source = 'dossier 2, section 13; documentation of the service, Notes API and Emoji reactions API'
const SNIPPET = '/projects/:id/snippets/:noteable_id'
const NOTE = `${SNIPPET}/notes/:note_id`

async function written({ call, project }: Stage) {
  const snippet = { title: 'Talked about', visibility: 'private', file_name: 'a.txt', content: 'a' }
  const row = arranged(await call('POST /projects/:id/snippets', { id: project.id, ...snippet }))
  return { id: project.id, noteable_id: numberIn(row, 'id') }
}

export const snippetNotes = check({
  id: 'writing/snippet-notes',
  says: 'Comments on a snippet are told to those who see it, rewritten by those who wrote them, and gone when deleted',
  source,
  level: 'should',
  covers: [`GET ${SNIPPET}/notes`, `POST ${SNIPPET}/notes`, `GET ${NOTE}`, `PUT ${NOTE}`, `DELETE ${NOTE}`],
  holds: async (stage) => {
    const { call } = stage
    const named = await written(stage)
    const made = await call(`POST ${SNIPPET}/notes`, { ...named, body: 'First' })
    answers(made, 201)
    has(made.row(), { body: 'First', noteable_type: 'Snippet', noteable_id: named.noteable_id }, made)
    arranged(await call(`POST ${SNIPPET}/notes`, { ...named, body: 'Second' }))
    for (const [sort, expected] of [
      ['asc', ['First', 'Second']],
      ['desc', ['Second', 'First']],
    ] as const) {
      const listed = await call(`GET ${SNIPPET}/notes`, { ...named, sort })
      equals(
        'the comments',
        listed.rows().map(({ body }) => body ?? null),
        [...expected],
        listed,
      )
    }
    const note = { ...named, note_id: numberIn(made.row(), 'id') }
    if (stage.has('developer'))
      says(await call(`PUT ${NOTE}`, { ...note, body: 'x' }, { as: 'developer' }), 403, '403 Forbidden')
    const changed = await call(`PUT ${NOTE}`, { ...note, body: 'Anew' })
    has(changed.row(), { body: 'Anew' }, changed)
    answers(await call(`DELETE ${NOTE}`, note), 204)
    says(await call(`GET ${NOTE}`, note), 404, '404 Not found')
  },
})

export const snippetAwards = check<'snippet' | 'note'>({
  id: 'writing/snippet-awards',
  says: 'A snippet, and a comment on one, is reacted to once a user and emoji, and the reaction is taken back by its owner',
  source,
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
    const snippet = await written(stage)
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
