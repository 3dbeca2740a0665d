import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSimulator } from '../../index.ts'
import { run } from '../run.ts'
import { captured } from '../testing/captured.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'forgery-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function executed(script: string, ...options: string[]) {
  const io = captured({ PATH: process.env.PATH ?? '', FORGERY_UPSTREAM_TOKEN: 'alice-token' })
  const status = await run(['exec', '--world', 'empty', ...options, '--', 'sh', '-c', script], io)
  return { status, err: io.complained() }
}

const asking = 'curl -sf -o /dev/null -H "Private-Token: $GITLAB_TOKEN" "$CI_API_V4_URL/projects/1" || exit 3'

test('replies of a service are recorded once, and played when it is gone', async () => {
  const file = join(folder, 'cassette.json')
  const { url, close } = await createSimulator().listen()
  expect(await executed(asking, '--upstream', url, '--cassette', file)).toEqual({ status: 0, err: '' })
  await close()
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    version: 1,
    calls: [{ url: '/api/v4/projects/1' }],
  })
  expect(await executed(asking, '--upstream', url, '--cassette', file)).toEqual({ status: 0, err: '' })
  expect(await executed(asking, '--cassette', file)).toEqual({ status: 0, err: '' })
  expect((await executed(asking)).status).toBe(3)
})

test.each([
  [['--cassette', 'none.json'], 2, 'there is no file'],
  [['--cassette', 'odd.json'], 2, 'is no cassette of --upstream'],
  [['--upstream', 'http://127.0.0.1:9', '--cassette', 'no/x.json'], 1, 'cannot write'],
  [['--upstream-writes'], 2, '--upstream-writes needs --upstream or --cassette'],
  [['--upstream', 'here'], 2, 'is no address'],
])('%j is refused', async (flags, status, text) => {
  writeFileSync(join(folder, 'odd.json'), '{"version":1,"calls":[{}]}')
  const words = flags.map((word) => (word.endsWith('.json') ? join(folder, word) : word))
  const { status: ended, err } = await executed('', ...words)
  expect([ended, err.split('\n').length, err]).toEqual([status, 2, expect.stringContaining(text)])
  expect(existsSync(join(folder, 'none.json'))).toBe(false)
})
