import { describe, expect, test } from 'vitest'
import { unbinary } from '../../lib/bytes.ts'
import { callsOf, testSimulator } from '../../testing/calls.ts'
import { type Files, type Planted, plant, special } from './testing/planted.ts'

const seeded = testSimulator()
const url = 'http://127.0.0.1:8080'

/** What lies between two states of a folder. */
function between(before: Files, after: Files) {
  const simulator = seeded.fork()
  const at = plant(simulator)
  const from = at.commit('main', before)
  const to = at.commit('topic', after, [from])
  return compared(at, `from=${from}&to=${to}`)
  function compared({ path }: Planted, query: string) {
    return callsOf(simulator).get(`${path}/compare?${query}`).json
  }
}

const lines = (count: number, start = 1) =>
  Array.from({ length: count }, (_, i) => `line ${start + i}\n`).join('')

describe('the commits of a comparison', () => {
  /** main: one - two - merge; topic: one - three - four, merged into main. */
  function forked() {
    const simulator = seeded.fork()
    const at = plant(simulator)
    const one = at.commit('main', { a: '1\n' })
    const two = at.commit('main', { a: '2\n' }, [one])
    const three = at.commit('topic', { a: '1\n', b: '3\n' }, [one])
    const four = at.commit('topic', { a: '1\n', b: '4\n' }, [three])
    const get = (query: string) => callsOf(simulator).get(`${at.path}/compare?${query}`).json
    return { simulator, at, one, two, three, four, get }
  }
  const ids = (json: { commits: readonly { id: string }[] }) => json.commits.map(({ id }) => id)

  test('are those of the one side only, oldest first, and the newest once more', () => {
    const { get, three, four } = forked()
    const json = get('from=main&to=topic')
    expect(ids(json)).toEqual([three, four])
    expect(json.commit).toEqual(json.commits[1])
  })

  test('are whole commits', () => {
    const { get, four, three } = forked()
    expect(get('from=main&to=topic').commit).toEqual({
      id: four,
      short_id: four.slice(0, 8),
      created_at: '2024-01-01T00:04:00.000+00:00',
      parent_ids: [three],
      title: 'change',
      message: 'change\n',
      author_name: 'Ada',
      author_email: 'ada@example.com',
      authored_date: '2024-01-01T00:04:00.000+00:00',
      committer_name: 'Ada',
      committer_email: 'ada@example.com',
      committed_date: '2024-01-01T00:04:00.000+00:00',
      trailers: {},
      web_url: `${url}/alice/planted/-/commit/${four}`,
    })
  })

  test('are the same whether it is straight or not; the diffs are not', () => {
    const { get } = forked()
    const [bent, straight] = [get('from=main&to=topic'), get('from=main&to=topic&straight=true')]
    expect(ids(straight)).toEqual(ids(bent))
    const names = (json: typeof bent) => json.diffs.map(({ new_path }: { new_path: string }) => new_path)
    expect(names(bent)).toEqual(['b'])
    expect(names(straight)).toEqual(['a', 'b'])
  })

  test('are told with the address of the comparison', () => {
    const { get, one, two, four } = forked()
    expect(get('from=main&to=topic').web_url).toBe(`${url}/alice/planted/-/compare/${one}...${four}`)
    expect(get('from=main&to=topic&straight=true').web_url).toBe(
      `${url}/alice/planted/-/compare/${two}...${four}`,
    )
  })

  test('are none for the same commit, however it is named', () => {
    const { get, four } = forked()
    for (const straight of [true, false])
      expect(get(`from=topic&to=${four}&straight=${straight}`)).toMatchObject({
        commit: null,
        commits: [],
        diffs: [],
        compare_timeout: false,
        compare_same_ref: true,
      })
  })

  test('are none from a newer commit to an older one', () => {
    const { get } = forked()
    const json = get('from=topic&to=topic~1')
    expect(json).toMatchObject({ commit: null, commits: [], diffs: [], compare_same_ref: false })
    expect(get('from=topic&to=topic~1&straight=true').diffs).toHaveLength(1)
  })

  test('may have nothing in common with the other side', () => {
    const { at, get } = forked()
    const other = at.commit('island', { c: '1\n' })
    const json = get('from=main&to=island')
    expect(ids(json)).toEqual([other])
    expect(json.diffs).toMatchObject([{ new_path: 'c', new_file: true }])
    expect(json.web_url).toMatch(/\/[0-9a-f]{40}\.\.\.[0-9a-f]{40}$/)
  })

  test('keep the place of their authors on the globe', () => {
    const simulator = seeded.fork()
    const at = plant(simulator)
    const from = at.commit('main', {})
    const who = { name: 'Ada', email: 'a@b', at: Date.UTC(2014, 1, 27, 9, 1, 38), offset: 60 }
    const message = 'x\n'
    const tree = at.objects.get(from)
    const id = at.objects.put({
      type: 'commit',
      tree: tree?.type === 'commit' ? tree.tree : '',
      parents: [from],
      author: who,
      committer: who,
      message,
    })
    at.refs.set('refs/heads/east', id)
    const { commit } = callsOf(simulator).get(`${at.path}/compare?from=main&to=east`).json
    expect(commit.authored_date).toBe('2014-02-27T10:01:38.000+01:00')
    expect(commit.created_at).toBe(commit.committed_date)
  })

  test('are not paged', () => {
    const simulator = seeded.fork()
    const at = plant(simulator)
    const first = at.commit('main', { a: '0' })
    let last = first
    for (let i = 1; i <= 120; i++) last = at.commit('main', { a: `${i}` }, [last])
    const reply = callsOf(simulator).get(`${at.path}/compare?from=${first}&to=main&per_page=5`)
    expect(reply.json.commits).toHaveLength(120)
    expect(reply.headers).not.toHaveProperty('Link')
  })
})

describe('the diffs of a comparison', () => {
  const mode = { a_mode: '100644', b_mode: '100644' }
  const none = { new_file: false, renamed_file: false, deleted_file: false }

  test('tell changed lines with three lines around them, and no names', () => {
    const { diffs, compare_timeout } = between(
      { f: lines(10) },
      { f: lines(10).replace('line 5\n', 'five\n') },
    )
    expect(compare_timeout).toBe(false)
    expect(diffs).toEqual([
      {
        old_path: 'f',
        new_path: 'f',
        ...mode,
        ...none,
        diff: '@@ -2,7 +2,7 @@ line 1\n line 2\n line 3\n line 4\n-line 5\n+five\n line 6\n line 7\n line 8\n',
      },
    ])
  })

  test('give new and deleted files one name and one mode', () => {
    expect(between({ old: 'x\n' }, { young: 'completely\ndifferent\n' }).diffs).toEqual([
      {
        old_path: 'old',
        new_path: 'old',
        a_mode: '100644',
        b_mode: '0',
        ...none,
        deleted_file: true,
        diff: '@@ -1 +0,0 @@\n-x\n',
      },
      {
        old_path: 'young',
        new_path: 'young',
        a_mode: '0',
        b_mode: '100644',
        ...none,
        new_file: true,
        diff: '@@ -0,0 +1,2 @@\n+completely\n+different\n',
      },
    ])
  })

  test('know a file under its new name, alike or the same', () => {
    expect(between({ 'a/old': lines(10) }, { 'b/new': lines(10) }).diffs).toEqual([
      { old_path: 'a/old', new_path: 'b/new', ...mode, ...none, renamed_file: true, diff: '' },
    ])
    expect(between({ old: lines(10) }, { new: lines(8) }).diffs).toMatchObject([
      { old_path: 'old', new_path: 'new', renamed_file: true, diff: expect.stringMatching(/^@@ /) },
    ])
    expect(between({ old: lines(10) }, { new: lines(3) }).diffs).toMatchObject([
      { new_path: 'new', new_file: true },
      { new_path: 'old', deleted_file: true },
    ])
  })

  test('are empty where the mode alone changed', () => {
    expect(between({ run: 'x\n' }, { run: special('100755', 'x\n') }).diffs).toEqual([
      { old_path: 'run', new_path: 'run', a_mode: '100644', b_mode: '100755', ...none, diff: '' },
    ])
  })

  test('are empty for a new empty file', () => {
    expect(between({}, { empty: '' }).diffs).toMatchObject([{ new_file: true, a_mode: '0', diff: '' }])
  })

  test('name binary files and no more', () => {
    const bytes = unbinary('\x00\x01')
    expect(between({ img: bytes }, { img: unbinary('\x00\x02') }).diffs[0].diff).toBe(
      'Binary files a/img and b/img differ\n',
    )
    expect(between({}, { img: bytes }).diffs[0].diff).toBe('Binary files /dev/null and b/img differ\n')
    expect(between({ img: bytes }, {}).diffs[0].diff).toBe('Binary files a/img and /dev/null differ\n')
  })

  test('tell a missing newline at the end', () => {
    expect(between({ f: 'a\nb\n' }, { f: 'a\nb' }).diffs[0].diff).toBe(
      '@@ -1,2 +1,2 @@\n a\n-b\n+b\n\\ No newline at end of file\n',
    )
  })

  test('show links and submodules as the lines they are made of', () => {
    const [one, two] = ['1'.repeat(40), '2'.repeat(40)]
    const { diffs } = between(
      { link: special('120000', 'a'), sub: special('160000', one) },
      { link: special('120000', 'b'), sub: special('160000', two) },
    )
    expect(diffs).toMatchObject([
      {
        new_path: 'link',
        a_mode: '120000',
        b_mode: '120000',
        diff: expect.stringContaining('-a\n\\ No newline'),
      },
      {
        new_path: 'sub',
        a_mode: '160000',
        b_mode: '160000',
        diff: `@@ -1 +1 @@\n-Subproject commit ${one}\n+Subproject commit ${two}\n`,
      },
    ])
  })

  test('come in the order of the paths, byte by byte', () => {
    const names = ['z', 'Z', 'a/b', 'a.b', 'a', 'é', '\u{1f600}', '\uffee']
    const after = Object.fromEntries(names.filter((name) => name !== 'a').map((name) => [name, `${name}\n`]))
    const paths = between({}, after).diffs.map(({ new_path }: { new_path: string }) => new_path)
    expect(paths).toEqual(['Z', 'a.b', 'a/b', 'z', 'é', '\uffee', '\u{1f600}'])
  })
})

describe('the limits of a comparison', () => {
  test('hide a patch of more than 20 KB among others, and one of more than 200 KB alone', () => {
    const long = `${'x'.repeat(21_000)}\n`
    const among = between({}, { long, short: 'x\n' })
    expect(among.diffs.map(({ diff }: { diff: string }) => diff === '')).toEqual([true, false])
    expect(among.compare_timeout).toBe(false)
    expect(between({}, { long }).diffs[0].diff).toContain('xxx')
    expect(between({}, { huge: `${'x'.repeat(205_000)}\n` }).diffs).toMatchObject([
      { new_path: 'huge', new_file: true, diff: '' },
    ])
  })

  test('hide patches after the first 100 files, and leave out files after the first 1000', () => {
    const many = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, i) => [`f${String(i).padStart(4, '0')}`, `${i}\n`] as const),
      )
    const some = between({}, many(101))
    expect(some.diffs).toHaveLength(101)
    expect(some.diffs.filter(({ diff }: { diff: string }) => diff === '')).toHaveLength(1)
    expect(some.compare_timeout).toBe(false)
    const all = between({}, many(1001))
    expect(all.diffs).toHaveLength(1000)
    expect(all.compare_timeout).toBe(true)
  })

  test('hide patches after 5000 lines, and leave out files after 50,000', () => {
    const some = between({}, { a: 'a\n'.repeat(4000), b: 'b\n'.repeat(4000), c: 'c\n' })
    expect(some.diffs.map(({ diff }: { diff: string }) => diff === '')).toEqual([false, true, true])
    const all = between({}, { a: 'a\n'.repeat(30_000), b: 'b\n'.repeat(30_000) })
    expect(all.diffs).toHaveLength(1)
    expect(all.compare_timeout).toBe(true)
  })

  test('count the lines of patches that are hidden, each once', () => {
    const few = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`a${i}`, 'a\n'] as const))
    const most = { ...few, b: 'b\n'.repeat(49_800), c: 'c\n'.repeat(100) }
    const within = between({}, most)
    expect(within.diffs).toHaveLength(102)
    expect(within.compare_timeout).toBe(false)
    const beyond = between({}, { ...most, d: 'd\n', e: 'e\n' })
    expect(beyond.diffs).toHaveLength(102)
    expect(beyond.compare_timeout).toBe(true)
  })
})

describe('the references of a comparison', () => {
  const path = '/projects/1/repository/compare'

  test('are branches, tags, commits and short ids, with blanks around them', () => {
    const carol = callsOf(seeded.fork(), 'carol')
    const head = carol.get('/projects/1/repository/branches/main').json.commit.id
    const usual = carol.get(`${path}?from=v1.0.0&to=main`).json
    for (const to of [head, head.slice(0, 8), 'refs%2Fheads%2Fmain', '%20main%20', 'HEAD'])
      expect(carol.get(`${path}?from=%20v1.0.0&to=${to}`).json).toEqual(usual)
  })

  test('are both needed', () => {
    const carol = callsOf(seeded.fork(), 'carol')
    expect(carol.get(path)).toMatchObject({ status: 400, json: { error: 'from is missing, to is missing' } })
    expect(carol.get(`${path}?to=main`).json).toEqual({ error: 'from is missing' })
    expect(carol.get(`${path}?from=main`).json).toEqual({ error: 'to is missing' })
    expect(carol.get(`${path}?from=main&to=main&straight=x&from_project_id=y`).json).toEqual({
      error: 'from_project_id is invalid, straight is invalid',
    })
  })

  test.each(['nope', '', 'a b', '-x', 'f'.repeat(40), 'main..v1.0.0'])('answer 404 for %j', (ref) => {
    const carol = callsOf(seeded.fork(), 'carol')
    const encoded = encodeURIComponent(ref)
    for (const query of [`from=${encoded}&to=main`, `from=main&to=${encoded}`])
      expect(carol.get(`${path}?${query}`)).toMatchObject({
        status: 404,
        json: { message: '404 Ref Not Found' },
      })
  })

  test('lead nowhere in an empty repository', () => {
    const carol = callsOf(seeded.fork(), 'carol')
    expect(carol.get('/projects/6/repository/compare?from=main&to=main').status).toBe(404)
  })
})

describe('a comparison across forks', () => {
  const fork = '/projects/5/repository/compare'
  const refused = (number: number, sent: string) => ({
    status: 400,
    json: { message: `Target project id:${number} is not a fork of project id:${sent}` },
  })

  test('takes `from` out of the other project, and shows commits as of its own', () => {
    const simulator = seeded.fork()
    const carol = callsOf(simulator, 'carol')
    const actions = [{ action: 'create', file_path: 'only-here.txt', content: 'x\n' }]
    carol.post('/projects/5/repository/commits', { branch: 'main', commit_message: 'Here', actions })
    const { json } = carol.get(`${fork}?from=main&to=main&from_project_id=1`)
    expect(json.commits.at(-1)).toMatchObject({
      title: 'Here',
      web_url: expect.stringContaining(`${url}/carol/webapp/-/commit/`),
    })
    expect(json.diffs).toMatchObject([{ new_path: 'only-here.txt', new_file: true }])
    expect(json.web_url).toMatch(/\/carol\/webapp\/-\/compare\//)
    const back = carol.get('/projects/1/repository/compare?from=main&to=main&from_project_id=5').json
    expect(back.commits.at(-1).web_url).toContain(`${url}/acme/webapp/-/commit/`)
  })

  test('may name the project itself', () => {
    const carol = callsOf(seeded.fork(), 'carol')
    const itself = carol.get(`${fork}?from=main&to=main&from_project_id=5`)
    expect(itself.json).toMatchObject({ compare_same_ref: true })
    expect(carol.get(`${fork}?from=main&to=main&from_project_id=`).status).toBe(200)
  })

  test.each([2, 3, 0, -1, 99_999])('is refused with %i, which is no relative', (number) => {
    const carol = callsOf(seeded.fork(), 'carol')
    const query = `from=main&to=main&from_project_id=${number}`
    expect(carol.get(`${fork}?${query}`)).toMatchObject(refused(number, '5'))
    expect(carol.get(`/projects/carol%2Fwebapp/repository/compare?${query}`)).toMatchObject(
      refused(number, 'carol/webapp'),
    )
  })

  test('is refused to whoever must not read the other project', () => {
    const simulator = seeded.fork()
    // dave reads acme/webapp, but not carol's private fork of it.
    const dave = callsOf(simulator, 'dave')
    const query = '/projects/1/repository/compare?from=main&to=main&from_project_id=5'
    expect(dave.get(query)).toMatchObject(refused(5, '1'))
    expect(callsOf(simulator, 'carol').get(query).status).toBe(200)
  })

  test('is refused with an archived project', () => {
    const simulator = seeded.fork()
    callsOf(simulator, 'alice').post('/projects/1/archive')
    const carol = callsOf(simulator, 'carol')
    expect(carol.get(`${fork}?from=main&to=main&from_project_id=1`)).toMatchObject(refused(1, '5'))
  })
})
