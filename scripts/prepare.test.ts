import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linesOf } from '../sim/control/saved/state-lines.ts'
import { createSimulator, type Simulator } from '../sim/index.ts'
import { inRoot } from './root.ts'

const built: { readonly createSimulator: typeof createSimulator } = await import(
  pathToFileURL(inRoot('dist', 'sim', 'index.js')).href
)

const PLACES = ['branches', 'commits', 'tree', 'tags'].map((name) => `/projects/1/repository/${name}`)
const LISTS = ['issues', 'merge_requests', 'milestones', 'labels', 'packages', 'pipelines', 'members/all']
const GETS = [
  ...PLACES,
  ...LISTS.map((name) => `/projects/1/${name}`),
  '/projects',
  '/groups',
  '/users',
  '/runners/all',
]
const get = fc.constantFrom(...GETS).map((path) => ({ method: 'GET', path, body: undefined }))
const issue = fc.string({ minLength: 1, maxLength: 20 }).map((title) => ({
  method: 'POST',
  path: '/projects/1/issues',
  body: JSON.stringify({ title: `About ${title}` }),
}))
const user = fc.constant({
  method: 'POST',
  path: '/projects',
  body: '{"name":"new","initialize_with_readme":true}',
})

function played(
  sim: Simulator,
  calls: readonly { method: string; path: string; body: string | undefined }[],
) {
  const headers = { 'private-token': 'root-token', 'content-type': 'application/json' }
  return calls.map(({ method, path, body }) =>
    sim.handle({ method, url: `/api/v4${path}`, headers, ...(body === undefined ? {} : { body }) }),
  )
}

test('the demo world that a build wrote down is the one that the sources build', () => {
  const written = readFileSync(inRoot('dist', 'sim', 'demo-world.jsonl'), 'utf8')
  expect(written === linesOf(createSimulator().save())).toBe(true)
})

test('whoever begins with it gets the same bytes', () => {
  const [quick, slow] = [built.createSimulator(), createSimulator()]
  fc.assert(
    fc.property(fc.array(fc.oneof(get, issue, user), { maxLength: 12 }), (calls) => {
      expect(played(quick.fork(), calls)).toEqual(played(slow.fork(), calls))
    }),
    { numRuns: 40 },
  )
})

test.each([
  { seed: 2 },
  { scale: 2 },
  { tier: 'free' as const },
  { start: '2025-05-05T00:00:00Z' },
  { world: 'empty' as const },
  { settingsCache: 0 },
  { impersonation: false },
  { rateLimits: true },
  { clock: 'frozen', url: 'https://gitlab.example.com' },
])('whoever asks for something else gets that: %j', (options) => {
  expect(built.createSimulator(options).save()).toEqual(createSimulator(options).save())
})
