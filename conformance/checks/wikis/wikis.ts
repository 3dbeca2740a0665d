import { check } from '../../kit/check.ts'
import { answers, equals, has, refuses, says } from '../../kit/expect.ts'
import { hasLater } from '../../kit/later.ts'
import type { Params } from '../../kit/query.ts'
import { arranged } from '../../run/stage.ts'

const wikis = '/projects/:id/wikis'

const list = `GET ${wikis}`

const one = `GET ${wikis}/:slug`

const write = `POST ${wikis}`

const rewrite = `PUT ${wikis}/:slug`

const remove = `DELETE ${wikis}/:slug`

export const life = check({
  id: 'wikis/life',
  says: 'A wiki page is created, moved under a new title within its folder, and answers 404 once it is deleted',
  source: 'wikis#create, wikis#slug, wikis#rename, wikis#delete, wikis#missing',
  level: 'should',
  covers: [write, one, rewrite, remove],
  holds: async ({ call, project: { id } }) => {
    const written = await call(write, { id, title: 'How to/Deploy it', content: 'Carefully.' })
    answers(written, 201)
    const page = { format: 'markdown', slug: 'How-to/Deploy-it', title: 'Deploy it', content: 'Carefully.' }
    has(written.row(), page, written)
    equals('what is read', (await call(one, { id, slug: page.slug })).json, written.json)
    const moved = await call(rewrite, { id, slug: page.slug, title: 'Ship it', content: 'Now.' })
    answers(moved, 200)
    has(moved.row(), { slug: 'How-to/Ship-it', title: 'Ship it', content: 'Now.' }, moved)
    says(await call(one, { id, slug: page.slug }), 404, '404 Wiki Page Not Found')
    answers(await call(remove, { id, slug: 'How-to/Ship-it' }), 204)
    says(await call(one, { id, slug: 'How-to/Ship-it' }), 404, '404 Wiki Page Not Found')
  },
})

export const listCheck = check({
  id: 'wikis/list',
  says: 'The list of wiki pages holds all pages by path, and their content only with `with_content`',
  source: 'wikis#list, wikis#later-meta-id',
  level: 'should',
  covers: [list, write],
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    const titles = ['beta', 'alpha', 'gamma']
    for (const title of titles) arranged(await call(write, { id, title, content: `About ${title}` }))
    const briefly = await call(list, { id })
    equals(
      'the pages',
      briefly.rows().map(({ wiki_page_meta_id: _, ...row }) => row),
      titles.toSorted().map((title) => ({ format: 'markdown', slug: title, title })),
      briefly,
    )
    for (const row of briefly.rows())
      await hasLater(stage, row, { 'wikis#later-meta-id': { wiki_page_meta_id: ['number'] } }, briefly)
    const whole = await call(list, { id, with_content: true })
    equals(
      'what they say',
      whole.rows().map(({ content }) => content ?? null),
      titles.toSorted().map((title) => `About ${title}`),
      whole,
    )
  },
})

export const createRefused = check<readonly [Params, string]>({
  id: 'wikis/create-refused',
  says: 'A wiki page without title and content, or with an unknown format, answers 400',
  source: 'wikis#create, wikis#format',
  level: 'should',
  covers: [write],
  each: () => [
    [{}, 'title is missing, content is missing'],
    [{ title: 'x', content: 'y', format: 'html' }, 'format does not have a valid value'],
  ],
  holds: async ({ call, project }, [params, text]) =>
    refuses(await call(write, { id: project.id, ...params }), text),
})

export const duplicatePath = check({
  id: 'wikis/duplicate-path',
  says: 'A second wiki page with the same path answers 400 and is not created',
  source: 'wikis#create-twice',
  level: 'should',
  covers: [write],
  holds: async ({ call, project: { id } }) => {
    const page = { id, title: 'Only one', content: 'x' }
    answers(await call(write, page), 201)
    answers(await call(write, page), 400)
    equals('the pages', (await call(list, { id })).rows().length, 1)
  },
})

export const version = check({
  id: 'wikis/version',
  says: 'A wiki page is read as it is at `HEAD`, and answers 404 at a version that there is not',
  source: 'wikis#version',
  level: 'should',
  covers: [one],
  holds: async ({ call, project: { id } }) => {
    const written = arranged(await call(write, { id, title: 'Old and new', content: 'Now.' }))
    const slug = 'Old-and-new'
    equals('the page', (await call(one, { id, slug, version: 'HEAD' })).json, written)
    const unknown = await call(one, { id, slug, version: '0123456789012345678901234567890123456789' })
    says(unknown, 404, '404 Wiki Page Not Found')
  },
})
