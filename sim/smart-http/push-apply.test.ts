import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callsOf } from '../testing/calls.ts'
import { type Served, serve } from './testing/served.ts'

let called: string[] = []
let served: Served
beforeAll(async () => {
  served = await serve(2, undefined, {
    remoteHost: ({ body }) => {
      called.push(JSON.parse(String(body)).ref)
      return { reached: true, status: 200, headers: {}, body: new Uint8Array() }
    },
  })
  await served.read('.', 'clone', '-q', served.address('acme/webapp.git', 'carol-token'), 'work')
  const hook = { url: 'http://127.0.0.1:9/hook', tag_push_events: true }
  expect(callsOf(served.simulator, 'bob').post('/projects/1/hooks', hook).status).toBe(201)
})
afterAll(() => served.close())

interface Told {
  readonly action_name: string
  readonly push_data: object
}
const carol = () => callsOf(served.simulator, 'carol')
const latest = (count: number): Told[] =>
  carol().get(`/projects/1/events?action=pushed&per_page=${count}`).json

/** Pushes the same commit to many references; gives back those of which the hook was told. */
async function push(...names: string[]): Promise<string[]> {
  called = []
  const refs = names.map((name) => (name.startsWith(':') ? `:refs/${name.slice(1)}` : `HEAD:refs/${name}`))
  await served.read('work', 'push', '-q', 'origin', ...refs)
  return called
}

const nothing = { commit_count: 0, commit_from: null, commit_to: null, ref: null, commit_title: null }

test('a push of up to three branches and three tags has an event and a call for each', async () => {
  const names = ['heads/a1', 'heads/a2', 'heads/a3', 'tags/t1', 'tags/t2', 'tags/t3']
  expect(await push(...names)).toEqual(names.map((name) => `refs/${name}`))
  const refs = latest(6).map(({ push_data }) => push_data)
  expect(refs).toMatchObject(
    ['t3', 't2', 't1', 'a3', 'a2', 'a1'].map((ref) => ({ ref, ref_count: null, action: 'created' })),
  )
})

test('of more than the settings allow one event tells how many, and no hook is called', async () => {
  expect(await push('heads/b1', 'heads/b2', 'heads/b3', 'heads/b4', 'tags/t4')).toEqual(['refs/tags/t4'])
  expect(latest(3)).toMatchObject([
    { push_data: { ref: 't4', ref_count: null } },
    {
      action_name: 'pushed new',
      push_data: { ...nothing, action: 'created', ref_type: 'branch', ref_count: 4 },
    },
    { push_data: { ref: 't3' } },
  ])
  expect(await push(':heads/b1', ':heads/b2', ':heads/b3', ':heads/b4', 'heads/c')).toEqual(['refs/heads/c'])
  expect(latest(2)).toMatchObject([
    { push_data: { ref: 'c', action: 'created' } },
    {
      action_name: 'deleted',
      push_data: { ...nothing, action: 'removed', ref_type: 'branch', ref_count: 4 },
    },
  ])
})

test('the first four references of a push start pipelines', async () => {
  writeFileSync(join(served.folder, 'work', '.gitlab-ci.yml'), 'test: { script: make }\n')
  await served.read('work', 'checkout', '-q', '-b', 'built')
  await served.read('work', 'add', '.')
  await served.read('work', 'commit', '-q', '-m', 'Build')
  const [before] = carol().get('/projects/1/pipelines').json
  await push('heads/p1', 'heads/p2', 'heads/p3', 'heads/p4', 'heads/p5')
  const started = carol().get('/projects/1/pipelines').json as { readonly id: number; readonly ref: string }[]
  const refs = started.filter(({ id }) => id > before.id).map(({ ref }) => ref)
  expect(refs.sort()).toEqual(['p1', 'p2', 'p3', 'p4'])
})
