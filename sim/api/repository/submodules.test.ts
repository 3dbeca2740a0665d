import { beforeEach, expect, test } from 'vitest'
import { readCommit } from '../../git/objects.ts'
import { entryAt } from '../../git/tree.ts'
import { draftTree } from '../../git/tree-draft.ts'
import type { OutboundCall } from '../../lib/outbound.ts'
import { repositoryOf } from '../../model/repository/repository.ts'
import { perTest } from '../../testing/per-test.ts'

let told: OutboundCall[] = []

const here = perTest({
  remoteHost: (call) => {
    told.push(call)
    return { reached: true, status: 200, headers: {}, body: new Uint8Array() }
  },
})

beforeEach(() => {
  told = []
})

const as = (user?: string) => here.as(user)

test('a submodule is pointed at another commit', () => {
  const { world } = here.sim
  const project = world.projects.require(1)
  const { objects, refs } = repositoryOf(world, project)
  const head = readCommit(objects, refs.get('refs/heads/main') ?? '')
  const draft = draftTree(objects, head.tree)
  draft.set('vendor/lib', { mode: '160000', id: 'a'.repeat(40) })
  const parents = [refs.get('refs/heads/main') ?? '']
  const id = objects.put({
    ...head,
    type: 'commit',
    tree: draft.write(),
    parents,
    message: 'Add a submodule\n',
  })
  refs.set('refs/heads/with-submodule', id)
  const path = '/projects/1/repository/submodules/vendor%2Flib'
  const wish = { branch: 'with-submodule', commit_sha: 'b'.repeat(40) }
  expect(as('dave').put(path, wish).status).toBe(403)
  const { status, json } = as('carol').put(path, wish)
  expect(status).toBe(200)
  expect(json).toMatchObject({
    message: `Update submodule vendor/lib with oid ${'b'.repeat(40)}`,
    parent_ids: [id],
  })
  const after = readCommit(repositoryOf(here.sim.world, project).objects, json.id)
  expect(entryAt(objects, after.tree, 'vendor/lib')).toMatchObject({ type: 'commit', id: 'b'.repeat(40) })
  const refused = (more: object) => as('carol').put(path, { ...wish, ...more }).json.message
  expect(refused({})).toBe(`The submodule vendor/lib is already at ${'b'.repeat(40)}`)
  expect(refused({ commit_sha: 'x' })).toBe('Invalid parameters')
  expect(refused({ branch: 'nowhere' })).toBe('You can only create or edit files when you are on a branch')
  expect(as('carol').put('/projects/1/repository/submodules/README.md', wish).json.message).toBe(
    'Invalid submodule path',
  )
})
