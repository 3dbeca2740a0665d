import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { answerOf, type Outcome, run } from '../testing/run.ts'
import { type Calls, callsOf, servedClient } from '../testing/served.ts'

// A day of somebody who knows git and little else; what the protocol does in detail is tried beside `smart-http/`.

const version = answerOf('git', '--version') ?? 'skipped: there is no git'

describe.skipIf(version.startsWith('skipped'))(`git (${version})`, () => {
  const here = servedClient('git')
  let carol: Calls
  beforeAll(async () => {
    carol = callsOf(here.sim, 'carol')
    // What a person keeps in the credential helper, so that addresses carry no token.
    const { host } = new URL(here.server.url)
    writeFileSync(join(here.place, 'credentials'), `http://carol:carol-token@${host}\n`)
    const identity = '[user]\n  name = Carol Chen\n  email = carol@example.com\n'
    const helper = `[credential]\n  helper = store --file=${join(here.place, 'credentials')}\n`
    writeFileSync(join(here.place, 'config'), `${identity}${helper}[advice]\n  diverging = false\n`)
    await good('.', 'clone', '-q', `${here.server.url}/acme/webapp.git`)
  })

  function git(inside: string, ...words: readonly string[]): Promise<Outcome> {
    const env = { HOME: here.place, GIT_CONFIG_GLOBAL: join(here.place, 'config'), GIT_TERMINAL_PROMPT: '0' }
    return run('git', words, { cwd: join(here.place, inside), env })
  }

  async function good(inside: string, ...words: readonly string[]): Promise<string> {
    const { status, out, err } = await git(inside, ...words)
    if (status !== 0) throw new Error(`git ${words.join(' ')}: ${err}`)
    return out.trim()
  }

  async function commit(file: string, message: string): Promise<string> {
    writeFileSync(join(here.place, 'webapp', file), `${message}\n`)
    await good('webapp', 'add', file)
    await good('webapp', 'commit', '-q', '-m', message)
    return good('webapp', 'rev-parse', 'HEAD')
  }

  test('a clone is what the API shows, and so is a part of it, or all at once', async () => {
    const [newest] = carol.get('/projects/1/repository/commits').json
    expect(await good('webapp', 'rev-parse', 'HEAD')).toBe(newest.id)
    expect(await good('webapp', 'status', '--short')).toBe('')
    const tags = carol.get('/projects/1/repository/tags').json.map(({ name }: { name: string }) => name)
    expect((await good('webapp', 'tag')).split('\n').sort()).toEqual(tags.sort())
    await good(
      '.',
      'clone',
      '-q',
      '--depth=1',
      '--branch=v1.0.0',
      `${here.server.url}/acme/webapp.git`,
      'shallow',
    )
    expect(await good('shallow', 'rev-list', '--count', 'HEAD')).toBe('1')
    await good('shallow', 'fetch', '-q', '--unshallow')
    expect(Number(await good('shallow', 'rev-list', '--count', 'HEAD'))).toBeGreaterThan(10)
    await good('.', 'clone', '-q', '--mirror', `${here.server.url}/acme/webapp.git`, 'mirror.git')
    expect(await good('mirror.git', 'rev-parse', 'refs/heads/main')).toBe(newest.id)
  })

  test('a branch is pushed with a merge request in mind, fetched by another, and amended by force', async () => {
    await good('webapp', 'switch', '-q', '-c', 'till')
    await commit('till.md', 'Add a till')
    const { err } = await git('webapp', 'push', '-u', 'origin', 'till')
    expect(err).toContain('To create a merge request for till, visit:')
    const wish = { source_branch: 'till', target_branch: 'main', title: 'Add a till' }
    const { iid } = carol.post('/projects/1/merge_requests', wish).json
    await good('webapp', 'commit', '-q', '--amend', '-m', 'Add the till')
    const plain = await git('webapp', 'push')
    expect([plain.status, plain.err.includes('[rejected]')]).toEqual([1, true])
    await good('webapp', 'push', '-q', '--force-with-lease')
    const sha = await good('webapp', 'rev-parse', 'HEAD')
    expect(carol.get(`/projects/1/merge_requests/${iid}`).json.sha).toBe(sha)
    await good('mirror.git', 'fetch', '-q', '--prune')
    expect(await good('mirror.git', 'rev-parse', 'refs/heads/till')).toBe(sha)
    await good('webapp', 'fetch', '-q', 'origin', `merge-requests/${iid}/head`)
    expect(await good('webapp', 'rev-parse', 'FETCH_HEAD')).toBe(sha)
  })

  test('what was merged elsewhere is pulled, and branches that went are pruned', async () => {
    const [mr] = carol.get('/projects/1/merge_requests?source_branch=till').json
    const merge = { should_remove_source_branch: true }
    callsOf(here.sim, 'bob').put(`/projects/1/merge_requests/${mr.iid}/merge`, merge)
    await good('webapp', 'switch', '-q', 'main')
    await good('webapp', 'pull', '-q', '--prune', '--ff-only')
    expect(await good('webapp', 'log', '-1', '--format=%s')).toBe("Merge branch 'till' into 'main'")
    expect(await good('webapp', 'branch', '-r', '--list', 'origin/till')).toBe('')
  })

  test('a protected branch declines a push, and says so', async () => {
    await commit('direct.md', 'Push at once')
    const { status, err } = await git('webapp', 'push', 'origin', 'main')
    expect(status).toBe(1)
    expect(err).toContain(
      'remote: GitLab: You are not allowed to push code to protected branches on this project.',
    )
    expect(err).toContain('! [remote rejected] main -> main (pre-receive hook declined)')
    await good('webapp', 'reset', '-q', '--hard', 'origin/main')
  })

  test('tags are pushed, annotated ones with their message, and taken back; branches too', async () => {
    await good('webapp', 'tag', '-a', 'till-1', '-m', 'The first till')
    await good('webapp', 'tag', 'light')
    await good('webapp', 'push', '-q', 'origin', '--tags')
    expect(carol.get('/projects/1/repository/tags/till-1').json.message).toBe('The first till')
    expect(carol.get('/projects/1/repository/tags/light').json.message).toBeNull()
    await good('webapp', 'push', '-q', 'origin', 'main:refs/heads/spare', ':refs/tags/light')
    expect(carol.get('/projects/1/repository/tags/light').status).toBe(404)
    await good('webapp', 'push', '-q', 'origin', '--delete', 'spare')
    expect(carol.get('/projects/1/repository/branches/spare').status).toBe(404)
  })

  test('an empty project takes what is there, all branches and tags at once', async () => {
    const { id } = carol.post('/projects', { name: 'Moved', path: 'moved' }).json
    await good(
      'mirror.git',
      'push',
      '-q',
      `${here.server.url}/carol/moved.git`,
      'refs/heads/*:refs/heads/*',
      'refs/tags/*:refs/tags/*',
    )
    const names = (kind: string) =>
      carol
        .get(`/projects/${id}/repository/${kind}?per_page=100`)
        .json.map(({ name }: { name: string }) => name)
    expect(names('branches')).toContain('main')
    expect(names('tags')).toContain('v1.0.0')
    expect(carol.get(`/projects/${id}`).json).toMatchObject({ empty_repo: false, default_branch: 'main' })
  })

  test('who may not see a project, or has a wrong token, learns nothing', async () => {
    const { host } = new URL(here.server.url)
    const refused = async (token: string) =>
      (await git('.', 'ls-remote', `http://any:${token}@${host}/root/secret.git`)).err
    expect(await refused('carol-token')).toContain('The project you were looking for could not be found')
    expect(await refused('wrong')).toMatch(/Authentication failed|HTTP Basic: Access denied/)
  })
})
