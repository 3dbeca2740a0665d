import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { answerOf, type Outcome, run } from '../testing/run.ts'
import { type Calls, callsOf, servedClient } from '../testing/served.ts'

const version = answerOf('git-lfs', 'version') ?? 'skipped: Debian has it as git-lfs'

describe.skipIf(version.startsWith('skipped'))(`git-lfs (${version.split(' ')[0]})`, () => {
  const poster = 'A large picture. '.repeat(500)
  const here = servedClient('lfs')
  let carol: Calls
  beforeAll(async () => {
    carol = callsOf(here.sim, 'carol')
    writeFileSync(
      join(here.place, 'config'),
      '[user]\n  name = Carol Chen\n  email = carol@example.com\n[lfs]\n  locksverify = true\n',
    )
    await good('.', 'lfs', 'install', '--skip-repo')
    await good('.', 'clone', '-q', address('carol'), 'webapp')
  })

  const address = (user: string) =>
    here.server.url.replace('http://', `http://${user}:${user}-token@`).concat('/acme/webapp.git')

  function git(inside: string, ...words: readonly string[]): Promise<Outcome> {
    const env = { HOME: here.place, GIT_CONFIG_GLOBAL: join(here.place, 'config'), GIT_TERMINAL_PROMPT: '0' }
    return run('git', words, { cwd: join(here.place, inside), env })
  }

  async function good(inside: string, ...words: readonly string[]): Promise<string> {
    const { status, out, err } = await git(inside, ...words)
    if (status !== 0) throw new Error(`git ${words.join(' ')}: ${out}${err}`)
    return out.trim()
  }

  async function commit(inside: string, file: string, content: string): Promise<void> {
    writeFileSync(join(here.place, inside, file), content)
    await good(inside, 'add', '.')
    await good(inside, 'commit', '-q', '-m', `Add ${file}`)
  }

  test('pushes a large file, of which the repository keeps a pointer', async () => {
    const size = () => carol.get('/projects/1?statistics=true').json.statistics.lfs_objects_size
    const before = size()
    await good('webapp', 'switch', '-q', '-c', 'poster')
    await good('webapp', 'lfs', 'track', '*.psd')
    await commit('webapp', 'poster.psd', poster)
    await good('webapp', 'push', '-q', '-u', 'origin', 'poster')
    const file = '/projects/1/repository/files/poster.psd/raw?ref=poster'
    expect(Buffer.from(carol.get(file).body as Uint8Array).toString()).toMatch(
      /^version https:\/\/git-lfs\.github\.com\/spec\/v1\noid sha256:[0-9a-f]{64}\nsize 8500\n$/,
    )
    expect(Buffer.from(carol.get(`${file}&lfs=true`).body as Uint8Array).toString()).toBe(poster)
    expect(size()).toBe(before + poster.length)
  })

  test('is in archives with its content', () => {
    const tar = gunzipSync(carol.get('/projects/1/repository/archive?sha=poster').body as Uint8Array)
    expect(tar.includes(poster)).toBe(true)
  })

  test('comes along with a clone', async () => {
    await good('.', 'clone', '-q', '--branch=poster', address('dave'), 'copy')
    expect(readFileSync(join(here.place, 'copy', 'poster.psd'), 'utf8')).toBe(poster)
    expect(await good('copy', 'lfs', 'fsck')).toContain('OK')
  })

  test('locks a file for one person, and is refused it for another', async () => {
    expect(await good('webapp', 'lfs', 'lock', 'poster.psd')).toContain('Locked poster.psd')
    await good('copy', 'remote', 'set-url', 'origin', address('bob'))
    const { status, err } = await git('copy', 'lfs', 'lock', 'poster.psd')
    expect([status, err]).toEqual([2, expect.stringContaining('already locked')])
    expect(await good('copy', 'lfs', 'locks')).toContain(carol.get('/user').json.name)
    await commit('copy', 'poster.psd', 'Another picture')
    expect((await git('copy', 'push', '-q')).err).toContain('locked files')
    await good('webapp', 'lfs', 'unlock', 'poster.psd')
    await good('copy', 'push', '-q')
  })

  test('is refused a push by somebody who may not push, and pointers without their objects', async () => {
    await good('copy', 'remote', 'set-url', 'origin', address('dave'))
    await commit('copy', 'other.psd', 'Not for dave')
    expect((await git('copy', 'push', 'origin', 'HEAD:refs/heads/of-dave')).err).toMatch(/403|forbidden/i)
    await good('copy', 'remote', 'set-url', 'origin', address('carol'))
    const { err } = await git('copy', 'push', '--no-verify', 'origin', 'HEAD:refs/heads/lost')
    expect(err).toContain('GitLab: LFS objects are missing.')
  })
})
