import { discussables } from '../../arrange/discussables.ts'
import { casesBy } from '../../kit/cases.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn, says, textIn } from '../../kit/expect.ts'
import { isRows } from '../../kit/json.ts'

const places = casesBy(discussables, ([path]) => path)

export const threadLifecycle = check<string>({
  id: 'discussions/thread-lifecycle',
  says: 'A thread of an issue, merge request, snippet or commit shows its notes as they were created and updated, oldest first, and answers 404 once all are deleted',
  source:
    'discussions#thread-create, discussions#thread-shape, discussions#thread-reply, discussions#thread-notes, discussions#thread-empty, discussions#snippet-and-commit-threads',
  level: 'should',
  covers: places.names.flatMap((path) => [
    `GET ${path}/discussions`,
    `POST ${path}/discussions`,
    `GET ${path}/discussions/:discussion_id`,
    `POST ${path}/discussions/:discussion_id/notes`,
    ...['GET', 'PUT', 'DELETE'].map((verb) => `${verb} ${path}/discussions/:discussion_id/notes/:note_id`),
  ]),
  needs: { repository: true, writes: true },
  each: () => places.names,
  holds: async (stage, path) => {
    const { call } = stage
    const [, placeOf] = places.named(path)
    const place = await placeOf(stage)
    const created = await call(`POST ${path}/discussions`, { ...place, body: 'First' })
    answers(created, 201)
    const one = { ...place, discussion_id: textIn(created.row(), 'id') }
    const reply = await call(`POST ${path}/discussions/:discussion_id/notes`, { ...one, body: 'Second' })
    answers(reply, 201)
    const bodies = async () => {
      const thread = await call(`GET ${path}/discussions/:discussion_id`, one)
      answers(thread, 200)
      const { notes } = thread.row()
      const rows = notes !== undefined && isRows(notes) ? notes : []
      return { rows, texts: rows.map(({ body }) => body ?? null) }
    }
    const { rows, texts } = await bodies()
    equals('the notes', texts, ['First', 'Second'])
    const listed = await call(`GET ${path}/discussions`, { ...place, per_page: 100 })
    answers(listed, 200)
    const ids = listed.rows().filter(({ id }) => id === one.discussion_id)
    equals('how often it is listed', ids.length, 1, listed)
    const notes = rows.map((row) => ({ ...one, note_id: numberIn(row, 'id') }))
    const note = `${path}/discussions/:discussion_id/notes/:note_id`
    const [, second] = notes
    const updated = await call(`PUT ${note}`, { ...second, body: 'Third' })
    answers(updated, 200)
    has((await call(`GET ${note}`, { ...second })).row(), { body: 'Third' })
    equals('the notes', (await bodies()).texts, ['First', 'Third'])
    for (const it of notes) answers(await call(`DELETE ${note}`, it), 204)
    says(await call(`GET ${path}/discussions/:discussion_id`, one), 404, '404 Discussion Not Found')
  },
})

const REQUEST = '/projects/:id/merge_requests/:merge_request_iid'

export const resolveThread = check({
  id: 'discussions/resolve-thread',
  says: 'Resolving a thread of a merge request resolves all its notes, and reopening it reopens them',
  source: 'discussions#thread-resolve',
  level: 'should',
  covers: [`PUT ${REQUEST}/discussions/:discussion_id`],
  needs: { repository: true, writes: true },
  holds: async (stage) => {
    const { call } = stage
    const [, placeOf] = places.named(REQUEST)
    const place = await placeOf(stage)
    const created = await call(`POST ${REQUEST}/discussions`, { ...place, body: 'First' })
    const one = { ...place, discussion_id: textIn(created.row(), 'id') }
    await call(`POST ${REQUEST}/discussions/:discussion_id/notes`, { ...one, body: 'Second' })
    for (const resolved of [true, false]) {
      const changed = await call(`PUT ${REQUEST}/discussions/:discussion_id`, { ...one, resolved })
      answers(changed, 200)
      const { notes } = changed.row()
      const shown = notes !== undefined && isRows(notes) ? notes.map((row) => row.resolved ?? null) : []
      equals('which notes are resolved', shown, [resolved, resolved], changed)
    }
  },
})
