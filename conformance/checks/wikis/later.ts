import { check } from '../../kit/check.ts'
import { answers, equals, lacks } from '../../kit/expect.ts'
import { hasLater } from '../../kit/later.ts'

const wikis = '/projects/:id/wikis'

export const frontMatter = check({
  id: 'wikis/front-matter',
  says: 'From 16.6 on a page shows the front matter that it begins with, and takes a title for it',
  source: 'wikis#later-front-matter, wikis#later-meta-id',
  level: 'should',
  covers: [`POST ${wikis}`, `GET ${wikis}/:slug`, `PUT ${wikis}/:slug`],
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    const content = '---\ntitle: Written\nslugs:\n  - old\n---\nSaid.'
    const written = await call(`POST ${wikis}`, { id, title: 'Written', content })
    const sent = await call(`POST ${wikis}`, {
      id,
      title: 'Sent',
      content: 'Said.',
      front_matter: { title: 'T' },
    })
    const plain = await call(`POST ${wikis}`, { id, title: 'Plain', content: 'Said.' })
    for (const [reply, front] of [
      [written, { title: 'Written', slugs: ['old'] }],
      [sent, { title: 'T' }],
      [plain, {}],
    ] as const) {
      answers(reply, 201)
      const { slug } = reply.row()
      const read = await call(`GET ${wikis}/:slug`, { id, slug: String(slug) })
      for (const one of [reply, read])
        await stage.changed('wikis#later-front-matter', {
          before: () => {
            if (stage.dialect !== undefined) lacks(one.row(), ['front_matter'], one)
          },
          after: () => equals('the front matter', one.row().front_matter, front, one),
        })
      await hasLater(stage, read.row(), { 'wikis#later-meta-id': { wiki_page_meta_id: ['number'] } }, read)
    }
    const wish = { id, slug: 'Sent', format: 'markdown', front_matter: { title: 'Other' } }
    const put = await call(`PUT ${wikis}/:slug`, wish)
    answers(put, 200)
    await stage.changed('wikis#later-front-matter', {
      before: () => equals('the content', put.row().content, 'Said.', put),
      after: () => equals('the front matter', put.row().front_matter, { title: 'Other' }, put),
    })
  },
})
