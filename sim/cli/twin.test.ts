import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSimulator, type Server } from '../index.ts'
import { run } from './run.ts'
import { captured } from './testing/captured.ts'

let servers: readonly Server[] = []
let folder = ''
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forgery-twin-'))
  // Two alike, the second without a control API, and one of the other dialect.
  servers = await Promise.all([
    createSimulator({ clock: 'frozen' }).listen(),
    createSimulator({ control: false, seed: 3 }).listen(),
    createSimulator({ dialect: 'real' }).listen(),
  ])
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await Promise.all(servers.map((server) => server.close()))
})

async function twinned(line: string) {
  const io = captured({})
  const named = line.replaceAll(/@(\d)/g, (_, i) => servers[Number(i)]?.url ?? '')
  const status = await run(named.split(' '), io)
  return { status, out: io.printed(), err: io.complained() }
}

test('two alike are told to be, and what they said is kept', async () => {
  const cassette = join(folder, 'cassette.json')
  const tokens = '--token alice-token --token-developer carol-token'
  const { status, out, err } = await twinned(
    `twin milestones --left @0 --right @1 --runs 4 --seed 2 --record ${cassette} ${tokens}`,
  )
  expect({ status, err }).toEqual({ status: 0, err: '' })
  expect(out).toMatch(/^http:\S+ and http:\S+ answer alike: 4 sequences, seed 2\n$/)
  const played = await twinned(`conform --cassette ${cassette}`)
  expect(played.out).toMatch(/^4 of 4 takes of http:\S+ \(15\.8\.0\S*\) are answered alike\n$/)
  const real = await twinned(`conform --cassette ${cassette} --url @2 --mode control --ignore x-total`)
  expect(real.status).toBeLessThan(2)
})

test('a difference is shown with the calls that lead to it', async () => {
  const { status, out } = await twinned('twin --left @0 --right @2 --runs 300')
  expect(status).toBe(1)
  expect(out).toMatch(
    /^DIFFERENT (GET|POST|PUT|DELETE) \S+ as \w+, call \d+ of the sequence .*\n {2}at {5}.*\n {2}left {3}.*\n {2}right {2}.*\n {2}calls to/,
  )
  expect(out).not.toContain('alice-token')
})

test.each([
  ['twin --left @0', 'forgery twin: give the base URLs of both services: --left URL --right URL\n'],
  ['twin --left @0 --right here', 'forgery twin: here is no URL'],
  ['twin --left @0 --right http://127.0.0.1:1', 'forgery twin: nothing answers at http://127.0.0.1:1'],
  ['twin sheep --left @0 --right @1', 'forgery twin: there is no family sheep to compare'],
  ['conform --cassette /nowhere.json', 'forgery conform: ENOENT'],
  ['conform --cassette a.json --url @0', 'forgery conform: --cassette plays calls that change things'],
])('%s: status 2 and one line', async (line, text) => {
  const { status, err } = await twinned(line)
  expect(err).toContain(text)
  expect(err.trim().split('\n')).toHaveLength(1)
  expect(status).toBe(2)
})
