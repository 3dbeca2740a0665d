import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callsOf } from '../testing/calls.ts'
import { type Served, serve } from './testing/served.ts'

let served: Served
beforeAll(async () => {
  served = await serve()
  await served.read('.', 'clone', '-q', served.address('acme/webapp.git', 'carol-token'), 'work')
})
afterAll(() => served.close())

const carol = () => callsOf(served.simulator, 'carol')
const as = (token: string) => served.address('acme/webapp.git', token)

async function commitOn(branch: string, from = 'origin/main'): Promise<string> {
  await served.read('work', 'checkout', '-q', '-B', branch, from)
  writeFileSync(join(served.folder, 'work', 'new.txt'), `${branch} from ${from}\n`)
  await served.read('work', 'add', '.')
  await served.read('work', 'commit', '-q', '-m', `Change ${branch}`)
  return served.read('work', 'rev-parse', 'HEAD')
}

test('a developer pushes a branch, is told where to propose it, and proposes it', async () => {
  const id = await commitOn('proposal')
  const { ok, said } = await served.git('work', 'push', 'origin', 'proposal')
  const link = `${served.server.url}/acme/webapp/-/merge_requests/new?merge_request%5Bsource_branch%5D=proposal`
  expect(ok).toBe(true)
  expect(said).toContain(`remote: To create a merge request for proposal, visit:\nremote:   ${link}\n`)
  const opened = carol().post('/projects/1/merge_requests', {
    source_branch: 'proposal',
    target_branch: 'main',
    title: 'Proposal',
  })
  expect([opened.status, opened.json.sha]).toEqual([201, id])
  const next = await commitOn('proposal', 'proposal')
  const again = await served.git('work', 'push', 'origin', 'proposal')
  const { iid } = opened.json
  expect(again.said).toContain(
    `View merge request for proposal:\nremote:   ${served.server.url}/acme/webapp/-/merge_requests/${iid}\n`,
  )
  expect(carol().get(`/projects/1/merge_requests/${iid}`).json.sha).toBe(next)
})

test('a protected branch takes neither pushes of developers nor force', async () => {
  const before = carol().get('/projects/1/repository/branches/main').json.commit.id
  await commitOn('main')
  const developer = await served.git('work', 'push', 'origin', 'main')
  expect(developer.said).toContain(
    'remote: GitLab: You are not allowed to push code to protected branches on this project.\n',
  )
  expect(developer.said).toContain('! [remote rejected] main -> main (pre-receive hook declined)')
  await commitOn('main', 'origin/main~1')
  const forced = await served.git('work', 'push', '-f', as('alice-token'), 'main')
  expect(forced.said).toContain(
    'You are not allowed to force push code to a protected branch on this project.',
  )
  const deleted = await served.git('work', 'push', as('alice-token'), ':main')
  expect(deleted.said).toContain('The default branch of a project cannot be deleted.')
  expect(carol().get('/projects/1/repository/branches/main').json.commit.id).toBe(before)
})

test('one refused branch declines the whole push', async () => {
  await commitOn('bystander')
  const { said } = await served.git('work', 'push', 'origin', 'bystander', 'bystander:main')
  expect(said.match(/pre-receive hook declined/g)).toHaveLength(2)
  expect(carol().get('/projects/1/repository/branches/bystander').status).toBe(404)
})

test('a maintainer pushes to a protected branch', async () => {
  const id = await commitOn('main')
  const { ok } = await served.git('work', 'push', as('bob-token'), 'main')
  expect([ok, carol().get('/projects/1/repository/branches/main').json.commit.id]).toEqual([true, id])
  await served.read('work', 'fetch', '-q', 'origin')
})

test('an unprotected branch can be forced and deleted', async () => {
  await commitOn('passing')
  await served.read('work', 'push', '-q', 'origin', 'passing')
  const id = await commitOn('passing', 'origin/main~2')
  expect((await served.git('work', 'push', 'origin', 'passing')).said).toContain('[rejected]')
  await served.read('work', 'push', '-q', '-f', 'origin', 'passing')
  expect(carol().get('/projects/1/repository/branches/passing').json.commit.id).toBe(id)
  await served.read('work', 'push', '-q', 'origin', '--delete', 'passing')
  expect(carol().get('/projects/1/repository/branches/passing').status).toBe(404)
})

test('tags are pushed and deleted, unless they are protected', async () => {
  await served.read('work', 'tag', '-a', '-m', 'A nightly build', 'nightly', 'origin/main')
  await served.read('work', 'push', '-q', 'origin', 'nightly')
  expect(carol().get('/projects/1/repository/tags/nightly').json.message).toBe('A nightly build')
  await served.read('work', 'push', '-q', 'origin', ':nightly')
  expect(carol().get('/projects/1/repository/tags/nightly').status).toBe(404)
  const protectedTags = [...served.simulator.world.protectedTags.by('byProject', 1).ascending()]
  expect(protectedTags.map(({ name }) => name)).toContain('v*')
  await served.read('work', 'tag', 'v9.9.9', 'origin/main')
  const refused = await served.git('work', 'push', 'origin', 'v9.9.9')
  expect(refused.said).toContain('You are not allowed to create this tag as it is protected.')
  const moved = await served.git('work', 'push', '-f', as('alice-token'), 'v9.9.9:refs/tags/v1.0.0')
  expect(moved.said).toContain('Protected tags cannot be updated.')
})

test('tags that are protected through the API are protected from pushes', async () => {
  const bob = callsOf(served.simulator, 'bob')
  const protect = (name: string, create_access_level: number) =>
    bob.post('/projects/1/protected_tags', { name, create_access_level }).status
  expect([protect('candidate-*', 30), protect('frozen/*', 0)]).toEqual([201, 201])
  for (const tag of ['candidate-1', 'frozen/1']) await served.read('work', 'tag', tag, 'origin/main')
  expect((await served.git('work', 'push', 'origin', 'candidate-1')).ok).toBe(true)
  const refused = await served.git('work', 'push', as('bob-token'), 'frozen/1')
  expect(refused.said).toContain('You are not allowed to create this tag as it is protected.')
  expect(bob.delete('/projects/1/protected_tags/frozen%2F*').status).toBe(204)
  expect((await served.git('work', 'push', as('bob-token'), 'frozen/1')).ok).toBe(true)
})

test('a push from a shallow clone builds on what is here', async () => {
  await served.read('.', 'clone', '-q', '--depth', '1', as('carol-token'), 'shallow')
  await served.read('shallow', 'checkout', '-q', '-b', 'from-shallow')
  await served.read('shallow', 'commit', '-q', '--allow-empty', '-m', 'Nothing')
  await served.read('shallow', 'push', '-q', 'origin', 'from-shallow')
  expect(carol().get('/projects/1/repository/branches/from-shallow').status).toBe(200)
})

test('a large push comes in pieces', async () => {
  await commitOn('large')
  const noise = Buffer.alloc(3_000_000)
  for (let i = 0, state = 1; i < noise.length; i++) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    noise[i] = state >>> 24
  }
  writeFileSync(join(served.folder, 'work', 'noise.bin'), noise)
  await served.read('work', 'add', '.')
  await served.read('work', 'commit', '-q', '-m', 'Add noise')
  await served.read('work', 'push', '-q', 'origin', 'large')
  const file = carol().get('/projects/1/repository/files/noise.bin?ref=large')
  expect([file.status, file.json.size]).toEqual([200, noise.length])
})

test('the first push to an empty repository makes its default branch, protected', async () => {
  await served.read('.', 'clone', '-q', served.address('acme/empty.git', 'alice-token'), 'empty')
  await served.read('empty', 'commit', '-q', '--allow-empty', '-m', 'Start')
  const early = await served.git(
    'empty',
    'push',
    served.address('acme/empty.git', 'carol-token'),
    'HEAD:refs/heads/trunk',
  )
  expect(early.said).toContain('You are not allowed to push code to protected branches on this project.')
  await served.read('empty', 'push', '-q', 'origin', 'HEAD:refs/heads/trunk')
  const project = callsOf(served.simulator, 'alice').get('/projects/acme%2Fempty').json
  expect([project.default_branch, project.empty_repo]).toEqual(['trunk', false])
  const branch = carol().get('/projects/acme%2Fempty/repository/branches/trunk').json
  expect([branch.protected, branch.commit.title]).toEqual([true, 'Start'])
})
