import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Server, Simulator } from '../../index.ts'
import { installed } from '../testing/installed.ts'
import { answerOf, type Outcome, run } from '../testing/run.ts'
import { type Calls, callsOf, clientsSimulator } from '../testing/served.ts'

const { folder, found } = await installed('gitlab-ci-local@4.61.1')

// The client copies the working tree with it before anything runs.
const noRsync = answerOf('rsync', '--version') === undefined ? 'skipped: there is no rsync' : undefined

const shared = `
.polite:
  before_script:
    - echo Please
`
const remote = `
greet:
  stage: build
  script:
    - echo "Hello from $CI_PROJECT_PATH" > greeting.txt
  artifacts:
    paths: [greeting.txt]
`

describe.skipIf(folder === undefined)(`gitlab-ci-local (${found})`, () => {
  let sim: Simulator
  let server: Server
  let place: string
  let alice: Calls
  beforeAll(async () => {
    sim = clientsSimulator()
    server = await sim.listen()
    place = mkdtempSync(join(tmpdir(), 'forgery-ci-'))
    alice = callsOf(sim, 'alice')
    const common = made('common')
    written(common, 'polite.yml', shared)
    written(common, 'greet.yml', remote)
    const raw = `${server.url}/api/v4/projects/${common}/repository/files/greet.yml/raw?ref=main`
    const includes = `include:\n  - project: alice/common\n    ref: main\n    file: /polite.yml\n  - remote: ${raw}\n`
    written(
      made('shop'),
      '.gitlab-ci.yml',
      `${includes}stages: [build, test]\nlook:\n  extends: .polite\n  stage: test\n  script: [cat greeting.txt]\n`,
    )
    const address = server.url.replace('://', '://any:alice-token@')
    const { status, err } = await run('git', ['clone', '-q', `${address}/alice/shop.git`], {
      cwd: place,
      env: home(),
    })
    if (status !== 0) throw new Error(err)
  })
  afterAll(async () => {
    await server.close()
    rmSync(place, { recursive: true, force: true })
  })

  const home = () => ({ HOME: place, GIT_CONFIG_GLOBAL: '/dev/null', GIT_TERMINAL_PROMPT: '0' })

  function made(name: string): number {
    return alice.post('/projects', { name, visibility: 'public', initialize_with_readme: true }).json.id
  }

  function written(id: number, path: string, content: string): void {
    const file = { branch: 'main', content, commit_message: `Add ${path}` }
    alice.post(`/projects/${id}/repository/files/${encodeURIComponent(path)}`, file)
  }

  function local(...words: readonly string[]): Promise<Outcome> {
    const program = join(folder ?? '', 'node_modules/gitlab-ci-local/src/index.js')
    return run(process.execPath, [program, ...words], { cwd: join(place, 'shop'), env: home() })
  }

  test('lists the jobs of a clone, with what is included from another project and from an address', async () => {
    const { status, out, err } = await local('--list-json')
    expect(status, err).toBe(0)
    const jobs = JSON.parse(out).map(({ name, stage }: { name: string; stage: string }) => [name, stage])
    expect(jobs).toEqual([
      ['greet', 'build'],
      ['look', 'test'],
    ])
  })

  test.skipIf(noRsync !== undefined)(
    `runs them, one with what the other left (${noRsync ?? 'with rsync'})`,
    async () => {
      const { status, out, err } = await local('--force-shell-executor', '--shell-isolation')
      expect(status, `${out}${err}`).toBe(0)
      expect(out).toContain('Hello from alice/shop')
      expect(out).toContain('Please')
      const kept = join(place, 'shop/.gitlab-ci-local/artifacts/greet/greeting.txt')
      expect(readFileSync(kept, 'utf8')).toBe('Hello from alice/shop\n')
    },
  )
})
