import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSimulator } from '../index.ts'
import { run } from './run.ts'
import { savedFile } from './save.ts'
import { captured } from './testing/captured.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forgery-'))
  file = join(folder, 'state.json')
})
afterEach(async () => {
  vi.useRealTimers()
  await rm(folder, { recursive: true, force: true })
})

/** Runs a script of the shell under `exec`: its exit status and what was complained. */
async function executed(script: string, ...flags: readonly string[]) {
  const io = captured({ PATH: process.env.PATH ?? '' })
  const status = await run(['exec', ...flags, '--', 'sh', '-c', script], io)
  return { status, err: io.complained() }
}

const create = (name: string) =>
  `curl -sf -o /dev/null -H 'Private-Token: root-token' -d name=${name} "$CI_API_V4_URL/projects"`

test('a world that is saved goes on in the next run, from nothing in the first', async () => {
  const flags = ['--world', file, '--save', file]
  expect(await executed(create('one'), ...flags)).toEqual({ status: 0, err: '' })
  expect(await executed(`${create('two')}; exit 3`, ...flags)).toEqual({ status: 3, err: '' })
  const sim = createSimulator({ world: JSON.parse(await readFile(file, 'utf8')) })
  const headers = { 'private-token': 'root-token' }
  const { body } = sim.handle({ method: 'GET', url: '/api/v4/projects?owned=true', headers })
  const names = JSON.parse(String(body)).map(({ name }: { name: string }) => name)
  expect(names.slice(0, 2)).toEqual(['two', 'one'])
  expect(await readdir(folder)).toEqual(['state.json'])
  // Tokens are in it.
  expect((await stat(file)).mode & 0o077).toBe(0)
})

test('a file that cannot be written ends the command before it begins', async () => {
  const { status, err } = await executed(
    'exit 7',
    '--world',
    'empty',
    '--save',
    join(folder, 'no/state.json'),
  )
  expect(status).toBe(1)
  expect(err).toMatch(/^forgery: --save: cannot write .*no\/state\.json: no such file or folder\n$/)
})

test('it is written each minute in which the world changed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const sim = createSimulator({ world: 'empty', clock: 'frozen' })
  const saved = await savedFile(sim, file, () => {})
  const written = async (before: string) => {
    while ((await readFile(file, 'utf8')) === before) await new Promise((done) => setImmediate(done))
  }
  const first = await readFile(file, 'utf8')
  sim.handle({ method: 'POST', url: '/api/v4/projects?name=one', headers: { 'private-token': 'root-token' } })
  vi.advanceTimersByTime(59_999)
  expect(await readFile(file, 'utf8')).toBe(first)
  vi.advanceTimersByTime(1)
  await written(first)
  expect(await readFile(file, 'utf8')).toContain('"one"')
  // What nobody changed is not written again.
  await writeFile(file, 'kept')
  vi.advanceTimersByTime(60_000)
  await saved.end()
  expect(await readFile(file, 'utf8')).toBe('kept')
})
