import { check } from '../../kit/check.ts'
import { answers, equals, textIn } from '../../kit/expect.ts'

const wikis = '/projects/:id/wikis'

const one = `GET ${wikis}/:slug`

const ofGroup = '/groups/:id/wikis'

export const groupWiki = check({
  id: 'wikis/group-wiki',
  says: 'A group has a wiki of its own, whose pages the wikis of its projects do not show',
  source: 'wikis#groups',
  level: 'should',
  covers: [`POST ${ofGroup}`, `GET ${ofGroup}/:slug`, `DELETE ${ofGroup}/:slug`],
  needs: { in: 'group', tier: 'premium' },
  holds: async ({ call, project, group: { id } }) => {
    const written = await call(`POST ${ofGroup}`, { id, title: 'Everywhere', content: 'Hello.' })
    answers(written, 201)
    const slug = textIn(written.row(), 'slug')
    equals('what is read', (await call(`GET ${ofGroup}/:slug`, { id, slug })).json, written.json)
    answers(await call(one, { id: project.id, slug }), 404)
    answers(await call(`DELETE ${ofGroup}/:slug`, { id, slug }), 204)
    answers(await call(`GET ${ofGroup}/:slug`, { id, slug }), 404)
  },
})
