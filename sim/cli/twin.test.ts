import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSimulator, type Server } from '../index.ts'
import { run } from './run.ts'
import { captured } from './testing/captured.ts'

type Simulator = ReturnType<typeof createSimulator>

let simulators: readonly Simulator[] = []
let servers: readonly Server[] = []
let folder = ''
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forgery-twin-'))
  // Two alike, the second with a group and a project more and without a control API, and one of the other dialect.
  simulators = [createSimulator(), createSimulator({ control: false }), createSimulator({ dialect: 'real' })]
  const [, more] = simulators
  for (const [path, fields] of [
    ['groups', { name: 'more', path: 'more' }],
    ['projects', { name: 'more' }],
  ] as const)
    sent(more, 'POST', path, fields)
  servers = await Promise.all(simulators.map((simulator) => simulator.listen()))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await Promise.all(servers.map((server) => server.close()))
})

function sent(simulator: Simulator | undefined, method: string, path: string, fields: object = {}) {
  const headers = { 'private-token': 'alice-token', 'content-type': 'application/json' }
  const body = new TextEncoder().encode(JSON.stringify(fields))
  return simulator?.handle({ method, url: `/api/v4/${path}`, headers, ...(method === 'GET' ? {} : { body }) })
}

/** Full paths of all groups and projects. */
function places(simulator: Simulator | undefined): string {
  const paths = ['groups', 'projects'].map((list) => {
    const rows = JSON.parse(String(sent(simulator, 'GET', `${list}?per_page=100`)?.body)) as object[]
    return rows.map((row) =>
      'full_path' in row ? row.full_path : 'path_with_namespace' in row && row.path_with_namespace,
    )
  })
  return paths.flat().sort().join(' ')
}

async function twinned(line: string) {
  const io = captured({})
  const named = line.replaceAll(/@(\d)/g, (_, i) => servers[Number(i)]?.url ?? '')
  const status = await run(named.split(' '), io)
  return { status, out: io.printed(), err: io.complained() }
}

test('two alike are only read, and what one answered is kept', async () => {
  const cassette = join(folder, 'read.json')
  const tokens = '--token alice-token --right-token alice-token'
  const { status, out, err } = await twinned(
    `twin milestones --left @0 --right @1 --runs 4 --seed 2 --record ${cassette} ${tokens}`,
  )
  expect({ status, err }).toEqual({ status: 0, err: '' })
  expect(out).toMatch(
    /^reads only, with GET and HEAD: the project acme\/\S+ at http:\S+ and at http:\S+\nhttp:\S+ and http:\S+ answer alike: \d+ sequences, seed 2\n$/,
  )
  const played = await twinned(`conform --cassette ${cassette} --url @1`)
  expect(played.out).toMatch(/^(\d+) of \1 takes of http:\S+ \(15\.8\.0\S*\) are answered alike\n$/)
})

test('writes below one group, and leaves nothing', async () => {
  const cassette = join(folder, 'written.json')
  const before = places(simulators[1])
  const { status, out, err } = await twinned(
    `twin --left @0 --right @1 --mode write --group acme/platform --operation */milestones* --runs 3 --record ${cassette}`,
  )
  expect({ status, err }).toEqual({ status: 0, err: '' })
  expect(out).toMatch(
    /^writes to http:\S+ and to http:\S+: creates the group acme\/platform\/conform-\S+ and all else in it, and removes it again\n.* answer alike: 3 sequences/,
  )
  expect(places(simulators[1])).toBe(before)
  const played = await twinned(`conform --cassette ${cassette}`)
  expect(played.out).toMatch(/^3 of 3 takes /)
  const refused = await twinned(`conform --cassette ${cassette} --url @1`)
  expect(refused.err).toContain('has calls that change things: say --mode write')
})

test('a difference is shown with the calls that lead to it', async () => {
  const { status, out } = await twinned('twin --left @0 --right @2 --mode control --runs 300')
  expect(status).toBe(1)
  expect(out).toMatch(
    /^writes to .*\nDIFFERENT (GET|POST|PUT|DELETE) \S+ as \w+, call \d+ of the sequence .*\n {2}at {5}.*\n {2}left {3}.*\n {2}right {2}.*\n {2}calls to/,
  )
  expect(out).not.toContain('alice-token')
})

test('a comparison ends after the time that it is given', async () => {
  const { status, out } = await twinned('twin --left @0 --right @1 --max-time 1ms')
  expect({ status, out }).toEqual({
    status: 0,
    out: expect.stringMatching(/answer alike: \d sequences, seed 1; the others were not tried\n$/),
  })
})

test('--clean removes what a killed comparison left on either', async () => {
  sent(simulators[1], 'POST', 'groups', { name: 'x', path: 'conform-m3k2p9qa-1-4x' })
  const { status, out } = await twinned('twin --left @0 --right @1 --clean')
  expect(status).toBe(0)
  expect(out).toMatch(/: (removed|marked for deletion): group conform-m3k2p9qa-1-4x\n/)
  expect(out.match(/0 left/g)).toHaveLength(2)
})

test.each([
  ['twin --left @0', 'forgery twin: give the base URLs of both services: --left URL --right URL\n'],
  ['twin --left @0 --right here', 'forgery twin: here is no URL'],
  ['twin --left ftp://x --right @0', 'forgery twin: ftp://x is no URL of a service; give http or https'],
  ['twin --left @0 --right http://127.0.0.1:1', 'forgery twin: nothing answers at http://127.0.0.1:1'],
  ['twin sheep --left @0 --right @1', 'forgery twin: there is no family sheep to compare'],
  ['twin --left @0 --right @1 --operation */sheep', 'forgery twin: no operation that only reads'],
  ['twin --left @0 --right @1 --project more/more', 'has no project more/more, or hides it'],
  ['twin --left @0 --right @1 --project a --mode write', 'forgery twin: --project is for the mode read'],
  ['twin --left @0 --right @1 --mode control', 'there is no control API'],
  ['conform --cassette /nowhere.json', 'forgery conform: there is no file /nowhere.json'],
])('%s: status 2 and one line', async (line, text) => {
  const { status, err } = await twinned(line)
  expect(err).toContain(text)
  expect(err.trim().split('\n')).toHaveLength(1)
  expect(status).toBe(2)
})
