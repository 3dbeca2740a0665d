import { describe, expect, test } from 'vitest'
import { text } from '../../lib/bytes.ts'
import { callsOf, testSimulator } from '../../testing/calls.ts'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

const repository = '/projects/1/repository'

function commit(branch: string, content: string, start_branch?: string): string {
  const action = start_branch === undefined ? 'update' : 'create'
  const actions = [{ action, file_path: 'replayed.txt', content }]
  const made = { branch, commit_message: `Write ${branch}`, actions, start_branch }
  return here.as('carol').post(`${repository}/commits`, made).json.id
}

const base = testSimulator()

test('blame names the commit of each line', () => {
  const first = commit('blamed', 'one\ntwo\nthree\n', 'main')
  const second = commit('blamed', 'one\n2\nthree\nfour\n')
  const carol = here.as('carol')
  const blame = (query = '') => {
    const { json } = carol.get(`${repository}/files/replayed.txt/blame?ref=blamed${query}`)
    return json.map((it: { commit: { id: string }; lines: string[] }) => [it.commit.id, it.lines])
  }
  expect(blame()).toEqual([
    [first, ['one']],
    [second, ['2']],
    [first, ['three']],
    [second, ['four']],
  ])
  expect(blame('&range[start]=2&range[end]=3')).toEqual([
    [second, ['2']],
    [first, ['three']],
  ])
  expect(
    carol.get(`${repository}/files/replayed.txt/blame?ref=blamed&range[start]=3&range[end]=2`).status,
  ).toBe(400)
})

describe('files', () => {
  test('come in base64 with what is known of them', () => {
    const dave = callsOf(base.fork(), 'dave')
    const { json, headers } = dave.get(`${repository}/files/README.md?ref=main`)
    expect(json).toMatchObject({
      file_name: 'README.md',
      encoding: 'base64',
      ref: 'main',
      execute_filemode: false,
    })
    expect(headers).toMatchObject({ 'X-Gitlab-Blob-Id': json.blob_id, 'X-Gitlab-Size': String(json.size) })
    expect(dave.head(`${repository}/files/README.md?ref=main`).headers['X-Gitlab-Commit-Id']).toBe(
      json.commit_id,
    )
  })

  test('come raw', () => {
    const dave = callsOf(base.fork(), 'dave')
    const raw = dave.get(`${repository}/files/README.md/raw?ref=main`)
    expect(raw.status).toBe(200)
    expect(raw.headers['Content-Type']).toBe('text/plain; charset=utf-8')
    const { content } = dave.get(`${repository}/files/README.md?ref=main`).json
    expect(text(raw.body as Uint8Array)).toBe(Buffer.from(content, 'base64').toString())
  })

  test('are missing in the words of the service', () => {
    const dave = callsOf(base.fork(), 'dave')
    expect(dave.get(`${repository}/files/README.md`).json).toEqual({ error: 'ref is missing, ref is empty' })
    expect(dave.get(`${repository}/files/README.md?ref=nope`).json).toEqual({
      message: '404 Commit Not Found',
    })
    expect(dave.get(`${repository}/files/nope.md?ref=main`).json).toEqual({ message: '404 File Not Found' })
    expect(dave.get(`${repository}/files/..%2Fx?ref=main`).json).toEqual({
      error: 'file_path should be a valid file path',
    })
  })

  test('are created, changed and deleted', () => {
    const carol = callsOf(base.fork(), 'carol')
    const path = `${repository}/files/docs%2Fplan.v1.md`
    const body = { branch: 'plan', start_branch: 'main', commit_message: 'Plan', content: 'one\n' }
    expect(carol.post(path, body)).toMatchObject({
      status: 201,
      json: { file_path: 'docs/plan.v1.md', branch: 'plan' },
    })
    const again = { ...body, start_branch: undefined }
    expect(carol.post(path, again).json).toEqual({ message: 'A file with this name already exists' })
    expect(carol.put(path, { ...again, content: 'dHdvCg==', encoding: 'base64' }).status).toBe(200)
    expect(text(carol.get(`${path}/raw?ref=plan`).body as Uint8Array)).toBe('two\n')
    expect(carol.put(path, { ...again, last_commit_id: 'a'.repeat(40) }).json).toEqual({
      message: 'You are attempting to update a file that has changed since you started editing it.',
    })
    expect(carol.delete(path, { branch: 'plan', commit_message: 'Give up' })).toMatchObject({
      status: 204,
      body: null,
    })
    expect(carol.delete(path, { branch: 'plan', commit_message: 'Give up' }).json).toEqual({
      message: "A file with this name doesn't exist",
    })
  })

  test('are not deleted where a later commit is unknown to the client', () => {
    const bob = callsOf(base.fork(), 'bob')
    const at = `${repository}/files/README.md?branch=main&commit_message=x`
    const [, first] = bob.get(`${repository}/commits?per_page=2`).json
    expect(bob.delete(`${at}&last_commit_id=${first.parent_ids[0]}`).json).toEqual({
      message: 'You are attempting to delete a file that has been previously updated.',
    })
    const known = bob.get(`${repository}/files/README.md?ref=main`).json.last_commit_id
    expect(bob.delete(`${at}&last_commit_id=${known}`).status).toBe(204)
  })

  test.each([
    ['start]=2&range[end]=1', { message: 'range[start] must be less than or equal to range[end]' }],
    ['start]=1', { error: 'range[end] is missing, range[end] is empty' }],
    ['start]=&range[end]=', { error: 'range[start] is empty, range[end] is empty' }],
    [
      'start]=-2&range[end]=0',
      { error: 'range[start] does not have a valid value, range[end] does not have a valid value' },
    ],
  ])('are not blamed for the lines range[%s', (range, json) => {
    const reply = callsOf(base.fork(), 'bob').get(
      `${repository}/files/README.md/blame?ref=main&range[${range}`,
    )
    expect([reply.status, reply.json]).toEqual([400, json])
  })

  test('on a protected branch are left to those who may push to it', () => {
    const simulator = base.fork()
    const body = { branch: 'main', commit_message: 'x', content: 'x' }
    expect(callsOf(simulator, 'carol').post(`${repository}/files/x.txt`, body)).toMatchObject({
      status: 400,
      json: { message: 'You are not allowed to push into this branch' },
    })
    expect(callsOf(simulator, 'dave').post(`${repository}/files/x.txt`, body).status).toBe(403)
    expect(callsOf(simulator, 'bob').post(`${repository}/files/x.txt`, body).status).toBe(201)
  })
})
