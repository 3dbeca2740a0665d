import fc from 'fast-check'
import { commitFolder, commitId } from '../../arrange/repository.ts'
import { check } from '../../kit/check.ts'
import { equals, has, holds, numberIn, rowIn, textIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import { excerptsOf, type FileFilter, passesFilter } from '../../oracle/excerpts.ts'
import type { Folder } from '../../oracle/folder.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'
import { basicOnly, inProject, searchHere } from './searches.ts'

const needs = { tier: 'premium' } as const

const line = fc.constantFrom('', 'x', 'a needle', 'NEEDLES', '  return', 'end', '--', 'needle;needle')

const contents = fc.array(line, { minLength: 1, maxLength: 20 }).map((lines) => `${lines.join('\n')}\n`)

const found = (rows: readonly Row[]) =>
  rows.map(({ path, startline, data }) => ({ path, startline, data }) as Row)

export const excerpts = check<string>({
  id: 'search/excerpts',
  says: 'A file found by its content is shown by excerpts: two lines before and after each hit, adjoining excerpts as one, with the number of their first line',
  source: 'search#content-hits',
  level: 'should',
  covers: [inProject],
  needs,
  over: () => contents,
  share: 3,
  holds: async (stage, content) => {
    const folder: Folder = new Map([['docs/file.txt', content]])
    await commitFolder(stage, { branch: stage.project.branch, after: folder })
    const reply = basicOnly(stage, await searchHere(stage, { scope: 'blobs', search: 'needle' }))
    equals('the excerpts', found(reply.rows()), [...excerptsOf('docs/file.txt', content, 'needle')], reply)
  },
})

const paths = [
  'README.md',
  'docs/home.md',
  'docs/Set up.txt',
  'src/app.ts',
  'src/app.test.ts',
  'src/lib/money.ts',
]

async function severalFiles(stage: Stage): Promise<void> {
  const after: Folder = new Map(paths.map((path) => [path, `The needle of ${path}\n`]))
  await commitFolder(stage, { branch: stage.project.branch, after })
}

const filters: readonly (readonly [filter: FileFilter, value: string])[] = [
  ['filename', 'home.md'],
  ['filename', 'HOME.md'],
  ['filename', '*.md'],
  ['filename', 'app*ts'],
  ['filename', 'app'],
  ['path', 'docs'],
  ['path', 'src/*test'],
  ['path', 'src/lib'],
  ['path', '.'],
  ['path', 'docs/Set up'],
  ['filename', 'set up.txt'],
  ['extension', 'ts'],
  ['extension', 'test.ts'],
  ['extension', 'm*'],
  ['extension', 'xyz'],
]

export const fileFilters = check<readonly [FileFilter, string], void>({
  id: 'search/file-filters',
  says: '`filename:`, `path:` and `extension:` filter files by their path, `*` stands for any characters, a minus negates the filter, and a query may have filters alone',
  source: 'search#file-filters, search#filters-only',
  level: 'must',
  covers: [inProject],
  needs,
  readOnly: true,
  arrange: severalFiles,
  each: () => filters,
  holds: async (stage, [filter, value]) => {
    for (const [term, minus] of [
      ['needle ', ''],
      ['needle ', '-'],
      ['', ''],
    ] as const) {
      const query = `${term}${minus}${filter}:${/\s/.test(value) ? `"${value}"` : value}`
      const reply = await searchHere(stage, { scope: 'blobs', search: query })
      equals(
        `the paths that ${query} finds`,
        reply
          .rows()
          .map((row) => textIn(row, 'path'))
          .sort(),
        paths.filter((path) => passesFilter(path, filter, value) === (minus === '')).sort(),
        reply,
      )
    }
  },
})

export const filesByPath = check({
  id: 'search/files-by-path',
  says: 'Files found by their path come before files found by their content, and show their beginning',
  source: 'search#file-order, search#path-hits, search#blob-fields, search#totals',
  level: 'should',
  covers: [inProject],
  needs,
  holds: async (stage) => {
    const after: Folder = new Map([
      ['a.txt', 'one\ntwo\nthree\nneedle\n'],
      ['needle/deep.tar.gz', 'beginning\n'],
    ])
    await commitFolder(stage, { branch: stage.project.branch, after })
    const reply = basicOnly(stage, await searchHere(stage, { scope: 'blobs', search: 'needle' }))
    const rows = reply.rows()
    equals(
      'the paths',
      rows.map(({ path }) => path ?? null),
      ['needle/deep.tar.gz', 'a.txt'],
      reply,
    )
    const path = 'needle/deep.tar.gz'
    const whole = {
      basename: 'needle/deep.tar',
      data: 'beginning\n',
      path,
      filename: path,
      id: null,
      startline: 1,
    }
    has(rows[0] as Row, { ...whole, ref: stage.project.branch, project_id: stage.project.id }, reply)
    has(rows[1] as Row, { startline: 2, data: 'two\nthree\nneedle\n' }, reply)
    equals('X-Total', reply.headers['x-total'], '2', reply)
  },
})

export const ref = check({
  id: 'search/ref',
  says: '`ref` names the branch whose files and commits are searched',
  source: 'search#ref',
  level: 'should',
  covers: [inProject],
  needs: { tier: 'premium', repository: true },
  holds: async (stage) => {
    const topic = { branch: 'topic', from: stage.project.branch, more: { commit_message: 'Hide a needle' } }
    await commitFolder(stage, { ...topic, after: new Map([['a.txt', 'needle\n']]) })
    for (const scope of ['blobs', 'commits']) {
      const main = await searchHere(stage, { scope, search: 'needle' })
      equals(`${scope} of the default branch`, main.json, [], main)
      const reply = await searchHere(stage, { scope, search: 'needle', ref: 'topic' })
      equals(`how many ${scope} of the other`, reply.rows().length, 1, reply)
      if (scope === 'blobs') has(reply.rows()[0] as Row, { ref: 'topic' }, reply)
      equals(
        'in no branch at all',
        (await searchHere(stage, { scope, search: 'needle', ref: 'nowhere' })).json,
        [],
      )
    }
  },
})

export const commits = check({
  id: 'search/commits',
  says: 'Commits are found by a part of their message, newest first, and by their id, and name their project',
  source: 'search#commit-hits',
  level: 'must',
  covers: [inProject],
  needs,
  holds: async (stage) => {
    const { branch, id } = stage.project
    const add = (name: string, commit_message: string) =>
      commitId(stage, { branch, after: new Map([[name, `${name}\n`]]), more: { commit_message } })
    const first = await add('a', 'Add the Needle')
    await add('b', 'Add something else')
    const third = await add('c', 'Mend needles\n\nThey broke.')
    const built = { id, sha: third, state: 'success', ref: branch }
    expectArranged(await stage.call('POST /projects/:id/statuses/:sha', built))
    const reply = await searchHere(stage, { scope: 'commits', search: 'needle' })
    const ids = reply.rows().map((row) => textIn(row, 'id'))
    equals('the commits', [...ids].sort(), [first, third].sort(), reply)
    holds(
      reply.rows().every((row) => numberIn(row, 'project_id') === id),
      'each belongs to the project',
      reply.json ?? null,
      reply,
    )
    const byId = await searchHere(stage, { scope: 'commits', search: first })
    equals(
      'the commit of an id',
      byId.rows().map((row) => row.id ?? null),
      [first],
      byId,
    )
    basicOnly(stage, reply)
    equals('the order', ids, [third, first], reply)
    const newest = reply.rows()[0] ?? {}
    has(newest, { status: 'success' }, reply)
    has(rowIn(newest, 'last_pipeline'), { sha: third, ref: branch, status: 'success' }, reply)
    has(byId.rows()[0] ?? {}, { status: null, last_pipeline: null }, byId)
  },
})

export const emptyQuery = check<string>({
  id: 'search/empty-query',
  says: 'An empty query finds no files, commits or wiki pages, and is no error',
  source: 'search#empty-query',
  level: 'should',
  covers: [inProject],
  needs: { tier: 'premium', repository: true, found: true },
  readOnly: true,
  each: () => ['blobs', 'commits', 'wiki_blobs'],
  holds: async (stage, scope) => {
    const reply = await searchHere(stage, { scope, search: '' })
    equals('what is found', reply.json, [], reply)
  },
})

export const manyCommits = check({
  id: 'search/many-commits',
  says: 'A search of commits finds more than a page of them, and tells of the next page',
  source: 'search#commit-hits, conventions#offset-pagination',
  level: 'must',
  covers: [inProject],
  needs,
  holds: async (stage) => {
    const { branch } = stage.project
    const made: string[] = []
    for (let i = 0; i < 22; i++) {
      const more = { commit_message: `Count the sheep ${i}` }
      made.push(await commitId(stage, { branch, after: new Map([[`sheep-${i}.txt`, `${i}\n`]]), more }))
    }
    const found = async (params: { readonly per_page: number; readonly page: number }) =>
      (await searchHere(stage, { scope: 'commits', search: 'sheep', ...params })).rows()
    const ids = (rows: readonly Row[]) => rows.map((row) => textIn(row, 'id')).sort()
    equals('all of them', ids(await found({ per_page: 100, page: 1 })), [...made].sort())
    const [first, second] = [await found({ per_page: 20, page: 1 }), await found({ per_page: 20, page: 2 })]
    equals('the rows of two pages', [first.length, second.length], [20, 2])
    equals('what two pages hold', ids([...first, ...second]), [...made].sort())
  },
})
