import { expect, test } from 'vitest'
import { utf8 } from '../../lib/bytes.ts'
import type { OutboundCall, RemoteReply } from '../../lib/outbound.ts'
import type { SimulatorOptions } from '../../simulator/options.ts'
import { callsOf, testSimulator } from '../../testing/calls.ts'

// A host at an address of its own, whose repository is one of a simulator; what it lists is what a test says.

const at = '2023-05-01T09:00:00Z'
const later = '2023-05-09T09:00:00Z'
const api = '/api/v3/repos/somebody/dotfiles'
const repo = {
  ...{
    id: 7,
    name: 'dotfiles',
    full_name: 'somebody/dotfiles',
    private: false,
    description: 'From afar',
    size: 3,
  },
  ...{ default_branch: 'main', created_at: at, clone_url: 'http://127.0.0.1:9/alice/dotfiles.git' },
}
const origin = testSimulator()
const head = callsOf(origin, 'alice').get('/projects/alice%2Fdotfiles/repository/commits/main').json
const base = head.parent_ids[0] as string

/** What the host answers: rows, an object, a page that names the next one, or a refusal. */
interface Listed {
  readonly [path: string]: readonly unknown[] | { readonly [name: string]: unknown }
}

async function imported(
  lists: Listed,
  optional_stages: { readonly [stage: string]: boolean } = {},
  more: SimulatorOptions = {},
) {
  const git = origin.fork()
  const moment = git.snapshot()
  const project = moment.world.projects.find('byFullPath', 'alice/dotfiles')
  const name = 'refs/pull/12/head'
  moment.world.gitRefs.put({ id: `${project?.id}:${name}`, projectId: project?.id ?? 0, name, sha: head.id })
  git.restore(moment)
  const remoteHost = ({ method, url, body }: OutboundCall): RemoteReply => {
    const path = url
      .replace('http://127.0.0.1:9', '')
      .replace(/\?(?!page=|affiliation=outside).*$/, '')
      .replace(/&per_page.*$/, '')
    if (/\/(?:assets|files)\//.test(path))
      return { reached: true, status: 200, headers: {}, body: utf8('A picture') }
    if (path.includes('.git/')) {
      const request = { method, url: url.replace('http://127.0.0.1:9', ''), headers: {} }
      const reply = git.handle(body === undefined ? request : { ...request, body })
      return { reached: true, status: reply.status, headers: {}, body: reply.body as Uint8Array }
    }
    const empty = ['labels', 'milestones', 'issues', 'issues/comments', 'pulls', 'pulls/comments']
    const known: { readonly [path: string]: unknown } = {
      '/api/v3/repositories/7': repo,
      '/api/v3/users/m': { login: 'm', email: 'mallory@example.com' },
      ...Object.fromEntries(empty.map((list) => [`${api}/${list}`, []])),
      ...Object.fromEntries(Object.entries(lists).map(([list, rows]) => [`${api}/${list}`, rows])),
    }
    const found = known[path] as Listed[string] & { link?: string; rows?: unknown; status?: number }
    const { link, rows = found, status = found ? 200 : 404 } = found ?? {}
    return {
      ...{ reached: true, status, headers: link === undefined ? {} : { link } },
      body: utf8(JSON.stringify(rows ?? {})),
    }
  }
  const sim = testSimulator({ remoteHost, ...more })
  const alice = callsOf(sim, 'alice')
  const wish = {
    personal_access_token: 't',
    repo_id: 7,
    target_namespace: 'acme',
    // From 16.5 to 17.1 the address is that of the API (external-import#later-host-of-api).
    extgit_hostname: `http://127.0.0.1:9${more.release === '16.11' ? '/api/v3' : ''}`,
    optional_stages,
  }
  const { status, json } = alice.post('/import/extgit', wish)
  expect(status).toBe(201)
  for (let i = 0; i < 2; i++) {
    sim.clock.advance('5s')
    await sim.settled()
  }
  const project1 = `/projects/${json.id}`
  return {
    import: alice.get(`${project1}/import`).json,
    read: (path: string) => alice.get(`${project1}/${path}`).json,
  }
}

const issue = { number: 3, title: 'It breaks', body: 'Often.', state: 'open', created_at: at, labels: [] }
const pull = {
  ...{
    number: 12,
    title: 'Repair',
    body: 'At last',
    state: 'open',
    created_at: at,
    labels: [],
    merged_at: null,
  },
  head: { ref: 'main', sha: head.id, repo: { id: 7, owner: { login: 'somebody' } } },
  base: { ref: 'old', sha: base, repo: { id: 7 } },
}

function sorted(rows: readonly { readonly iid: number }[]) {
  return [...rows].sort((a, b) => a.iid - b.iid)
}

test('labels and milestones that only an issue names come with it', async () => {
  const { import: ended, read } = await imported({
    issues: [
      {
        ...issue,
        labels: [{ name: 'rare', color: 'ff0000' }],
        milestone: { number: 2, title: '9.0', state: 'open' },
      },
    ],
  })
  expect(ended).toMatchObject({ import_status: 'finished', failed_relations: [] })
  expect(read('issues')).toMatchObject([{ iid: 3, labels: ['rare'], milestone: { title: '9.0' } }])
})

test('what makes no sense is passed over and told, and the rest is imported', async () => {
  const { import: ended, read } = await imported({
    issues: [issue, { ...issue, title: 'Twice' }, { ...issue, number: 4, created_at: 'on Tuesday' }],
    labels: [{ name: 'odd', color: 'no color' }],
  })
  expect(ended).toMatchObject({
    import_status: 'finished',
    stats: { fetched: { issue: 3 }, imported: { issue: 1 } },
  })
  const told = ended.failed_relations.map((it: { [key: string]: unknown }) => [
    it.relation_name,
    it.line_number,
  ])
  expect(told.sort()).toEqual([
    ['issues', 1],
    ['issues', 2],
    ['labels', 0],
  ])
  expect(read('issues')).toMatchObject([{ iid: 3, title: 'It breaks' }])
})

test('pull requests keep their numbers, times and states when their branches are gone', async () => {
  const gone = { ref: 'topic', sha: head.id, repo: null, user: { login: 'someone' } }
  const { import: ended, read } = await imported({
    pulls: [
      { ...pull, state: 'closed', merged_at: later, closed_at: later, head: { ...pull.head, ref: 'gone' } },
      { ...pull, number: 14, state: 'closed', closed_at: later, head: gone },
    ],
  })
  expect(ended).toMatchObject({ import_status: 'finished', failed_relations: [] })
  const day = (text: string) => new Date(text).toISOString()
  expect(sorted(read('merge_requests'))).toMatchObject([
    {
      iid: 12,
      state: 'merged',
      source_branch: 'gone',
      created_at: day(at),
      merged_at: day(later),
      merged_by: null,
      sha: head.id,
    },
    { iid: 14, state: 'closed', source_branch: 'github/fork/someone/topic', closed_at: day(later) },
  ])
  expect(read('merge_requests/12/versions')).toMatchObject([
    { head_commit_sha: head.id, base_commit_sha: base },
  ])
})

test('comments on lines stay on their lines, and answers in their threads', async () => {
  const on = { pull_request_url: `http://127.0.0.1:9${api}/pulls/12`, created_at: at, commit_id: head.id }
  const [changed] = callsOf(origin, 'alice').get(
    `/projects/alice%2Fdotfiles/repository/commits/${head.id}/diff`,
  ).json
  const line = { ...on, path: changed.new_path, line: 1, side: 'RIGHT', original_line: 1 }
  const { import: ended, read } = await imported({
    pulls: [pull],
    'pulls/comments': [
      { ...line, id: 1, body: 'Why?' },
      { ...line, id: 2, in_reply_to_id: 1, body: 'Because.' },
    ],
    'issues/comments': [{ issue_url: `http://127.0.0.1:9${api}/issues/12`, body: 'Fine', created_at: at }],
    'pulls/12/reviews': [
      { id: 1, state: 'APPROVED', body: '', submitted_at: later },
      { id: 2, state: 'CHANGES_REQUESTED', body: 'Not yet', submitted_at: later },
      { id: 3, state: 'COMMENTED', body: '', submitted_at: later },
    ],
  })
  expect(ended.failed_relations).toEqual([])
  expect(ended.stats.imported).toMatchObject({
    diff_note: 2,
    note: 1,
    pull_request: 1,
    pull_request_review: 3,
  })
  const threads = read('merge_requests/12/discussions') as {
    readonly notes: readonly { readonly body: string }[]
  }[]
  expect(threads.map(({ notes }) => notes.map(({ body }) => body)).sort()).toEqual([
    ['**Review:** Approved'],
    ['**Review:** Changes requested\n\nNot yet'],
    ['Fine'],
    ['Why?', 'Because.'],
  ])
  const [first] = threads.flatMap(({ notes }) => notes).filter(({ body }) => body === 'Why?')
  expect(first).toMatchObject({ type: 'DiffNote', position: { new_path: changed.new_path, new_line: 1 } })
})

test('releases come with their tags', async () => {
  const [tag] = callsOf(origin, 'alice').get('/projects/alice%2Fdotfiles/repository/tags').json
  const release = { name: 'One', body: 'All of it', draft: false, created_at: at, published_at: later }
  const { read } = await imported({
    releases: [
      { ...release, tag_name: tag?.name ?? 'v1' },
      { ...release, tag_name: 'v2', draft: true },
    ],
  })
  expect(read('releases')).toMatchObject([{ name: 'One', description: 'All of it' }])
})

test('who merged is told in a comment, as nobody here did', async () => {
  const merged = { ...pull, state: 'closed', merged_at: later, closed_at: later }
  const { read } = await imported({
    pulls: [merged, { ...merged, number: 13 }],
    'pulls/12': { ...merged, merged_by: { login: 'someone' } },
  })
  const notes = (number: number) =>
    read(`merge_requests/${number}/notes`).map((note: { body: string }) => note.body)
  expect(notes(12)).toEqual(['*Merged by: someone at 2023-05-09 09:00:00 UTC*'])
  expect(notes(13)).toEqual(['*Merged by: ghost at 2023-05-09 09:00:00 UTC*'])
})

test('pages are followed on the host that was named, and not in a circle', async () => {
  const page = (n: number, to: number) => ({
    rows: [{ ...issue, number: n }],
    link: `<http://elsewhere.example${api}/issues?page=${to}>; rel="next", <x>; rel="last"`,
  })
  const two = { 'issues?page=2': { rows: [{ ...issue, number: 2 }] } }
  const { import: ended, read } = await imported({ issues: page(1, 2), ...two })
  expect(ended).toMatchObject({ import_status: 'finished' })
  expect(sorted(read('issues'))).toMatchObject([{ iid: 1 }, { iid: 2 }])
  const { import: circled } = await imported({ issues: page(1, 2), 'issues?page=2': page(2, 2) })
  expect(circled).toMatchObject({ import_status: 'failed' })
  expect(circled.import_error).toContain('the list leads back to')
})

test('a host without issues has the rest imported, and a comment on a file is in its thread', async () => {
  const on = { pull_request_url: `http://127.0.0.1:9${api}/pulls/12`, created_at: at, path: 'README.md' }
  const { import: ended, read } = await imported({
    issues: { status: 410 },
    pulls: [pull],
    'pulls/comments': [{ ...on, id: 1, line: null, original_line: null, body: 'All of it?' }],
  })
  expect(ended).toMatchObject({ import_status: 'finished', failed_relations: [] })
  expect(read('merge_requests/12/notes')).toMatchObject([{ body: 'All of it?', type: 'DiscussionNote' }])
})

test('a host that contradicts itself ends the import with its error', async () => {
  const { import: ended } = await imported({ issues: { message: 'odd' } })
  expect(ended).toMatchObject({ import_status: 'failed' })
  expect(ended.import_error).toContain('the answer is no list')
})

test('texts say who wrote them, and nothing of authors that the host does not name', async () => {
  const user = { login: 'someone' }
  const on = { pull_request_url: `http://127.0.0.1:9${api}/pulls/12`, created_at: at, commit_id: head.id }
  const line = { ...on, path: 'README.md', line: 1, side: 'RIGHT', original_line: 1 }
  const { read } = await imported({
    issues: [
      { ...issue, user },
      { ...issue, number: 4, body: null, user },
      { ...issue, number: 5, user: null },
    ],
    pulls: [{ ...pull, user }],
    'pulls/comments': [{ ...line, id: 1, body: 'Why?', user }],
    'issues/comments': [{ issue_url: `http://127.0.0.1:9${api}/issues/3`, body: 'So', created_at: at, user }],
    'pulls/12/reviews': [{ id: 1, state: 'APPROVED', body: '', submitted_at: later, user }],
  })
  const by = '*Created by: someone*\n\n'
  const texts = (path: string, key: string) => sorted(read(path)).map((row) => (row as never)[key] as unknown)
  expect(texts('issues', 'description')).toEqual([`${by}Often.`, by, 'Often.'])
  expect(texts('merge_requests', 'description')).toEqual([`${by}At last`])
  expect(read('issues/3/notes').map((note: { body: string }) => note.body)).toEqual([`${by}So`])
  const notes = read('merge_requests/12/notes').map((note: { body: string }) => note.body)
  expect(notes.sort()).toEqual([`${by}**Review:** Approved`, `${by}Why?`])
})

const events = [
  { event: 'labeled', created_at: at, label: { name: 'rare' } },
  { event: 'labeled', created_at: at, label: { name: 'gone' } },
  { event: 'unlabeled', created_at: later, label: { name: 'rare' } },
  { event: 'milestoned', created_at: at, milestone: { title: '9.0' } },
  { event: 'demilestoned', created_at: at, milestone: { title: 'gone' } },
  { event: 'closed', created_at: at },
  { event: 'reopened', created_at: later },
  { event: 'renamed', created_at: later, rename: { from: 'One', to: 'It breaks' } },
  { event: 'cross-referenced', created_at: later, source: { issue: { number: 12, pull_request: {} } } },
  { event: 'cross-referenced', created_at: later, source: { issue: { number: 99 } } },
  { event: 'assigned', created_at: later, assignee: { login: 'someone' } },
  { event: 'subscribed', created_at: later },
]
const eventful = {
  labels: [{ name: 'rare', color: 'ff0000' }],
  milestones: [{ number: 2, title: '9.0', state: 'open' }],
  issues: [issue],
  pulls: [pull],
  'issues/3/timeline': events,
  'issues/12/timeline': [{ event: 'review_requested', created_at: later }],
}

test('events come where they are wished', async () => {
  const { import: ended, read } = await imported(eventful, { single_endpoint_issue_events_import: true })
  expect(ended).toMatchObject({ failed_relations: [], stats: { imported: { issue_event: 12 } } })
  const told = (kind: string, ...keys: string[]) =>
    (read(`issues/3/resource_${kind}_events`) as { [key: string]: { [key: string]: unknown } }[]).map((row) =>
      keys.map((key) => row[key]?.name ?? row[key]?.title ?? row[key]),
    )
  expect(told('label', 'action', 'label')).toEqual([
    ['add', 'rare'],
    ['add', null],
    ['remove', 'rare'],
  ])
  expect(told('milestone', 'action', 'milestone')).toEqual([['add', '9.0']])
  expect(told('state', 'state')).toEqual([['closed'], ['reopened']])
  const notes = (path: string) =>
    read(`${path}/notes`).map((it: { body: string; system: boolean }) => [it.system, it.body])
  expect(notes('issues/3').sort()).toEqual([
    [true, 'assigned to @alice'],
    [true, 'changed title from **One** to **It breaks**'],
    [true, 'mentioned in !12'],
  ])
  expect(notes('merge_requests/12')).toEqual([[true, 'requested review from @alice']])
})

test('nobody asks for events that are not wished', async () => {
  const { import: ended, read } = await imported(eventful)
  expect(ended.stats.imported).not.toHaveProperty('issue_event')
  expect(read('issues/3/resource_label_events')).toEqual([])
  expect(read('issues/3/notes')).toEqual([])
})

test('comments can be asked for one by one', async () => {
  const comments = {
    issues: [issue],
    pulls: [pull],
    'issues/comments': [{ issue_url: `http://127.0.0.1:9${api}/issues/3`, body: 'All', created_at: at }],
    'issues/3/comments': [
      { body: 'All', created_at: at },
      { body: 'And one more', created_at: at },
    ],
    'pulls/12/comments': [{ id: 1, body: 'Here', path: 'README.md', created_at: at }],
  }
  const [usual, thorough] = [
    await imported(comments),
    await imported(comments, { single_endpoint_notes_import: true }),
  ]
  expect(usual.import.stats.imported).toMatchObject({ note: 1 })
  expect(thorough.import.stats.imported).toMatchObject({ note: 2, diff_note: 1 })
  expect(thorough.read('issues/3/notes')).toHaveLength(2)
  expect(thorough.read('merge_requests/12/notes')).toHaveLength(1)
})

test('attachments become uploads, and links to files of the repository lead to those here', async () => {
  const host = 'http://127.0.0.1:9'
  const body = [
    `![cat](${host}/somebody/dotfiles/assets/1/cat.png)`,
    `[paper](${host}/somebody/dotfiles/files/2/paper.pdf)`,
    `[code](${host}/somebody/dotfiles/blob/main/notes.md)`,
    `[other](${host}/other/repo/files/3/other.pdf)`,
    '![far](https://user-images.githubusercontent.com/1/far.png)',
  ].join('\n')
  const lists = {
    issues: [{ ...issue, body }],
    releases: [{ tag_name: 'v1', body: `<img alt="x" src="${host}/user-attachments/assets/9">` }],
  }
  const { import: ended, read } = await imported(lists, { attachments_import: true })
  expect(ended.failed_relations).toMatchObject([
    {
      exception_message:
        'Error downloading file from https://user-images.githubusercontent.com/1/far.png. Error code: 404',
    },
  ])
  const [{ description }] = read('issues')
  expect(description).toMatch(/!\[cat\]\(\/uploads\/[0-9a-f]{32}\/cat\.png\)/)
  expect(description).toMatch(/\[paper\]\(\/uploads\/[0-9a-f]{32}\/paper\.pdf\)/)
  expect(description).toMatch(/\[code\]\(http:\/\/[^/]+\/acme\/dotfiles\/-\/blob\/main\/notes\.md\)/)
  expect(description).toContain(`[other](${host}/other/repo/files/3/other.pdf)`)
  expect(ended.stats.imported).toMatchObject({ issue_attachment: 1, release_attachment: 1 })
  const usual = await imported(lists)
  expect(usual.read('issues')).toMatchObject([{ description: body }])
})

test('collaborators with an account here become members, outside ones do not', async () => {
  const someone = (id: number, login: string, role_name: string) => ({ id, login, role_name })
  const collaborators = [
    someone(1, 'm', 'write'),
    someone(2, 'outsider', 'write'),
    someone(3, 'unknown', 'read'),
    someone(4, 'odd', 'king'),
  ]
  const lists = { collaborators, 'collaborators?affiliation=outside': [collaborators[1]] }
  const stages = { collaborators_import: true }
  const at16 = { dialect: 'real', release: '16.11' } as const
  const { import: ended, read } = await imported(lists, stages, at16)
  expect(ended.stats.imported).toMatchObject({ collaborator: 1 })
  expect(ended.failed_relations).toMatchObject([{ relation_name: 'collaborators' }])
  const member = { username: 'mallory', access_level: 30 }
  expect(read('members')).toEqual(expect.arrayContaining([expect.objectContaining(member)]))
  // From 17.8 on they are placeholders until somebody accepts.
  const later = await imported(lists, stages, { dialect: 'real', release: '17.11' })
  expect(later.read('members')).not.toEqual(expect.arrayContaining([expect.objectContaining(member)]))
})

test('reviews of more pull requests than are asked for are told as missing', async () => {
  const unknown = { ...pull.head, sha: 'f'.repeat(40) }
  const many = Array.from({ length: 402 }, (_, i) => ({
    ...pull,
    number: i + 1,
    state: 'closed',
    head: unknown,
  }))
  const { import: ended } = await imported({ pulls: many })
  expect(ended).toMatchObject({
    import_status: 'finished',
    failed_relations: [
      {
        relation_name: 'pull_request_reviews',
        exception_message: 'Reviews of 2 pull requests were not asked for',
      },
    ],
    stats: { imported: { pull_request: 402 } },
  })
})
