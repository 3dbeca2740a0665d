import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

const EPICS = '/groups/:id/epics'

const EPIC = `${EPICS}/:epic_iid`

export const epicNotes = check({
  id: 'discussions/epic-notes',
  says: 'Notes on an epic are updated and deleted, and Guests do not see internal notes',
  source:
    'discussions#note-create, discussions#note-blank, discussions#internal, discussions#note-update, discussions#note-delete',
  level: 'should',
  covers: [
    `GET ${EPIC}/notes`,
    `POST ${EPIC}/notes`,
    `PUT ${EPIC}/notes/:note_id`,
    `DELETE ${EPIC}/notes/:note_id`,
  ],
  needs: { in: 'group', tier: 'premium' },
  holds: async (stage) => {
    const { call, group } = stage
    const { id } = group
    const epic = arranged(await call(`POST ${EPICS}`, { id, title: 'Talk' }))
    const place = { id, epic_iid: numberIn(epic, 'iid') }
    const note = arranged(await call(`POST ${EPIC}/notes`, { ...place, body: 'First' }))
    has(note, { body: 'First', noteable_type: 'Epic', noteable_iid: epic.iid ?? null })
    answers(await call(`POST ${EPIC}/notes`, { ...place, body: 'Among us', internal: true }), 201)
    answers(await call(`POST ${EPIC}/notes`, { ...place, body: ' ' }), 400)
    const bodies = async (as: 'owner' | 'guest') =>
      (await call(`GET ${EPIC}/notes`, { ...place, sort: 'asc' }, { as })).rows().map((row) => row.body ?? '')
    equals('the comments', await bodies('owner'), ['First', 'Among us'])
    if (stage.has('guest')) equals('those that guests see', await bodies('guest'), ['First'])
    const one = { ...place, note_id: numberIn(note, 'id') }
    const changed = await call(`PUT ${EPIC}/notes/:note_id`, { ...one, body: 'Rewritten' })
    has(changed.row(), { body: 'Rewritten' }, changed)
    answers(await call(`DELETE ${EPIC}/notes/:note_id`, one), 204)
    equals('the comments', await bodies('owner'), ['Among us'])
  },
})
