import { uploading } from '../../arrange/transfer.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

const EXPORT = '/groups/:id/export'

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
