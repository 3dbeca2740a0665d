import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Snapshot } from '../index.ts'
import { callsOf } from '../testing/calls.ts'
import { type Served, serve } from './testing/served.ts'

let served: Served
let begin: Snapshot
beforeAll(async () => {
  served = await serve()
  await served.read('.', 'clone', '-q', served.address('acme/webapp.git', 'carol-token'), 'work')
  begin = served.simulator.snapshot()
})
beforeEach(() => served.simulator.restore(begin))
afterAll(() => served.close())

const as = (user: string) => callsOf(served.simulator, user)
const address = 'carol@example.com'

function rule(values: object): void {
  expect(as('alice').post('/projects/1/push_rule', values).status).toBe(201)
}

/** Pushes a commit on a new branch, and tells what was said; nothing when it was taken. */
async function pushed({
  branch = 'topic',
  message = 'Change',
  path = 'new.txt',
  size = 5,
  email = address,
}: {
  readonly branch?: string
  readonly message?: string
  readonly path?: string
  readonly size?: number
  readonly email?: string
} = {}): Promise<string> {
  await served.read('work', 'checkout', '-q', '-B', branch, 'origin/main')
  mkdirSync(join(served.folder, 'work', path, '..'), { recursive: true })
  writeFileSync(join(served.folder, 'work', path), 'x'.repeat(size))
  await served.read('work', 'add', '-A')
  const author = `--author=Carol <${email}>`
  await served.read('work', 'commit', '-q', author, '-m', message)
  const { ok, said } = await served.git('work', 'push', '-f', 'origin', branch)
  expect(as('carol').get(`/projects/1/repository/branches/${encodeURIComponent(branch)}`).status).toBe(
    ok ? 200 : 404,
  )
  return ok ? '' : (/remote: GitLab: (.*)/.exec(said)?.[1]?.trim() ?? said)
}

test('without a rule a push is as it likes', async () => {
  expect(await pushed({ message: 'anything', email: 'nobody@elsewhere.example' })).toBe('')
})

test('a file that somebody else has locked is not pushed', async () => {
  const { url } = served.simulator
  const lock = (user: string) =>
    fetch(`${url}/acme/webapp.git/info/lfs/locks`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`${user}:${user}-token`)}`,
        'content-type': 'application/vnd.git-lfs+json',
      },
      body: JSON.stringify({ path: 'new.txt' }),
    })
  expect((await lock('bob')).status).toBe(201)
  expect(await pushed()).toMatch(/^The path 'new.txt' is locked in Git LFS by Bob /)
  expect(await pushed({ path: 'other.txt' })).toBe('')
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
] as const)('%j declines what does not keep to it', async (values, wrong, said, right) => {
  rule(values)
  expect(await pushed(wrong)).toBe(said)
  served.simulator.restore(begin)
  rule(values)
  expect(await pushed(right)).toBe('')
})

test('only commits that are new have to keep to it, and only on a plan that has such rules', async () => {
  rule({ commit_message_regex: '^ABC' })
  await served.read('work', 'push', '-q', 'origin', 'origin/main:refs/heads/old')
  expect(as('carol').get('/projects/1/repository/branches/old').status).toBe(200)
  served.simulator.world.instance.update(1, { tier: 'free' })
  expect(await pushed()).toBe('')
})

test('commits of somebody else are declined', async () => {
  rule({ commit_committer_check: true })
  expect(await pushed()).toBe('')
  served.simulator.restore(begin)
  rule({ commit_committer_check: true })
  const bob = served.address('acme/webapp.git', 'bob-token')
  const { said } = await served.git('work', 'push', bob, 'topic')
  const text = `You cannot push commits for '${address}'. You can only push commits that were committed with one of your own verified emails.`
  expect(said).toContain(`GitLab: ${text}`)
})

test('unsigned commits are declined, and tags stay', async () => {
  rule({ reject_unsigned_commits: true, deny_delete_tag: true })
  expect(await pushed()).toBe('Commit must be signed with a GPG key')
  const alice = served.address('acme/webapp.git', 'alice-token')
  expect(as('alice').post('/projects/1/repository/tags', { tag_name: 'loose', ref: 'main' }).status).toBe(201)
  const { said } = await served.git('work', 'push', alice, ':refs/tags/loose')
  expect(said).toContain('GitLab: You cannot delete a tag\n')
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
