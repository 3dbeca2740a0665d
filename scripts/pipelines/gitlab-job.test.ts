import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installed } from '../../sim/clients/testing/installed.ts'
import { run } from '../../sim/clients/testing/run.ts'
import { callsOf, clientsSimulator } from '../../sim/clients/testing/served.ts'
import type { Server } from '../../sim/index.ts'
import { inRoot } from '../root.ts'
import { type Extension, runJob } from './gitlab-job.ts'

const FORGERY = `${process.execPath} ${inRoot('dist', 'sim', 'cli', 'main.js')}`
const text = (name: string) => readFileSync(inRoot('sim', 'guide', 'pipelines', 'gitlab', name), 'utf8')
const template = text('forgery.yml')
const example = text('example.gitlab-ci.yml')

let place: string
let server: Server
beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'forgery-jobs-'))
  server = await clientsSimulator().listen()
})
afterAll(async () => {
  await server.close()
  rmSync(place, { recursive: true, force: true })
})

function folderOf(name: string): string {
  const folder = join(place, name)
  mkdirSync(folder)
  return folder
}

/** Runs a job, which has to pass; a failure shows what it printed. */
async function passed(name: string, folder: string, { variables, ...more }: Extension): Promise<void> {
  const given = { ...more, variables: { FORGERY, ...variables } }
  const { status, out, err } = await runJob(template, name, folder, given)
  expect({ status, told: status === 0 ? '' : `${out}${err}` }).toEqual({ status: 0, told: '' })
}

const isThere = (url: string) =>
  fetch(`${url}/-/health`).then(
    ({ ok }) => ok,
    () => false,
  )

test('the template is valid, and so is the example that includes it', () => {
  const { post } = callsOf(clientsSimulator(), 'alice')
  const { id } = post('/projects', { name: 'pipelines', initialize_with_readme: true }).json
  const file = { branch: 'main', content: template, commit_message: 'Add the template' }
  post(`/projects/${id}/repository/files/forgery.yml`, file)
  const judged = post(`/projects/${id}/ci/lint`, { content: example }).json
  expect(judged).toMatchObject({ valid: true, errors: [], warnings: [] })
})

test('a job finds the double, and ends it', async () => {
  const folder = folderOf('double')
  const taken = await clientsSimulator({ world: 'empty' }).listen()
  await taken.close()
  const { client } = load(example) as { readonly client: { readonly script: readonly string[] } }
  const variables = { FORGERY_PORT: new URL(taken.url).port }
  await passed('.forgery-double', folder, { script: client.script, variables })
  expect(JSON.parse(readFileSync(join(folder, 'user.json'), 'utf8'))).toMatchObject({ username: 'root' })
  expect(readFileSync(join(folder, 'forgery.log'), 'utf8')).toContain('"/api/v4/user"')
  await expect.poll(() => isThere(taken.url)).toBe(false)
})

test('a deployment is checked against a baseline, with reports', async () => {
  const folder = folderOf('conformance')
  const variables = {
    FORGERY_URL: server.url,
    FORGERY_TOKEN: 'alice-token',
    FORGERY_CHECKS: 'milestones/order',
  }
  // The first run writes the baseline, the second one reads it.
  await passed('.forgery-conformance', folder, { variables })
  expect(readFileSync(join(folder, 'conformance-baseline.json'), 'utf8')).toContain('"findings"')
  await passed('.forgery-conformance', folder, { variables })
  expect(readFileSync(join(folder, 'conformance.xml'), 'utf8')).toContain('<testsuite')
  expect(readFileSync(join(folder, 'conformance.html'), 'utf8')).toContain('<html')
})

test('a demo outlives its job, is replaced, and is stopped', async () => {
  const folder = folderOf('review')
  const variables = {
    FORGERY_REVIEWS: join(folder, 'reviews'),
    CI_COMMIT_REF_SLUG: 'topic',
    FORGERY_REVIEW_HOST: '127.0.0.1',
  }
  const begun = async () => {
    await passed('.forgery-review', folder, { variables })
    return readFileSync(join(folder, 'review.env'), 'utf8').replace('FORGERY_REVIEW_URL=', '').trim()
  }
  const first = await begun()
  expect(await isThere(first)).toBe(true)
  const second = await begun()
  expect(await isThere(second)).toBe(true)
  await expect.poll(() => isThere(first)).toBe(false)
  await passed('.forgery-review-stop', folder, { variables })
  await expect.poll(() => isThere(second)).toBe(false)
})

const runner = await installed('gitlab-ci-local@4.61.1')
describe.skipIf(runner.folder === undefined)(`the schema of gitlab-ci-local (${runner.found})`, () => {
  test('knows the template and the example', async () => {
    const folder = folderOf('schema')
    writeFileSync(join(folder, '.gitlab-ci.yml'), example)
    writeFileSync(join(folder, 'forgery.yml'), template)
    const env = { HOME: place, GIT_CONFIG_GLOBAL: '/dev/null' }
    const origin = ['remote', 'add', 'origin', 'git@gitlab.example.com:a/b.git']
    // It includes what git knows of.
    for (const args of [['init', '-q'], origin, ['add', '.']]) await run('git', args, { cwd: folder, env })
    const bin = join(runner.folder as string, 'node_modules', '.bin', 'gitlab-ci-local')
    const { status, out, err } = await run(bin, ['--list-all'], { cwd: folder, env })
    expect({ status, err: status === 0 ? '' : err }).toEqual({ status: 0, err: '' })
    for (const job of ['client', 'conformance', 'review', 'stop-review']) expect(out).toContain(job)
  })
})
