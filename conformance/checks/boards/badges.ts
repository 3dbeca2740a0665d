import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn, refuses } from '../../kit/expect.ts'
import type { Json } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import { arranged } from '../../run/stage.ts'

const source = 'dossier 3, 7.3 and 7.4'
const list = 'GET /projects/:id/badges'
const add = 'POST /projects/:id/badges'
const remove = 'DELETE /projects/:id/badges/:badge_id'
const render = 'GET /projects/:id/badges/render'
const addToGroup = 'POST /groups/:id/badges'
const listOfGroup = 'GET /groups/:id/badges'

const link_url = 'https://example.com/%{project_path}/-/commits/%{default_branch}'
const image_url = 'https://example.com/%{project_id}.svg'

export const rendered = check({
  id: 'badges/rendered',
  says: 'Placeholders in the addresses of a badge stand for what is told of the project',
  source,
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
  says: 'The badges of a group stand among those of its projects, and are not removed there',
  source,
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
    answers(gone, 403)
    answers(await call(remove, { id: project.id, badge_id: numberIn(own, 'id') }), 204)
  },
})

export const addresses = check<readonly [Params, string]>({
  id: 'badges/addresses',
  says: 'A badge needs two addresses, and both are of the web',
  source,
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
