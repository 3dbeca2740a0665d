import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()
const PATH = '/projects/6'

interface Found {
  readonly path: string
  readonly filename: string
  readonly basename: string
  readonly data: string
  readonly startline: number
  readonly ref: string
  readonly id: null
  readonly project_id: number
}

const numbered = (from: number, to: number, marked: readonly number[] = []) =>
  Array.from({ length: to - from + 1 }, (_, i) => {
    const line = from + i
    return marked.includes(line) ? `line ${line} Needle\n` : `line ${line}\n`
  }).join('')

const files: { readonly [path: string]: string } = {
  'README.md': '# Nothing here\n',
  'docs/needle.md': 'How to use it\n',
  'docs/guide.tar.gz': 'x\n',
  'src/many.ts': numbered(1, 40, [1, 10, 14, 20, 40]),
  'src/windows.txt': 'one\r\nneedle\r\nthree',
  '.needlerc': 'a = 1\n',
}

function commit(content: { readonly [path: string]: string }, more: object = {}): void {
  const actions = Object.entries(content).map(([file_path, text]) => ({
    action: 'create',
    file_path,
    content: text,
  }))
  const body = { branch: 'main', commit_message: 'Add files', actions, ...more }
  expect(here.as('alice').post(`${PATH}/repository/commits`, body).status).toBe(201)
}
const ask = (search: string, more = '', user = 'alice') =>
  here.as(user).get(`${PATH}/search?scope=blobs&per_page=100&search=${encodeURIComponent(search)}${more}`)
const find = (search: string, more = ''): Found[] => ask(search, more).json
const paths = (search: string, more = '') => find(search, more).map(({ path }) => path)

describe('files of a project', () => {
  test('are found by path first, then by content, in the order of their paths', () => {
    commit(files)
    expect(paths('NEEDLE')).toEqual([
      '.needlerc',
      'docs/needle.md',
      'src/many.ts',
      'src/many.ts',
      'src/many.ts',
      'src/many.ts',
      'src/windows.txt',
    ])
  })

  test('show lines around what was found, the number of the first, and their names in every form', () => {
    commit(files)
    const excerpts = find('needle').filter(({ path }) => path === 'src/many.ts')
    expect(excerpts.map(({ startline }) => startline)).toEqual([1, 8, 18, 38])
    expect(excerpts.map(({ data }) => data)).toEqual([
      numbered(1, 3, [1]),
      numbered(8, 16, [10, 14]),
      numbered(18, 22, [20]),
      numbered(38, 40, [40]),
    ])
    expect(excerpts[0]).toEqual({
      basename: 'src/many',
      data: numbered(1, 3, [1]),
      path: 'src/many.ts',
      filename: 'src/many.ts',
      id: null,
      ref: 'main',
      startline: 1,
      project_id: 6,
    })
    const windows = find('needle').at(-1)
    expect([windows?.startline, windows?.data]).toEqual([1, 'one\r\nneedle\r\nthree\n'])
  })

  test('that are found by their paths show how they begin', () => {
    commit({ ...files, 'long.txt': `${'ä'.repeat(600)}` })
    expect(find('needle')[1]).toMatchObject({
      startline: 1,
      data: 'How to use it\n',
      basename: 'docs/needle',
    })
    expect(find('needle')[0]?.basename).toBe('.needlerc')
    expect(find('tar.gz')[0]?.basename).toBe('docs/guide.tar')
    expect(find('long.txt')[0]?.data).toBe('ä'.repeat(512))
  })

  test.each([
    ['needle filename:many.ts', ['src/many.ts', 'src/many.ts', 'src/many.ts', 'src/many.ts']],
    ['needle path:docs', ['docs/needle.md']],
    ['needle -path:src -filename:rc', ['docs/needle.md']],
    ['filename:*.md', ['README.md', 'docs/needle.md']],
    ['extension:md', ['README.md', 'docs/needle.md']],
    ['extension:gz path:DOC*GUIDE', ['docs/guide.tar.gz']],
    [
      '*',
      ['.needlerc', 'README.md', 'docs/guide.tar.gz', 'docs/needle.md', 'src/many.ts', 'src/windows.txt'],
    ],
    ['"how to use"', []],
    ['how to use', ['docs/needle.md']],
    ['use to how', []],
    ['/docs', ['docs/guide.tar.gz', 'docs/needle.md']],
    ['', []],
    ['n', []],
    ['line 1\nline 2', []],
  ])('for %j are %j', (search, expected) => {
    commit(files)
    expect(paths(search)).toEqual(expected)
  })

  test('leave binary files and links out of their content', () => {
    commit(files, {
      actions: [
        { action: 'create', file_path: 'image', content: btoa('needle\0'), encoding: 'base64' },
        { action: 'create', file_path: 'text', content: btoa('needle'), encoding: 'base64' },
      ],
    })
    expect(paths('needle')).toEqual(['text'])
    expect(paths('image')).toEqual(['image'])
    expect(
      here.as('alice').get('/projects/1/search?scope=blobs&search=filename:*').json.length,
    ).toBeGreaterThan(0)
  })

  test('are those of the branch or tag that is asked for', () => {
    commit(files)
    commit({ 'other.txt': 'a zebra\n' }, { branch: 'topic', start_branch: 'main' })
    here.as('alice').post(`${PATH}/repository/tags`, { tag_name: 'v1', ref: 'topic' })
    expect(paths('zebra')).toEqual([])
    expect(find('zebra', '&ref=topic').map(({ path, ref }) => [path, ref])).toEqual([['other.txt', 'topic']])
    expect(find('zebra', '&ref=v1').map(({ ref }) => ref)).toEqual(['v1'])
    expect(paths('needle', '&ref=')).toEqual(paths('needle'))
    expect(paths('needle', '&ref=nowhere')).toEqual([])
  })

  test('are none while nothing was pushed', () => {
    expect(ask('needle')).toMatchObject({ status: 200, json: [] })
    expect(here.as('alice').get(`${PATH}/search?scope=commits&search=add`).json).toEqual([])
  })

  test('are counted up to a hundred excerpts beyond the pages before, but never with a filter', () => {
    commit({
      'many.txt': numbered(
        1,
        1500,
        Array.from({ length: 250 }, (_, i) => 6 * i + 3),
      ),
    })
    const totals = (more: string) =>
      here.as('alice').get(`${PATH}/search?scope=blobs&search=needle${more}`).headers['X-Total']
    expect([totals(''), totals('&page=2'), totals('&page=3&per_page=50'), totals('&page=9')]).toEqual([
      '100',
      '120',
      '200',
      '250',
    ])
    expect(
      here.as('alice').get(`${PATH}/search?scope=blobs&search=needle%20path:many`).headers['X-Total'],
    ).toBe('250')
  })

  test('do not grow old: what was written after a search is found by the next', () => {
    commit(files)
    expect(paths('zebra')).toEqual([])
    here.as('alice').put(`${PATH}/repository/files/README.md`, {
      branch: 'main',
      content: 'A zebra',
      commit_message: 'Change',
    })
    expect(paths('zebra')).toEqual(['README.md'])
  })
})

describe('commits of a project', () => {
  const commits = (search: string, more = '') =>
    here.as('alice').get(`${PATH}/search?scope=commits&search=${encodeURIComponent(search)}${more}`)

  test('are found by their message, newest first, and by their id', () => {
    commit({ a: 'a' }, { commit_message: 'Add the Zebra\n\nIt has stripes.' })
    here.sim.clock.advance('1m')
    commit({ b: 'b' }, { commit_message: 'Feed the zebra' })
    const shown = commits('zebra').json
    expect(shown.map(({ title }: { title: string }) => title)).toEqual(['Feed the zebra', 'Add the Zebra'])
    expect(commits('has STRIPES').json).toHaveLength(1)
    expect(commits('zebra add').json).toEqual([])
    const [newest, oldest] = shown
    expect(newest).toMatchObject({
      project_id: 6,
      parent_ids: [oldest.id],
      author_name: 'Alice Archer',
      status: null,
    })
    expect(newest).not.toHaveProperty('stats')
    expect(commits(oldest.id).json).toEqual([oldest])
    expect(commits(oldest.id.slice(0, 7)).json).toEqual([oldest])
    expect(commits(oldest.id.slice(0, 6)).json).toEqual([])
    expect(commits('zebra', '&ref=nowhere').json).toEqual([])
    expect(commits('zebra').headers['X-Total']).toBe('2')
  })

  test('of other projects are not led to by their ids', () => {
    const secret = here.as('root').post('/projects/8/repository/commits', {
      branch: 'main',
      commit_message: 'Hidden',
      actions: [{ action: 'create', file_path: 'zebra', content: 'zebra' }],
    }).json
    commit(files)
    expect(commits(secret.id).json).toEqual([])
  })
})

describe('pages of a wiki', () => {
  const pages = (search: string, project = 3) =>
    here.as('alice').get(`/projects/${project}/search?scope=wiki_blobs&search=${encodeURIComponent(search)}`)

  test('are found as the files in which they are kept', () => {
    expect(pages('wiki of the handbook').json).toEqual([
      {
        basename: 'home',
        data: expect.stringContaining('Welcome to the wiki'),
        path: 'home.md',
        filename: 'home.md',
        id: null,
        ref: 'main',
        startline: 1,
        project_id: 3,
      },
    ])
  })

  test('have dashes in their paths where a query has blanks', () => {
    const byPath = pages('first day').json
    expect(byPath[0]).toMatchObject({ path: expect.stringMatching(/first-day\.md$/), startline: 1 })
    expect(pages('extension:md').json.length).toBeGreaterThan(2)
    expect(pages('').json).toEqual([])
  })

  test('are none where the wiki is switched off', () => {
    const { features } = here.sim.world.projects.require(3)
    here.sim.world.projects.update(3, { features: { ...features, wiki: 'disabled' } })
    expect(pages('first day').json).toEqual([])
  })
})
