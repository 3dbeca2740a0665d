import { check } from '../../kit/check.ts'
import { answers, equals, says, textIn } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

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

export const groupWikiLevel = check<'disabled' | 'private'>({
  id: 'wikis/group-wiki-level',
  says: 'The wiki of a group answers 403 to those whom `wiki_access_level` leaves out, and nothing is written to it',
  source: 'wikis#group-level',
  level: 'should',
  covers: [`GET ${ofGroup}`, `POST ${ofGroup}`, `GET ${ofGroup}/:slug`, `DELETE ${ofGroup}/:slug`],
  needs: { in: 'group', tier: 'premium' },
  each: () => ['disabled', 'private'],
  holds: async ({ call, group: { id } }, narrower) => {
    arranged(await call('PUT /groups/:id', { id, visibility: 'public' }))
    const slug = 'Here'
    arranged(await call(`POST ${ofGroup}`, { id, title: slug, content: 'Hello.' }))
    const level = async (wiki_access_level: string) =>
      arranged(await call('PUT /groups/:id', { id, wiki_access_level }))
    await level(narrower)
    const leftOut = narrower === 'disabled' ? 'maintainer' : 'stranger'
    const calls = [
      [`GET ${ofGroup}`, { id }],
      [`POST ${ofGroup}`, { id, title: 'There', content: 'Hello.' }],
      [`GET ${ofGroup}/:slug`, { id, slug }],
      [`DELETE ${ofGroup}/:slug`, { id, slug }],
    ] as const
    for (const [operation, params] of calls)
      says(await call(operation, params, { as: leftOut }), 403, '403 Forbidden')
    if (narrower === 'private')
      answers(await call(`GET ${ofGroup}/:slug`, { id, slug }, { as: 'maintainer' }), 200)
    await level('enabled')
    equals('the pages', (await call(`GET ${ofGroup}`, { id })).rows().length, 1)
  },
})
