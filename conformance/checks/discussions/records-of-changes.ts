import { issue, mergeRequest, named } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, has, holds, names, numberIn, textIn } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

const NOTES = '/projects/:id/issues/:issue_iid/notes'
const NOTE = `${NOTES}/:note_id`

export const systemNotesStay = check({
  id: 'discussions/system-notes-stay',
  says: 'A note is shown with all its attributes, and a record of what was done is neither changed nor deleted: 403',
  source: 'discussions#system-notes-stay, discussions#note-shape',
  level: 'should',
  covers: [`GET ${NOTE}`, `PUT ${NOTE}`, `DELETE ${NOTE}`],
  holds: async (stage) => {
    const { call } = stage
    const row = await issue(stage, { title: 'One' })
    const at = { id: stage.project.id, issue_iid: numberIn(row, 'iid') }
    answers(await call('PUT /projects/:id/issues/:issue_iid', { ...at, title: 'Two' }), 200)
    const notes = (await call(`GET ${NOTES}`, at)).rows()
    const [record = {}] = notes.filter(({ system }) => system === true)
    const one = { ...at, note_id: numberIn(record, 'id') }
    const shown = await call(`GET ${NOTE}`, one)
    answers(shown, 200)
    names(
      shown.row(),
      [
        ...['id', 'type', 'body', 'author', 'created_at', 'updated_at', 'system', 'noteable_id'],
        ...['noteable_type', 'resolvable', 'confidential', 'internal', 'noteable_iid', 'commands_changes'],
      ],
      shown,
    )
    answers(await call(`PUT ${NOTE}`, { ...one, body: 'Else' }), 403)
    answers(await call(`DELETE ${NOTE}`, one), 403)
    has((await call(`GET ${NOTE}`, one)).row(), { body: textIn(record, 'body') })
  },
})

const DISCUSSIONS = '/projects/:id/merge_requests/:merge_request_iid/discussions'
const THREAD_NOTE = `${DISCUSSIONS}/:discussion_id/notes/:note_id`
const created_at = '2020-02-03T04:05:06.000Z'

export const threadNoteUpdates = check({
  id: 'discussions/thread-note-updates',
  says: 'A note of a thread of a merge request is changed by exactly one of `body` and `resolved`, and only owners say when it was written',
  source: 'discussions#note-resolve, discussions#thread-created-at',
  level: 'should',
  covers: [`POST ${DISCUSSIONS}`, `PUT ${THREAD_NOTE}`],
  needs: { repository: true },
  holds: async (stage) => {
    const at = named(stage, await mergeRequest(stage, { branch: 'topic' }))
    const old = await stage.call(`POST ${DISCUSSIONS}`, { ...at, body: 'Why?', created_at }, { as: 'owner' })
    const thread = arranged(old)
    const [note = {}] = Array.isArray(thread.notes) ? (thread.notes as (typeof thread)[]) : []
    has(note, { created_at }, old)
    const others = await stage.call(
      `POST ${DISCUSSIONS}`,
      { ...at, body: 'When?', created_at },
      { as: 'maintainer' },
    )
    const [later = {}] = Array.isArray(arranged(others).notes)
      ? (others.row().notes as (typeof thread)[])
      : []
    holds(later.created_at !== created_at, 'the time is not taken from others', others.json, others)
    const one = { ...at, discussion_id: textIn(thread, 'id'), note_id: numberIn(note, 'id') }
    answers(await stage.call(`PUT ${THREAD_NOTE}`, one, { as: 'owner' }), 400)
    const both = { ...one, body: 'Else', resolved: true }
    answers(await stage.call(`PUT ${THREAD_NOTE}`, both, { as: 'owner' }), 400)
    const resolved = await stage.call(`PUT ${THREAD_NOTE}`, { ...one, resolved: true }, { as: 'owner' })
    answers(resolved, 200)
    has(resolved.row(), { body: 'Why?', resolved: true }, resolved)
  },
})
