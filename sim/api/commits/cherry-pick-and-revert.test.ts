import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

const repository = '/projects/1/repository'

function commit(branch: string, content: string, start_branch?: string): string {
  const action = start_branch === undefined ? 'update' : 'create'
  const actions = [{ action, file_path: 'replayed.txt', content }]
  const made = { branch, commit_message: `Write ${branch}`, actions, start_branch }
  return here.as('carol').post(`${repository}/commits`, made).json.id
}

describe('an existing commit', () => {
  test('is cherry-picked to another branch, once', () => {
    const carol = here.as('carol')
    const id = commit('source', 'one\n', 'main')
    carol.post(`${repository}/branches`, { branch: 'target', ref: 'main' })
    const at = `${repository}/commits/${id}/cherry_pick`
    expect(carol.post(at, { branch: 'target', dry_run: true })).toMatchObject({
      status: 200,
      json: { dry_run: 'success' },
    })
    const picked = carol.post(at, { branch: 'target' })
    expect(picked).toMatchObject({
      status: 201,
      json: { message: `Write source\n\n(cherry picked from commit ${id})` },
    })
    expect(carol.get(`${repository}/branches/target`).json.commit.id).toBe(picked.json.id)
    expect(carol.post(at, { branch: 'target' })).toMatchObject({ status: 400, json: { error_code: 'empty' } })
  })

  test('is reverted, unless a later commit changed the same lines', () => {
    const carol = here.as('carol')
    commit('source', 'one\n', 'main')
    const second = commit('source', 'two\n')
    const at = `${repository}/commits/${second}/revert`
    expect(carol.post(at, { branch: 'source' }).json.message).toBe(
      `Revert "Write source"\n\nThis reverts commit ${second}`,
    )
    expect(carol.get(`${repository}/files/replayed.txt/raw?ref=source`).body).toEqual(
      new TextEncoder().encode('one\n'),
    )
    commit('source', 'three\n')
    expect(carol.post(at, { branch: 'source' })).toMatchObject({
      status: 400,
      json: { error_code: 'conflict' },
    })
  })

  test('needs a branch, and the right to push to it', () => {
    const id = commit('source', 'one\n', 'main')
    const at = `${repository}/commits/${id}/cherry_pick`
    expect(here.as('carol').post(at, { branch: 'nowhere' }).json).toEqual({ message: '404 Branch Not Found' })
    expect(here.as('dave').post(at, { branch: 'main' }).status).toBe(403)
    expect(here.as('carol').post(`${repository}/commits/nothing/revert`, { branch: 'source' }).json).toEqual({
      message: '404 Commit Not Found',
    })
  })

  test('has a sequence number and no signature', () => {
    const carol = here.as('carol')
    const before = carol.get(`${repository}/commits/main/sequence`).json.count
    const id = commit('source', 'one\n', 'main')
    expect(carol.get(`${repository}/commits/${id}/sequence`).json).toEqual({ count: before + 1 })
    expect(carol.get(`${repository}/commits/${id}/signature`).json).toEqual({
      message: '404 Signature Not Found',
    })
  })
})
