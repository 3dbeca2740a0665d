import { uploading } from '../../arrange/transfer.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn, says } from '../../kit/expect.ts'
import { isRows, type Row } from '../../kit/json.ts'
import { needsMigrations } from '../../oracle/migrations.ts'
import { arranged } from '../../run/stage.ts'

const EXPORT = '/groups/:id/export'

const relations = ['POST /groups/:id/export_relations', 'GET /groups/:id/export_relations/status']

export const exportAndImport = check({
  id: 'groups/export-and-import',
  says: 'A group that is exported and imported has its description, labels, milestones and subgroups again',
  source: 'groups#export, groups#export-download, groups#import, groups#import-taken',
  level: 'should',
  covers: [`POST ${EXPORT}`, `GET ${EXPORT}/download`, 'POST /groups/import'],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call, group } = stage
    const { id } = group
    const description = 'Travels'
    arranged(await call('PUT /groups/:id', { id, description }))
    await call('POST /groups/:id/labels', { id, name: 'kept', color: '#112233' })
    await call('POST /groups/:id/milestones', { id, title: 'Later' })
    const below = `${stage.prefix}-below`
    arranged(await call('POST /groups', { name: below, path: below, parent_id: id }))
    answers(await call(`POST ${EXPORT}`, { id }), 202)
    await stage.wait(1)
    const archive = await call(`GET ${EXPORT}/download`, { id })
    answers(archive, 200)
    const path = `${stage.prefix}-travelled`
    const sent = uploading({ archive: archive.bytes, fields: { path, name: path, parent_id: `${id}` } })
    const imported = await call('POST /groups/import', {}, sent)
    answers(imported, 202)
    await stage.wait(1)
    const arrived = await call('GET /groups/:id', { id: `${group.path}/${path}` })
    answers(arrived, 200)
    has(arrived.row(), { path, name: path, description }, arrived)
    const titles = async (kind: 'labels' | 'milestones' | 'subgroups', name: string) =>
      (await call(`GET /groups/:id/${kind}`, { id: `${group.path}/${path}`, include_ancestor_groups: false }))
        .rows()
        .map((row) => row[name] ?? '')
    equals('its labels', await titles('labels', 'name'), ['kept'])
    equals('its milestones', await titles('milestones', 'title'), ['Later'])
    equals('the groups below it', await titles('subgroups', 'path'), [below])
    answers(await call('POST /groups/import', {}, sent), 400)
  },
})

export const archivedEpics = check({
  id: 'groups/archived-epics',
  says: 'Epics come back from the archive of a group with number, state, color, dates, labels and parent, and boards with their lists',
  source: 'groups#archive',
  level: 'should',
  covers: [`POST ${EXPORT}`, 'POST /groups/import'],
  needs: { in: 'group', tier: 'ultimate' },
  holds: async (stage) => {
    const { call, group } = stage
    const { id } = group
    const create = async (path: string, body: Row) =>
      numberIn(arranged(await call(`POST /groups/:id/${path}`, { id, ...body })), 'id')
    const label_id = await create('labels', { name: 'kept', color: '#112233' })
    const board_id = await create('boards', { name: 'Kept' })
    arranged(await call('POST /groups/:id/boards/:board_id/lists', { id, board_id, label_id }))
    const dates = { start_date_is_fixed: true, start_date_fixed: '2030-01-01' }
    const parent_id = await create('epics', { title: 'Above', color: '#123123', labels: 'kept', ...dates })
    await create('epics', { title: 'Below', parent_id })
    arranged(await call('PUT /groups/:id/epics/:epic_iid', { id, epic_iid: 2, state_event: 'close' }))
    answers(await call(`POST ${EXPORT}`, { id }), 202)
    await stage.wait(1)
    const archive = await call(`GET ${EXPORT}/download`, { id })
    answers(archive, 200)
    const path = `${stage.prefix}-epics`
    const sent = uploading({ archive: archive.bytes, fields: { path, name: path, parent_id: `${id}` } })
    answers(await call('POST /groups/import', {}, sent), 202)
    await stage.wait(1)
    const copy = numberIn((await call('GET /groups/:id', { id: `${group.path}/${path}` })).row(), 'id')
    const epics = await call('GET /groups/:id/epics', { id: copy, sort: 'asc' })
    const [above = {}, below = {}] = epics.rows()
    has(above, { iid: 1, title: 'Above', state: 'opened', color: '#123123', labels: ['kept'] }, epics)
    has(above, { start_date: '2030-01-01', parent_id: null }, epics)
    has(below, { iid: 2, title: 'Below', state: 'closed', parent_id: above.id ?? null }, epics)
    const boards = await call('GET /groups/:id/boards', { id: copy })
    const lists = boards.rows().map((row) => (isRows(row.lists) ? row.lists.length : 0))
    equals('the lists of its board', lists, [1], boards)
  },
})

export const exportsWithoutCredential = check<string>({
  id: 'groups/exports-without-credential',
  says: 'Without a credential, exports of a public group and of its relations are neither started nor shown',
  source: 'groups#export',
  level: 'should',
  covers: [`POST ${EXPORT}`, ...relations],
  each: () => [`POST ${EXPORT}`, ...relations],
  holds: async (stage, operation) => {
    const { call, group } = stage
    if (relations.includes(operation)) await needsMigrations(stage)
    const reply = await call(operation, { id: group.id, relation: 'labels' }, { as: 'anonymous' })
    const isOpen = group.visibility === 'public'
    await stage.differs('S31', {
      specification: () => says(reply, 401, '401 Unauthorized'),
      real: () => (isOpen ? says(reply, 403, '403 Forbidden') : says(reply, 404, '404 Group Not Found')),
    })
  },
})
