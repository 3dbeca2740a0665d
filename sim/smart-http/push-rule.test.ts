import { expect, test } from 'vitest'
import { type GitObject, memoryObjects } from '../git/objects.ts'
import { encodePack } from '../git/pack/pack.ts'
import { FLUSH, pktLine } from '../git/pack/pkt-line.ts'
import { treeFrom } from '../git/tree.ts'
import { binary, concatAll } from '../lib/bytes.ts'
import { perTest } from '../testing/per-test.ts'

const here = perTest()
const { as } = here
const address = 'carol@example.com'
const NONE = '0'.repeat(40)

function rule(values: object): void {
  expect(as('alice').post('/projects/1/push_rule', values).status).toBe(201)
}

/** What a client of git is told that moves a reference; nothing when that was done. */
function sent(
  ref: string,
  old: string,
  id: string,
  pack: Uint8Array = new Uint8Array(),
  user = 'carol',
): string {
  const { status, body } = here.sim.handle({
    method: 'POST',
    url: '/acme/webapp.git/git-receive-pack',
    headers: { authorization: `Basic ${btoa(`any:${user}-token`)}` },
    body: concatAll([pktLine(`${old} ${id} ${ref}\0report-status side-band-64k`), FLUSH, pack]),
  })
  expect(status).toBe(200)
  const said = typeof body === 'string' ? body : binary(body ?? new Uint8Array())
  return said.includes(`ok ${ref}`) ? '' : (/GitLab: (.*)/.exec(said)?.[1]?.trim() ?? said)
}

const idOf = (ref: string) => as('carol').get(`/projects/1/repository/commits/${ref}`).json.id as string

/** Pushes a commit on a new branch, and tells what was said; nothing when it was taken. */
function pushed({
  branch = 'topic',
  message = 'Change',
  path = 'new.txt',
  size = 5,
  email = address,
  by = 'carol',
}: {
  readonly branch?: string
  readonly message?: string
  readonly path?: string
  readonly size?: number
  readonly email?: string
  readonly by?: string
} = {}): string {
  const objects = memoryObjects()
  const ids: string[] = []
  const put = (object: GitObject) => {
    const id = objects.put(object)
    ids.push(id)
    return id
  }
  const blob = new Uint8Array(size).fill(120)
  const tree = treeFrom({ ...objects, put }, [[path, { mode: '100644', blob }]])
  const committer = { name: 'Carol', email: address, at: 1_700_000_000_000, offset: 0 }
  const author = { ...committer, email }
  const id = put({
    type: 'commit',
    tree,
    parents: [idOf('main')],
    author,
    committer,
    message: `${message}\n`,
  })
  const said = sent(`refs/heads/${branch}`, NONE, id, encodePack(objects, ids), by)
  const shown = as('carol').get(`/projects/1/repository/branches/${encodeURIComponent(branch)}`)
  expect(shown.status).toBe(said === '' ? 200 : 404)
  return said
}

test('without a rule a push is as it likes', () => {
  expect(pushed({ message: 'anything', email: 'nobody@elsewhere.example' })).toBe('')
})

test('a file that somebody else has locked is not pushed', () => {
  const lock = (user: string) =>
    here.sim.handle({
      method: 'POST',
      url: '/acme/webapp.git/info/lfs/locks',
      headers: {
        authorization: `Basic ${btoa(`${user}:${user}-token`)}`,
        'content-type': 'application/vnd.git-lfs+json',
      },
      body: JSON.stringify({ path: 'new.txt' }),
    })
  expect(lock('bob').status).toBe(201)
  expect(pushed()).toMatch(/^The path 'new.txt' is locked in Git LFS by Bob /)
  expect(pushed({ path: 'other.txt' })).toBe('')
})

test.each([
  [
    { commit_message_regex: '^ABC-\\d+' },
    {},
    "Commit message does not follow the pattern '^ABC-\\d+'",
    { message: 'ABC-1: x' },
  ],
  [
    { commit_message_negative_regex: 'WIP' },
    { message: 'Go\n\nWIP' },
    "Commit message contains the forbidden pattern 'WIP'",
    {},
  ],
  [
    { branch_name_regex: '^(topic|feature)/' },
    {},
    "Branch name does not follow the pattern '^(topic|feature)/'",
    { branch: 'feature/a' },
  ],
  [
    { author_email_regex: '@example\\.com$' },
    { email: 'c@other.example' },
    "Author's email 'c@other.example' does not follow the pattern '@example\\.com$'",
    {},
  ],
  [
    { member_check: true },
    { email: 'c@other.example' },
    "Author 'c@other.example' is not a member of team",
    {},
  ],
  [
    { reject_non_dco_commits: true },
    {},
    'Commit message must contain a DCO signoff',
    { message: 'Go\n\nSigned-off-by: C <c@x.y>' },
  ],
  [
    { file_name_regex: '\\.exe$' },
    { path: 'bin/a.exe' },
    'File name bin/a.exe was prohibited by the pattern "\\\\.exe$".',
    {},
  ],
  [
    { prevent_secrets: true },
    { path: 'home/id_rsa' },
    'File name home/id_rsa was prohibited by the pattern "id_rsa$".',
    {},
  ],
  [
    { max_file_size: 1 },
    { size: 1024 * 1024 + 1 },
    'File "new.txt" is larger than the allowed size of 1 MB. Use Git LFS to manage this file.',
    { size: 1024 * 1024 },
  ],
] as const)('%j declines what does not keep to it', (values, wrong, said, right) => {
  rule(values)
  expect(pushed(wrong)).toBe(said)
  expect(pushed(right)).toBe('')
})

test('only commits that are new have to keep to it, and only on a plan that has such rules', () => {
  rule({ commit_message_regex: '^ABC' })
  expect(sent('refs/heads/old', NONE, idOf('main'))).toBe('')
  expect(as('carol').get('/projects/1/repository/branches/old').status).toBe(200)
  here.sim.world.instance.update(1, { tier: 'free' })
  expect(pushed()).toBe('')
})

test('commits of somebody else are declined', () => {
  rule({ commit_committer_check: true })
  expect(pushed()).toBe('')
  expect(pushed({ branch: 'other', message: 'Other', by: 'bob' })).toBe(
    `You cannot push commits for '${address}'. You can only push commits that were committed with one of your own verified emails.`,
  )
})

test('unsigned commits are declined, and tags stay', () => {
  rule({ reject_unsigned_commits: true, deny_delete_tag: true })
  expect(pushed()).toBe('Commit must be signed with a GPG key')
  const tag = as('alice').post('/projects/1/repository/tags', { tag_name: 'loose', ref: 'main' })
  expect(tag.status).toBe(201)
  expect(sent('refs/tags/loose', tag.json.target, NONE, undefined, 'alice')).toBe('You cannot delete a tag')
})

test('what is committed through the API has to keep to it as well, and changes nothing otherwise', () => {
  rule({ commit_message_regex: '^ABC', branch_name_regex: '^topic', file_name_regex: 'exe$' })
  const carol = as('carol')
  const commit = (branch: string, commit_message: string, file_path = 'a.txt') => {
    const actions = [{ action: 'create', file_path, content: 'x' }]
    const values = { branch, start_branch: 'main', commit_message, actions }
    const { status, json } = carol.post('/projects/1/repository/commits', values)
    return status === 201 ? 'made' : [status, json.message]
  }
  expect(commit('topic1', 'Go')).toEqual([400, "Commit message does not follow the pattern '^ABC'"])
  expect(carol.get('/projects/1/repository/branches/topic1').status).toBe(404)
  expect(commit('other', 'ABC')).toEqual([400, "Branch name does not follow the pattern '^topic'"])
  expect(commit('topic1', 'ABC', 'a.exe')).toEqual([
    400,
    'File name a.exe was prohibited by the pattern "exe$".',
  ])
  expect(commit('topic1', 'ABC')).toBe('made')
  const branch = carol.post('/projects/1/repository/branches', { branch: 'other', ref: 'main' })
  expect([branch.status, branch.json.message]).toEqual([
    400,
    "Branch name does not follow the pattern '^topic'",
  ])
  const file = carol.put('/projects/1/repository/files/a.txt', {
    branch: 'topic1',
    content: 'y',
    commit_message: 'Go',
  })
  expect(file.status).toBe(400)
})
