import { createdSnippet } from '../../arrange/snippets.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn, says } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

const SNIPPET = '/projects/:id/snippets/:noteable_id'

const NOTE = `${SNIPPET}/notes/:note_id`

export const snippetNotes = check({
  id: 'discussions/snippet-notes',
  says: 'Notes on a snippet are listed in the requested order, updated by their author and by nobody below Maintainer, and answer 404 after their deletion',
  source: 'discussions#note-order, discussions#note-update, discussions#note-delete',
  level: 'should',
  covers: [`GET ${SNIPPET}/notes`, `POST ${SNIPPET}/notes`, `GET ${NOTE}`, `PUT ${NOTE}`, `DELETE ${NOTE}`],
  holds: async (stage) => {
    const { call } = stage
    const named = await createdSnippet(stage)
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
