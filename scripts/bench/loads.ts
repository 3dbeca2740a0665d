// What the servers are asked. Each load is a list of calls that clients make in turn, so that a load can ask one row again
// and again, or a thousand different ones for many people.

type Created = 'id' | 'iid' | 'name'

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `{created}` in it becomes what the call before it created. */
  readonly path: string
  /** The attribute of its answer by which the next call names what it created. */
  readonly creates?: Created
  readonly headers: { readonly [name: string]: string }
  /** `{n}` in it becomes a number that no other request of the run has: titles must differ. */
  readonly body?: string
}

export interface Load {
  readonly what: string
  readonly calls: readonly Call[]
  /** Of a hundred calls so many are such instead. */
  readonly writesPercent: number
  readonly writes: readonly Call[]
  /** The same questions as json-server puts them; undefined where it has none. */
  readonly peer?: Pick<Load, 'calls' | 'writes'>
  readonly connections: number
  /** It ends with its last call alone: what was created is deleted. */
  readonly whole?: true
  /** The share of the bare server's processor time that is expected at least. */
  readonly share?: number
}

/** What a peer serves, by collection. */
export interface Rows {
  readonly [collection: string]: readonly object[]
}

/** Rows of each kind, as `arranged.ts` puts them into the world. */
export const ROWS = 1000
const PAGES = 50
/** Numbers of the rows: they begin behind those of the demo world. */
export const FIRST_IID = 5001
/** A milestone of the demo world. */
export const MILESTONE = 5

const project = '/api/v4/projects/1'
/** Of an administrator of the demo world. */
const ROOT = 'root-token'

/** What reads of one kind are called, and where they are found. */
interface Kind {
  readonly name: string
  readonly path: string
}
const mergeRequests: Kind = { name: 'merge request', path: 'merge_requests' }
const issues: Kind = { name: 'issue', path: 'issues' }

/** All loads, for the tokens of those who ask and the id of a blob; `first` is the only one in friendly loads. */
export function loads([first = '', ...others]: readonly string[], blob: string): Load[] {
  const tokens = [first, ...others]
  const headers = (token: string) => ({ 'private-token': token, 'content-type': 'application/json' })
  const get = (path: string, token = first): Call => ({ method: 'GET', path, headers: headers(token) })
  const each = (count: number, path: (i: number) => string): Call[] =>
    Array.from({ length: count }, (_, i) => get(path(i), tokens[i % tokens.length]))
  const changed = (path: string, attribute = 'title'): Call => ({
    method: 'PUT',
    path,
    headers: headers(first),
    body: `{"${attribute}":"Written {n}"}`,
  })
  const changes = (path: string, from: number): Call[] =>
    Array.from({ length: ROWS }, (_, i) => changed(`${path}/${from + ((i * 37) % ROWS)}`))
  // Its PUT takes the place of the whole row.
  const patched = (calls: readonly Call[]): Call[] => calls.map((call) => ({ ...call, method: 'PATCH' }))
  const write = changes(`${project}/merge_requests`, FIRST_IID)
  const peerWrite = patched(changes('/merge_requests', 1))
  const load = (what: string, calls: readonly Call[], more: Partial<Load> = {}): Load => ({
    what,
    calls,
    writesPercent: 0,
    writes: [],
    connections: 32,
    ...more,
  })
  const created = (path: string): Call => ({
    method: 'POST',
    path,
    headers: headers(first),
    body: '{"title":"Bench {n}"}',
  })
  // One client, so that each deletes what it created. Only owners may delete issues and merge requests.
  const comeAndGone = (
    name: string,
    path: string,
    creates: Created,
    body: object,
    { peerPath = path, below = `${project}/`, token = others[2] ?? first } = {},
  ): Load => {
    const pair = (path: string, creates: Created): Call[] => {
      const call = { path, headers: headers(token) }
      return [
        { ...call, method: 'POST', creates, body: JSON.stringify(body) },
        { ...call, method: 'DELETE', path: `${path}/{created}` },
      ]
    }
    return load(`POST and DELETE ${name}, one connection`, pair(`${below}${path}`, creates), {
      connections: 1,
      whole: true,
      peer: { calls: pair(`/${peerPath}`, 'id'), writes: [] },
    })
  }
  const post = (name: string, path: string): Load =>
    load(`POST ${name}`, [created(`${project}/${path}`)], {
      peer: { calls: [created(`/${path}`)], writes: [] },
    })
  const one = ({ name, path }: Kind): Load[] => [
    load(`GET one ${name}, the same`, [get(`${project}/${path}/${FIRST_IID}`)], {
      share: 0.5,
      peer: { calls: [get(`/${path}/1`)], writes: [] },
    }),
    load(
      `GET one ${name}, ${ROWS} different ones, ${tokens.length} viewers`,
      each(ROWS, (i) => `${project}/${path}/${FIRST_IID + i}`),
      { share: 0.5, peer: { calls: each(ROWS, (i) => `/${path}/${1 + i}`), writes: [] } },
    ),
  ]
  const pages = (query: string) => (i: number) => `${query}&page=${1 + (i % PAGES)}`
  const peerPages = (path: string) =>
    each(PAGES, (i) => `/${path}?_page=${1 + i}&_limit=20&_sort=id&_order=desc`)
  const list = ({ name, path }: Kind, writesPercent: number, share?: number): Load =>
    load(
      `list 20 ${name}s, ${PAGES} pages, ${tokens.length} viewers${writesPercent === 0 ? '' : `, ${writesPercent} % writes`}`,
      each(PAGES * tokens.length, pages(`${project}/${path}?per_page=20`)),
      {
        writesPercent,
        writes: write,
        ...(share === undefined ? {} : { share }),
        peer: { calls: peerPages(path), writes: peerWrite },
      },
    )
  return [
    ...one(mergeRequests),
    ...one(issues),
    load('GET one project', [get(project)]),
    list(mergeRequests, 0, 0.4),
    list(mergeRequests, 10, 0.15),
    list(mergeRequests, 30),
    list(issues, 0, 0.4),
    list(issues, 10, 0.15),
    load(
      `list 100 merge requests, 10 pages, ${tokens.length} viewers`,
      each(10 * tokens.length, (i) => `${project}/merge_requests?per_page=100&page=${1 + (i % 10)}`),
      {
        peer: {
          calls: each(10, (i) => `/merge_requests?_page=${1 + i}&_limit=100&_sort=id&_order=desc`),
          writes: [],
        },
      },
    ),
    load('list 100 merge requests, the same', [get(`${project}/merge_requests?per_page=100`)], {
      peer: { calls: [get('/merge_requests?_page=1&_limit=100')], writes: [] },
    }),
    load(
      'list 20 merge requests, filtered and sorted',
      each(
        tokens.length * 10,
        (i) => `${project}/merge_requests?per_page=20&state=opened&order_by=updated_at&page=${1 + (i % 10)}`,
      ),
      {
        peer: {
          calls: each(
            10,
            (i) => `/merge_requests?state=opened&_sort=updated_at&_order=desc&_page=${1 + i}&_limit=20`,
          ),
          writes: [],
        },
      },
    ),
    ...[
      ['projects', '/api/v4/projects'],
      ['jobs', `${project}/jobs`],
      ['branches', `${project}/repository/branches`],
      ['packages', `${project}/packages`],
    ].map(([name, path]) =>
      load(
        `list 20 ${name}, ${tokens.length} viewers`,
        each(tokens.length, () => `${path}?per_page=20`),
        { share: 0.4 },
      ),
    ),
    load('GET the settings', [get('/api/v4/application/settings', ROOT)], { share: 0.5 }),
    load('search for a word that 50 merge requests hold', [
      get(`/api/v4/projects/1/search?scope=merge_requests&search=needle`),
    ]),
    load(
      `GET one merge request, ${ROWS} different ones, one connection`,
      each(ROWS, (i) => `${project}/merge_requests/${FIRST_IID + i}`),
      { connections: 1 },
    ),
    load(
      'list 20 merge requests, one connection',
      each(PAGES * tokens.length, pages(`${project}/merge_requests?per_page=20`)),
      { connections: 1 },
    ),
    post('a milestone', 'milestones'),
    post('an issue', 'issues'),
    comeAndGone('a label', 'labels', 'id', { name: 'bench', color: '#428bca' }),
    comeAndGone('a milestone', 'milestones', 'id', { title: 'Bench {n}' }),
    comeAndGone('an issue', 'issues', 'iid', { title: 'Bench {n}' }),
    comeAndGone('a merge request', 'merge_requests', 'iid', {
      title: 'Bench {n}',
      source_branch: 'typescript',
      target_branch: 'main',
    }),
    comeAndGone('a note', `issues/${FIRST_IID}/notes`, 'id', { body: 'Bench {n}' }, { peerPath: 'notes' }),
    comeAndGone(
      'a user',
      'users',
      'id',
      {
        username: 'bench{n}',
        name: 'Bench',
        email: 'bench{n}@example.com',
        password: 'Kq7mZt2w-11',
        skip_confirmation: true,
      },
      { below: '/api/v4/', token: ROOT },
    ),
    comeAndGone(
      'a branch',
      'repository/branches',
      'name',
      { branch: 'bench{n}', ref: 'main' },
      { peerPath: 'branches' },
    ),
    load('PUT a merge request', write, { peer: { calls: peerWrite, writes: [] } }),
    load('PUT an issue', changes(`${project}/issues`, FIRST_IID), {
      peer: { calls: patched(changes('/issues', 1)), writes: [] },
    }),
    load('PUT a milestone, the same', [changed(`${project}/milestones/${MILESTONE}`)], {
      peer: { calls: patched([changed(`/milestones/${MILESTONE}`)]), writes: [] },
    }),
    load('PUT a project, the same', [changed(project, 'description')], {
      peer: { calls: patched([changed('/projects/1', 'description')]), writes: [] },
    }),
    load('GET a tree', [get(`${project}/repository/tree?recursive=true`)]),
    load('GET a file', [get(`${project}/repository/files/README.md/raw?ref=main`)]),
    load('GET a blob', [get(`${project}/repository/blobs/${blob}`)]),
    load('GET a comparison', [get(`${project}/repository/compare?from=v1.3.0&to=v1.4.0`)]),
    load('GET an archive (tar.gz)', [get(`${project}/repository/archive.tar.gz`)]),
  ]
}
