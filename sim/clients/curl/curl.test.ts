import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Server, Simulator } from '../../index.ts'
import { answerOf, run } from '../testing/run.ts'
import { clientsSimulator } from '../testing/served.ts'

// Calls as people paste them from the documentation: forms, files, uploads, downloads, with `--fail`.

const version = answerOf('curl', '--version')?.split(' (')[0] ?? 'skipped: there is no curl'
const archive = zipSync({ 'a.txt': Buffer.from('built\n') })

describe.skipIf(version.startsWith('skipped'))(`curl (${version})`, () => {
  let sim: Simulator
  let server: Server
  let place: string
  let id: number
  beforeAll(async () => {
    sim = clientsSimulator()
    server = await sim.listen()
    place = mkdtempSync(join(tmpdir(), 'forgery-curl-'))
    writeFileSync(join(place, 'till.txt'), 'It pays.\n')
    writeFileSync(join(place, 'artifacts.zip'), archive)
    const made = await json(
      '--request',
      'POST',
      '--form',
      'name=Shop',
      '--form',
      'initialize_with_readme=true',
      '/projects',
    )
    id = made.id
  })
  afterAll(async () => {
    await server.close()
    rmSync(place, { recursive: true, force: true })
  })

  /** Runs it; the last word is a path of the API. */
  async function curl(token: string | undefined, ...words: readonly string[]) {
    const header = token === undefined ? [] : ['--header', token]
    const path = words.at(-1) ?? ''
    const all = [
      '--silent',
      '--show-error',
      '--fail',
      ...header,
      ...words.slice(0, -1),
      `${server.url}/api/v4${path}`,
    ]
    return run('curl', all, { cwd: place })
  }
  async function read(...words: readonly string[]): Promise<string> {
    const { status, out, err } = await curl('PRIVATE-TOKEN: alice-token', ...words)
    expect(status, `${words.join(' ')}: ${err}`).toBe(0)
    return out
  }
  // biome-ignore lint/suspicious/noExplicitAny: answers have every shape.
  const json = async (...words: readonly string[]): Promise<any> => JSON.parse(await read(...words))

  test('uploads a file and mentions it in an issue', async () => {
    const { markdown } = await json(
      '--request',
      'POST',
      '--form',
      'file=@till.txt',
      `/projects/${id}/uploads`,
    )
    const issue = await json(
      '--data-urlencode',
      `description=See ${markdown}`,
      '--data',
      'title=Look',
      `/projects/${id}/issues`,
    )
    expect(issue.description).toBe(`See ${markdown}`)
  })

  test('commits several files by a form, one of them read from a file', async () => {
    const action = (name: string, value: string) => ['--form', `actions[][${name}]=${value}`]
    const actions = [
      ...[
        ...action('action', 'create'),
        ...action('file_path', 'src/till.txt'),
        ...action('content', '<till.txt'),
      ],
      ...[...action('action', 'create'), ...action('file_path', 'run.sh'), ...action('content', 'ls')],
    ]
    const message = ['--form', 'branch=main', '--form', 'commit_message=Add both [skip ci]']
    const commit = await json(
      '--request',
      'POST',
      ...message,
      ...actions,
      `/projects/${id}/repository/commits`,
    )
    expect(commit.title).toBe('Add both [skip ci]')
    expect(await read(`/projects/${id}/repository/files/src%2Ftill.txt/raw?ref=main`)).toBe('It pays.\n')
    const { out } = await curl(
      'PRIVATE-TOKEN: alice-token',
      '--head',
      `/projects/${id}/repository/files/run.sh?ref=main`,
    )
    expect(out).toMatch(/^X-Gitlab-Size: 2\r$/im)
  })

  test('publishes a generic package and downloads it', async () => {
    const path = `/projects/${id}/packages/generic/till/1.0.0/till.txt`
    expect(await json('--upload-file', 'till.txt', path)).toEqual({ message: '201 Created' })
    await read('--location', '--output', 'back.txt', path)
    expect(readFileSync(join(place, 'back.txt'), 'utf8')).toBe('It pays.\n')
    const deploy = await json(
      '--data',
      'name=pull&scopes[]=read_package_registry',
      `/projects/${id}/deploy_tokens`,
    )
    const { out } = await curl(undefined, '--user', `${deploy.username}:${deploy.token}`, path)
    expect(out).toBe('It pays.\n')
  })

  test('triggers a pipeline, plays its runner, and downloads what it built', async () => {
    const config = 'build:\n  script: [make]\n  artifacts: {paths: [a.txt]}\n'
    const file = [
      '--data-urlencode',
      `content=${config}`,
      '--data',
      'branch=main&commit_message=Build [skip ci]',
    ]
    await json(...file, `/projects/${id}/repository/files/.gitlab-ci.yml`)
    const runner = await json('--data', `runner_type=project_type&project_id=${id}`, '/user/runners')
    await curl(undefined, '--data', `token=${runner.token}`, '/jobs/request')
    const { token } = await json('--data', 'description=outside', `/projects/${id}/triggers`)
    const start = ['--form', `token=${token}`, '--form', 'ref=main', '--form', 'variables[WHY]=because']
    const pipeline = JSON.parse(
      (await curl(undefined, '--request', 'POST', ...start, `/projects/${id}/trigger/pipeline`)).out,
    )
    const job = JSON.parse((await curl(undefined, '--data', `token=${runner.token}`, '/jobs/request')).out)
    expect(job.variables).toContainEqual(expect.objectContaining({ key: 'WHY', value: 'because' }))
    const upload = [
      '--form',
      'file=@artifacts.zip',
      '--form',
      'artifact_format=zip',
      '--form',
      'artifact_type=archive',
    ]
    const sent = await curl(`JOB-TOKEN: ${job.token}`, ...upload, `/jobs/${job.id}/artifacts`)
    expect([sent.status, sent.err]).toEqual([0, ''])
    // What `release-cli` sends from a job.
    const release = { tag_name: 'v1', ref: 'main', name: 'One', description: 'First' }
    const asJson = ['--header', 'Content-Type: application/json', '--data', JSON.stringify(release)]
    const released = await curl(`JOB-TOKEN: ${job.token}`, ...asJson, `/projects/${id}/releases`)
    expect([released.status, released.err]).toEqual([0, ''])
    await curl(undefined, '--request', 'PUT', '--data', `token=${job.token}&state=success`, `/jobs/${job.id}`)
    expect((await json(`/projects/${id}/pipelines/${pipeline.id}`)).status).toBe('success')
    await read(
      '--location',
      '--output',
      'built.zip',
      `/projects/${id}/jobs/artifacts/main/download?job=build`,
    )
    expect(readFileSync(join(place, 'built.zip'))).toEqual(Buffer.from(archive))
    expect(await read(`/projects/${id}/jobs/artifacts/main/raw/a.txt?job=build`)).toBe('built\n')
    expect(await read(`/projects/${id}/jobs/${job.id}/artifacts/a.txt`)).toBe('built\n')
    const again = await json('--request', 'POST', `/projects/${id}/jobs/${job.id}/retry`)
    expect([again.name, again.id !== job.id]).toEqual(['build', true])
  })

  test('applies the patch of a merge request', async () => {
    const patch = await read('/projects/1/merge_requests/1/raw_diffs')
    expect(patch).toMatch(/^diff --git /)
    const { status, err } = await run('git', ['apply', '--numstat'], { cwd: place, input: patch })
    expect([status, err]).toEqual([0, ''])
  })

  test('ends with a status where it is refused', async () => {
    const refused = async (token: string, path: string) => (await curl(`PRIVATE-TOKEN: ${token}`, path)).err
    expect(await refused('wrong', '/user')).toContain('error: 401')
    expect(await refused('mallory-token', `/projects/${id}`)).toContain('error: 404')
    expect(await refused('carol-token', '/projects/1/hooks')).toContain('error: 403')
  })
})
