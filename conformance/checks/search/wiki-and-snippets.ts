import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, names, textIn } from '../../kit/expect.ts'
import { arranged, expectArranged, type Stage } from '../../run/stage.ts'
import { everywhere, inProject, search, searchHere, titlesOf } from './searches.ts'

const wordOf = (stage: Stage) => `${stage.prefix.replaceAll(/[^a-z0-9]/g, '')}page`

export const wikiPages = check({
  id: 'search/wiki-pages',
  says: 'A wiki page is found by a word of its content with its path, and not while the wiki is disabled',
  source: 'search#wiki-pages, search#project-features',
  level: 'must',
  covers: [inProject],
  needs: { tier: 'premium' },
  holds: async (stage) => {
    const { call, project } = stage
    const word = wordOf(stage)
    const page = { id: project.id, title: 'Set up', content: `Begin here\n\nThe ${word} comes later` }
    expectArranged(await call('POST /projects/:id/wikis', page))
    const reply = await searchHere(stage, { scope: 'wiki_blobs', search: word })
    equals('how many pages', reply.rows().length, 1, reply)
    const [row = {}] = reply.rows()
    const path = textIn(row, 'path')
    has(
      row,
      { basename: 'Set-up', path: 'Set-up.md', filename: path, id: null, project_id: project.id },
      reply,
    )
    names(row, ['ref', 'startline'], reply)
    holds(textIn(row, 'data').includes(word), 'data shows the word', row.data, reply)
    equals(
      'what another word finds',
      (await searchHere(stage, { scope: 'wiki_blobs', search: `${word}x` })).json,
      [],
    )
    expectArranged(await call('PUT /projects/:id', { id: project.id, wiki_access_level: 'disabled' }))
    equals('what is found then', (await searchHere(stage, { scope: 'wiki_blobs', search: word })).json, [])
  },
})

export const snippets = check({
  id: 'search/snippets',
  says: 'A snippet is found by a part of its title, its description or the name of its file, by callers who may see it and by nobody else',
  source: 'search#snippets, search#columns, search#visibility',
  level: 'should',
  covers: [everywhere],
  holds: async (stage) => {
    const { call, project } = stage
    const word = wordOf(stage)
    const parts = { title: `Some ${word}s`, description: `Its ${word}text`, file: `a-${word}file.txt` }
    const files = [{ file_path: parts.file, content: 'Content' }]
    const { title, description } = parts
    const wish = { id: project.id, title, description, visibility: 'private', files }
    const made = arranged(await call('POST /projects/:id/snippets', wish))
    const found = (as: 'owner' | 'guest' | 'stranger', asked = word.slice(1)) =>
      search(stage, { operation: everywhere, params: {} }, { scope: 'snippet_titles', search: asked }, as)
    const reply = await found('owner')
    equals('what its author finds', titlesOf(reply), [wish.title], reply)
    const [row = {}] = reply.rows()
    has(row, { id: made.id ?? null, project_id: project.id, file_name: parts.file }, reply)
    names(row, ['description', 'author', 'updated_at', 'created_at'], reply)
    for (const asked of [`${word}text`, `${word}file`])
      equals(`what its author finds by ${asked}`, titlesOf(await found('owner', asked)), [wish.title])
    const home = textIn((await call('GET /projects/:id', { id: project.id })).row(), 'web_url')
    equals('where it is shown', row.web_url ?? null, `${home}/-/snippets/${made.id}`, reply)
    equals('what a member finds', titlesOf(await found('guest')), [wish.title])
    equals('what strangers find', (await found('stranger')).json, [])
    const place = { id: project.id, snippet_id: Number(made.id) }
    answers(await call('DELETE /projects/:id/snippets/:snippet_id', place), 204)
    equals('what is found once it is deleted', (await found('owner')).json, [])
  },
})
