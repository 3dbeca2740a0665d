import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'
import { archiveOf, exported, least, lines, upload } from './testing/archives.ts'

const here = perTest()
const real = perTest({ dialect: 'real' })
const archive = archiveOf(least)

function own(at: typeof here, user: string, namespace: string) {
  const { json } = upload(at.as(user), archive, { path: 'placed', namespace })
  at.sim.clock.advance('5s')
  const members: readonly { username: string; access_level: number }[] = at
    .as('root')
    .get(`/projects/${json.id}/members`).json
  return members.map(({ username, access_level }) => [username, access_level])
}

describe('who imports', () => {
  test.each([
    ['alice', 'acme', 40],
    ['bob', 'acme', 40],
    ['root', 'acme', 40],
    ['alice', 'alice', 50],
  ])('%s into %s, is a member with the level %i', (user, namespace, level) => {
    expect(own(here, user, namespace)).toEqual([[user, level]])
  })

  test('is no more in the project than in its group', () => {
    expect(own(real, 'carol', 'acme')).toEqual([['carol', 30]])
  })
})

describe('the place of an import', () => {
  test('may be told by id, by path, and with a slash before it', () => {
    for (const [i, namespace] of ['1', 'acme', 'Acme', '/acme'].entries())
      expect(upload(here.as('alice'), archive, { path: `p${i}`, namespace }).json.path_with_namespace).toBe(
        `acme/p${i}`,
      )
  })

  test('may be filled up to the limit of a user', () => {
    const { namespaceId } = here.sim.world.users.require(2)
    const count = here.sim.world.projects.by('byNamespace', 'user', namespaceId).count()
    here.sim.world.users.update(2, { projectsLimit: count + 1 })
    expect(upload(here.as('alice'), archive, { path: 'last' }).status).toBe(201)
    expect(upload(here.as('alice'), archive, { path: 'one-more' }).status).toBe(400)
  })

  test('is no further from the public than the group, and has its default branch protected', () => {
    const bytes = exported(here.as('root'), 3, (by) => here.sim.clock.advance(by))
    const { json } = upload(here.as('alice'), bytes, { path: 'copy', namespace: 'acme' })
    here.sim.clock.advance('5s')
    const alice = here.as('alice')
    expect(alice.get(`/projects/${json.id}`).json.visibility).toBe('private')
    const branches: readonly { name: string }[] = alice.get(`/projects/${json.id}/protected_branches`).json
    expect(branches.map(({ name }) => name)).toContain('main')
  })
})

test('a target branch that is gone comes back for an open merge request', () => {
  const alice = here.as('alice')
  const bytes = () => exported(alice, 1, (by) => here.sim.clock.advance(by))
  const open: readonly { iid: number; target_branch: string; source_project_id: number }[] = alice.get(
    '/projects/1/merge_requests?state=opened&per_page=100',
  ).json
  const { iid } = open.find(({ source_project_id }) => source_project_id === 1) ?? { iid: 0 }
  alice.post('/projects/1/repository/branches', { branch: 'going', ref: 'main' })
  expect(alice.put(`/projects/1/merge_requests/${iid}`, { target_branch: 'going' }).status).toBe(200)
  alice.delete('/projects/1/repository/branches/going')
  const { json } = upload(alice, bytes(), { path: 'copy' })
  here.sim.clock.advance('5s')
  expect(alice.get(`/projects/${json.id}/import`).json.import_status).toBe('finished')
  expect(alice.get(`/projects/${json.id}/repository/branches/going`).status).toBe(200)
})

test('failures are told newest first, and no more than a hundred of them', () => {
  const bad = lines(...Array.from({ length: 120 }, () => ({ title: '' })))
  const files = { ...least, 'tree/project/milestones.ndjson': bad }
  const { json } = upload(here.as('alice'), archiveOf(files), { path: 'failing' })
  here.sim.clock.advance('5s')
  const status = here.as('alice').get(`/projects/${json.id}/import`).json
  expect(status.import_status).toBe('finished')
  const told: readonly { line_number: number }[] = status.failed_relations
  expect(told.map(({ line_number }) => line_number)).toEqual(Array.from({ length: 100 }, (_, i) => 119 - i))
})
