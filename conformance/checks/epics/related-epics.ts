import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn, says } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

const RELATED = '/groups/:id/epics/:epic_iid/related_epics'

export const linksOfGroup = check({
  id: 'epics/links-of-group',
  says: 'The links between epics of a group are listed with both epics and filtered by time',
  source: 'epics#later-related-of-group',
  level: 'should',
  covers: ['GET /groups/:id/related_epic_links'],
  needs: { in: 'group', tier: 'ultimate' },
  holds: async ({ call, group: { id } }) => {
    const created = async (title: string) =>
      numberIn(arranged(await call('POST /groups/:id/epics', { id, title })), 'iid')
    const [epic_iid, target_epic_iid] = [await created('First'), await created('Second')]
    const link = { id, epic_iid, target_group_id: `${id}`, target_epic_iid, link_type: 'blocks' }
    const made = arranged(await call(`POST ${RELATED}`, link))
    const links = async (filter = {}) => call('GET /groups/:id/related_epic_links', { id, ...filter })
    const [seen = {}] = (await links()).rows()
    has(seen, { id: numberIn(made, 'id'), link_type: 'blocks' })
    has(seen.source_epic as never, { iid: epic_iid })
    has(seen.target_epic as never, { iid: target_epic_iid })
    answers(await links({ created_before: '2001-01-01T00:00:00Z' }), 200, [])
    equals('links since then', (await links({ updated_after: '2001-01-01T00:00:00Z' })).rows().length, 1)
  },
})

export const relatedEpics = check({
  id: 'epics/related-epics',
  says: 'Two epics are linked once, each shows the other with the type as seen from itself, and the link is deleted from either',
  source: 'epics#related-create, epics#related-list, epics#related-delete',
  level: 'should',
  covers: [`GET ${RELATED}`, `POST ${RELATED}`, `DELETE ${RELATED}/:related_epic_link_id`],
  needs: { in: 'group', tier: 'ultimate' },
  holds: async ({ call, group: { id } }) => {
    const created = async (title: string) =>
      numberIn(arranged(await call('POST /groups/:id/epics', { id, title })), 'iid')
    const [epic_iid, target_epic_iid] = [await created('First'), await created('Second')]
    const target = { target_group_id: `${id}`, target_epic_iid }
    const link = { id, epic_iid, ...target, link_type: 'is_blocked_by' }
    const made = await call(`POST ${RELATED}`, link)
    answers(made, 201)
    const { source_epic: source, target_epic: goal, link_type: type } = made.row()
    has(source as never, { iid: target_epic_iid }, made)
    has(goal as never, { iid: epic_iid }, made)
    equals('its type', type ?? null, 'blocks', made)
    answers(await call(`POST ${RELATED}`, link), 409)
    answers(await call(`POST ${RELATED}`, { ...link, target_epic_iid: epic_iid }), 422)
    answers(await call(`POST ${RELATED}`, { ...link, target_epic_iid: 99_999_999 }), 404)
    says(await call(`POST ${RELATED}`, { ...link, target_group_id: '99999999' }), 404, '404 Group Not Found')
    const related_epic_link_id = numberIn(made.row(), 'id')
    for (const [one, other, link_type] of [
      [epic_iid, target_epic_iid, 'is_blocked_by'],
      [target_epic_iid, epic_iid, 'blocks'],
    ] as const) {
      const seen = await call(`GET ${RELATED}`, { id, epic_iid: one })
      equals('what is linked', seen.rows().length, 1, seen)
      has(seen.rows()[0] ?? {}, { iid: other, link_type, related_epic_link_id }, seen)
    }
    const named = { id, epic_iid: target_epic_iid, related_epic_link_id }
    answers(await call(`DELETE ${RELATED}/:related_epic_link_id`, named), 200)
    answers(await call(`DELETE ${RELATED}/:related_epic_link_id`, named), 404)
    answers(await call(`GET ${RELATED}`, { id, epic_iid }), 200, [])
  },
})
