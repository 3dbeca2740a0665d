import { mergeRequest } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn, says, textIn } from '../../kit/expect.ts'
import { isRows, type Row } from '../../kit/json.ts'
import { arranged, type Stage } from '../../run/stage.ts'

const REQUEST = '/projects/:id/merge_requests/:merge_request_iid'

const PATH = `${REQUEST}/draft_notes`

const ONE = `${PATH}/:draft_note_id`

async function requested(stage: Stage) {
  const row = await mergeRequest(stage, { branch: 'drafted', title: 'Drafted' })
  return { id: stage.project.id, merge_request_iid: numberIn(row, 'iid') }
}

async function bodies(stage: Stage, named: { readonly id: number; readonly merge_request_iid: number }) {
  const notes = await stage.call(`GET ${REQUEST}/notes`, { ...named, per_page: 100 })
  return notes.rows().map(({ body }) => body ?? null)
}

export const draftNotes = check({
  id: 'discussions/draft-notes',
  says: 'A draft note is visible to its author only, and is updated and deleted without being among the notes',
  source:
    'discussions#draft-private, discussions#draft-create, discussions#draft-update, discussions#draft-delete',
  level: 'should',
  covers: [`GET ${PATH}`, `POST ${PATH}`, `GET ${ONE}`, `PUT ${ONE}`, `DELETE ${ONE}`],
  holds: async (stage) => {
    const { call } = stage
    const named = await requested(stage)
    const made = await call(`POST ${PATH}`, { ...named, note: 'Later' })
    answers(made, 201)
    has(made.row(), { note: 'Later', discussion_id: null, author_id: stage.user('owner').id }, made)
    const draft = { ...named, draft_note_id: numberIn(made.row(), 'id') }
    answers(await call(`GET ${PATH}`, named), 200, [made.json ?? null])
    if (stage.has('developer')) {
      answers(await call(`GET ${PATH}`, named, { as: 'developer' }), 200, [])
      says(await call(`GET ${ONE}`, draft, { as: 'developer' }), 404, '404 Not found')
    }
    const changed = await call(`PUT ${ONE}`, { ...draft, note: 'Later still' })
    has(changed.row(), { note: 'Later still' }, changed)
    says(await call(`PUT ${ONE}`, draft), 400, '400 Bad request - Missing params to modify')
    holds(!(await bodies(stage, named)).includes('Later still'), 'nobody sees it', null)
    answers(await call(`DELETE ${ONE}`, draft), 204)
    says(await call(`GET ${ONE}`, draft), 404, '404 Not found')
  },
})

export const publishDraftNotes = check<'one' | 'all'>({
  id: 'discussions/publish-draft-notes',
  says: 'A published draft note is a note in the thread that it replies to, resolves the thread where that was asked for, and is no longer a draft',
  source: 'discussions#draft-publish, discussions#draft-published',
  level: 'should',
  covers: [`PUT ${ONE}/publish`, `POST ${PATH}/bulk_publish`],
  each: () => ['one', 'all'],
  holds: async (stage, which) => {
    const { call } = stage
    const named = await requested(stage)
    const thread = arranged(await call(`POST ${REQUEST}/discussions`, { ...named, body: 'Why?' }))
    const discussion_id = textIn(thread, 'id')
    const answer = { note: 'Because', in_reply_to_discussion_id: discussion_id, resolve_discussion: true }
    const made = arranged(await call(`POST ${PATH}`, { ...named, ...answer }))
    const published =
      which === 'all'
        ? await call(`POST ${PATH}/bulk_publish`, named)
        : await call(`PUT ${ONE}/publish`, { ...named, draft_note_id: numberIn(made, 'id') })
    answers(published, 204)
    answers(await call(`GET ${PATH}`, named), 200, [])
    const then = await call(`GET ${REQUEST}/discussions/:discussion_id`, { ...named, discussion_id })
    const { notes } = then.row()
    const rows: readonly Row[] = isRows(notes) ? notes : []
    equals(
      'the thread',
      rows.map(({ body, resolved }) => [body ?? null, resolved ?? null]),
      [
        ['Why?', true],
        ['Because', true],
      ],
      then,
    )
  },
})

export const draftNoteUnknownThread = check({
  id: 'discussions/draft-note-unknown-thread',
  says: 'A draft note that replies to an unknown thread is refused with 400',
  source: 'discussions#draft-unknown-thread',
  level: 'should',
  covers: [`POST ${PATH}`],
  holds: async (stage) => {
    const named = await requested(stage)
    const wish = { ...named, note: 'x', in_reply_to_discussion_id: 'f'.repeat(40) }
    says(await stage.call(`POST ${PATH}`, wish), 400, { base: ['Thread to reply to cannot be found'] })
    answers(await stage.call(`GET ${PATH}`, named), 200, [])
  },
})
