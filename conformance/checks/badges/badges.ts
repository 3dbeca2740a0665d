import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn, refuses } from '../../kit/expect.ts'
import type { Json } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import { arranged } from '../../run/stage.ts'

const list = 'GET /projects/:id/badges'

const add = 'POST /projects/:id/badges'

const remove = 'DELETE /projects/:id/badges/:badge_id'

const render = 'GET /projects/:id/badges/render'

const addToGroup = 'POST /groups/:id/badges'

const listOfGroup = 'GET /groups/:id/badges'

const link_url = 'https://example.com/%{project_path}/-/commits/%{default_branch}'

const image_url = 'https://example.com/%{project_id}.svg'

export const previewAndUpdate = check<'projects' | 'groups'>({
  id: 'badges/preview-and-update',
  says: 'A badge is previewed before it is created, and an update changes only the attributes that are sent',
  source: 'badges#preview, badges#update',
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

export const rendered = check({
  id: 'badges/rendered',
  says: 'The rendered URLs of a badge have the placeholders replaced by the attributes of the project',
  source: 'badges#placeholders, badges#preview',
  level: 'should',
  covers: [add, render],
  holds: async ({ call, project }) => {
    const params = { id: project.id, link_url, image_url }
    const expected = {
      link_url,
      image_url,
      rendered_link_url: `https://example.com/${project.path}/-/commits/${project.branch}`,
      rendered_image_url: `https://example.com/${project.id}.svg`,
    }
    const tried = await call(render, params)
    answers(tried, 200)
    has(tried.row(), expected, tried)
    const added = await call(add, { ...params, name: 'Build' })
    answers(added, 201)
    has(added.row(), { ...expected, name: 'Build', kind: 'project' }, added)
  },
})

export const inherited = check({
  id: 'badges/inherited',
  says: 'A project lists the badges of its groups among its own, and knows none of them by its id: 404',
  source: 'badges#inherited, badges#group-badge-in-project, badges#placeholders-in-groups',
  level: 'should',
  covers: [list, remove, addToGroup, listOfGroup],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call, project, group } = stage
    const own = arranged(await call(add, { id: project.id, link_url, image_url }))
    const shared = arranged(await call(addToGroup, { id: group.id, link_url, image_url }))
    const shown = await call(list, { id: project.id, per_page: 100 })
    const kinds = (of: Json) => shown.rows().find(({ id }) => id === of)?.kind ?? null
    equals('their kinds', [kinds(own.id ?? 0), kinds(shared.id ?? 0)], ['project', 'group'], shown)
    const ofGroup = await call(listOfGroup, { id: group.id, per_page: 100 })
    equals(
      'those of the group',
      ofGroup.rows().map(({ id, rendered_link_url: at }) => [id ?? 0, at ?? null]),
      [[shared.id ?? 0, link_url]],
      ofGroup,
    )
    const gone = await call(remove, { id: project.id, badge_id: numberIn(shared, 'id') })
    answers(gone, 404)
    answers(await call(remove, { id: project.id, badge_id: numberIn(own, 'id') }), 204)
  },
})

export const invalidUrls = check<readonly [Params, string]>({
  id: 'badges/invalid-urls',
  says: 'A badge needs a link URL and an image URL, both HTTP or HTTPS',
  source: 'badges#missing-urls, badges#invalid-url',
  level: 'should',
  covers: [add],
  each: () => [
    [{}, 'link_url is missing, image_url is missing'],
    [{ link_url: 'ftp://example.com', image_url }, 'link_url'],
    [{ link_url, image_url: 'javascript:alert(1)' }, 'image_url'],
  ],
  holds: async ({ call, project }, [params, text]) => {
    const reply = await call(add, { id: project.id, ...params })
    if (Object.keys(params).length === 0) return refuses(reply, text)
    answers(reply, 400)
    equals('that the text tells', reply.text.includes(`"${text}"`), true, reply)
  },
})
