import { uploading } from '../../arrange/transfer.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

const EXPORT = '/groups/:id/export'

export const groupTravels = check({
  id: 'administered/group-travels',
  says: 'A group that is exported and imported has its labels, milestones and the groups below it again',
  source: 'dossier 2, section 13',
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

export const seats = check({
  id: 'administered/billable-members',
  says: 'Whoever is a member of a group takes up a seat of it until taken out, except its last owner, who stays',
  source: 'dossier 2, section 13',
  level: 'should',
  covers: [
    'GET /groups/:id/billable_members',
    'GET /groups/:id/billable_members/:user_id/memberships',
    'DELETE /groups/:id/billable_members/:user_id',
  ],
  needs: { in: 'group', tier: 'premium' },
  holds: async ({ call, group }) => {
    const { id } = group
    const seats = 'GET /groups/:id/billable_members'
    const owners = (await call(seats, { id, sort: 'id_asc' })).rows().filter((row) => row.is_last_owner)
    for (const owner of owners) {
      has(owner, { membership_type: 'group_member', removable: false, membership_state: 'active' })
      const place = { id, user_id: numberIn(owner, 'id') }
      const held = await call('GET /groups/:id/billable_members/:user_id/memberships', place)
      answers(held, 200)
      has(held.rows()[0] ?? {}, { source_id: id, access_level: { string_value: 'Owner', integer_value: 50 } })
      answers(await call('DELETE /groups/:id/billable_members/:user_id', place), 400)
    }
    answers(await call('DELETE /groups/:id/billable_members/:user_id', { id, user_id: 999_999_999 }), 404)
  },
})
