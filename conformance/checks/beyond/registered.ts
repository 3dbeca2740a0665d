import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn } from '../../kit/expect.ts'
import { isRow } from '../../kit/json.ts'
import { arranged } from '../../run/stage.ts'

const source = 'dossier 2, section 13'
const admin = { as: 'admin' } as const

export const applications = check({
  id: 'beyond/applications',
  says: 'An application is registered by administrators, told with its secret once, and removed',
  source,
  level: 'should',
  covers: ['POST /applications', 'GET /applications', 'DELETE /applications/:id'],
  needs: { project: 'none', writes: true, rewinds: true },
  holds: async ({ call, prefix }) => {
    const params = { redirect_uri: 'https://app.example.com/callback', scopes: 'api', confidential: false }
    const made = await call('POST /applications', { name: prefix, ...params }, admin)
    answers(made, 201)
    const id = numberIn(made.row(), 'id')
    has(
      made.row(),
      { application_name: prefix, callback_url: params.redirect_uri, confidential: false },
      made,
    )
    holds(typeof made.row().secret === 'string', 'the secret is told', made.row().secret, made)
    const listed = async () =>
      (await call('GET /applications', { per_page: 100 }, admin)).rows().find((row) => row.id === id)
    const [row] = [await listed()]
    holds(isRow(row) && row.secret === undefined, 'the list tells no secret', row?.secret ?? null)
    answers(await call('DELETE /applications/:id', { id }, admin), 204)
    equals('the removed application in the list', await listed(), undefined)
  },
})

export const badges = check<'projects' | 'groups'>({
  id: 'beyond/badges-tried-and-changed',
  says: 'Addresses of a badge are tried before it is made, and changed one by one',
  source,
  level: 'should',
  covers: ['projects', 'groups'].flatMap((it) => [
    `GET /${it}/:id/badges/render`,
    `POST /${it}/:id/badges`,
    `PUT /${it}/:id/badges/:badge_id`,
  ]),
  needs: { in: 'group', repository: true },
  each: () => ['projects', 'groups'],
  holds: async ({ call, project, group }, kind) => {
    const { id } = kind === 'projects' ? project : group
    const addresses = { link_url: 'https://a.example/link', image_url: 'https://a.example/image' }
    const tried = await call(`GET /${kind}/:id/badges/render`, { id, ...addresses })
    answers(tried, 200)
    has(
      tried.row(),
      { rendered_link_url: addresses.link_url, rendered_image_url: addresses.image_url },
      tried,
    )
    const made = arranged(await call(`POST /${kind}/:id/badges`, { id, ...addresses, name: 'Build' }))
    const one = { id, badge_id: numberIn(made, 'id') }
    const later = { link_url: 'https://b.example/link', image_url: 'https://b.example/image', name: 'Tests' }
    for (const [name, value] of Object.entries(later)) {
      const reply = await call(`PUT /${kind}/:id/badges/:badge_id`, { ...one, [name]: value })
      answers(reply, 200)
      equals(name, reply.row()[name], value, reply)
    }
    has((await call(`GET /${kind}/:id/badges/:badge_id`, one)).row(), later)
  },
})

export const lists = check<'projects' | 'groups'>({
  id: 'beyond/lists-moved',
  says: 'A list of a board is moved to another place, and the others follow',
  source,
  level: 'should',
  covers: ['projects', 'groups'].map((it) => `PUT /${it}/:id/boards/:board_id/lists/:list_id`),
  needs: { in: 'group', tier: 'premium' },
  each: () => ['projects', 'groups'],
  holds: async ({ call, project, group }, kind) => {
    const { id } = kind === 'projects' ? project : group
    const board_id = numberIn(arranged(await call(`POST /${kind}/:id/boards`, { id, name: 'Plan' })), 'id')
    const board = { id, board_id }
    const ids: number[] = []
    for (const name of ['first', 'second']) {
      const label = arranged(await call(`POST /${kind}/:id/labels`, { id, name, color: '#428bca' }))
      const wish = { ...board, label_id: numberIn(label, 'id') }
      ids.push(numberIn(arranged(await call(`POST /${kind}/:id/boards/:board_id/lists`, wish)), 'id'))
    }
    const [first = 0, second = 0] = ids
    const moved = await call(`PUT /${kind}/:id/boards/:board_id/lists/:list_id`, {
      ...board,
      list_id: second,
      position: 0,
    })
    answers(moved, 200)
    const rows = (await call(`GET /${kind}/:id/boards/:board_id/lists`, board)).rows()
    const order = rows.map((row) => row.id ?? null).filter((one) => ids.includes(Number(one)))
    equals('the lists in their order', order, [second, first])
  },
})
