import { check } from '../../kit/check.ts'
import { answers, equals, lacks, says } from '../../kit/expect.ts'

const places = ['/projects/:id', '/groups/:id', '/users/:user_id'] as const

export const setAndDelete = check<(typeof places)[number]>({
  id: 'custom-attributes/set-and-delete',
  says: 'A custom attribute of a project, group or user is set once for a key, replaced by a second value, and seen by administrators only',
  source:
    'custom-attributes#set, custom-attributes#list, custom-attributes#get, custom-attributes#shape, custom-attributes#delete, custom-attributes#administrators-only',
  level: 'should',
  covers: places.flatMap((place) => [
    `GET ${place}/custom_attributes`,
    ...['GET', 'PUT', 'DELETE'].map((verb) => `${verb} ${place}/custom_attributes/:key`),
  ]),
  needs: { in: 'group', rewinds: true },
  each: () => places,
  holds: async (stage, place) => {
    if (!stage.has('admin')) return stage.skip('there is no administrator')
    const list = `${place}/custom_attributes`
    const id = place === '/groups/:id' ? stage.group.id : stage.project.id
    const whose = place === '/users/:user_id' ? { user_id: stage.user('owner').id } : { id }
    const call = (operation: string, params: object = {}, as: 'admin' | 'owner' = 'admin') =>
      stage.call(operation, { ...whose, ...params }, { as })
    const key = 'place'
    for (const value of ['Bern', 'Basel'])
      answers(await call(`PUT ${list}/:key`, { key, value }), 200, { key, value })
    answers(await call(`GET ${list}/:key`, { key }), 200, { key, value: 'Basel' })
    const listed = await call(`GET ${list}`)
    answers(listed, 200)
    const values = listed.rows().filter((row) => row.key === key)
    equals('the attributes of the key', values, [{ key, value: 'Basel' }], listed)
    answers(await call(`PUT ${list}/:key`, { key }), 400, { error: 'value is missing' })
    says(await call(`GET ${list}`, {}, 'owner'), 403, '403 Forbidden')
    answers(await call(`DELETE ${list}/:key`, { key }), 204)
    says(await call(`GET ${list}/:key`, { key }), 404, '404 Not found')
    answers(await call(`DELETE ${list}/:key`, { key }), 404)
  },
})

export const shown = check<(typeof places)[number]>({
  id: 'custom-attributes/with-custom-attributes',
  says: '`with_custom_attributes` shows the custom attributes of a project, group or user to administrators, alone and in lists',
  source: 'custom-attributes#with-custom-attributes',
  level: 'should',
  covers: [
    'GET /projects',
    'GET /groups',
    'GET /users',
    'GET /projects/:id',
    'GET /groups/:id',
    'GET /users/:id',
  ],
  needs: { in: 'group', rewinds: true },
  each: () => places,
  holds: async (stage, place) => {
    if (!stage.has('admin')) return stage.skip('there is no administrator')
    const rows = {
      '/projects/:id': stage.project,
      '/groups/:id': stage.group,
      '/users/:user_id': stage.user('owner'),
    }
    const { id } = rows[place]
    const attribute = { key: 'place', value: `${stage.prefix} Bern` }
    const admin = { as: 'admin' } as const
    const path = place.replace(':user_id', ':id')
    answers(
      await stage.call(`PUT ${place}/custom_attributes/:key`, { id, user_id: id, ...attribute }, admin),
      200,
    )
    const asked = { with_custom_attributes: true }
    const alone = await stage.call(`GET ${path}`, { id, ...asked }, admin)
    equals('the attributes', alone.row().custom_attributes, [attribute], alone)
    const filter = { custom_attributes: { place: attribute.value } }
    const listed = await stage.call(`GET ${path.replace('/:id', '')}`, { ...filter, ...asked }, admin)
    equals('those in the list', listed.rows()[0]?.custom_attributes, [attribute], listed)
    lacks((await stage.call(`GET ${path}`, { id }, admin)).row(), ['custom_attributes'], alone)
    if (stage.user('owner').admin) return
    const seen = await stage.call(`GET ${path}`, { id, ...asked }, { as: 'owner' })
    lacks(seen.row(), ['custom_attributes'], seen)
  },
})
