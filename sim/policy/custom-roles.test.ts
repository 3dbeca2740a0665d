import { expect, test } from 'vitest'
import { type Release, releases } from '../lib/releases/release.ts'
import { callsOf, testSimulator } from '../testing/calls.ts'

const [specification, , , newest] = releases

/** Mallory as a guest of acme with a custom role that has the permissions. */
function withRole(release: Release, ...permissions: readonly string[]) {
  const sim = testSimulator(release === specification ? {} : { release })
  const [alice, mallory] = [callsOf(sim, 'alice'), callsOf(sim, 'mallory')]
  const wish = Object.fromEntries(permissions.map((name) => [name, true]))
  const role = alice.post('/groups/1/member_roles', { name: 'Some', base_access_level: 10, ...wish }).json
  const member = { user_id: 7, access_level: 10, member_role_id: role.id }
  expect(alice.post('/groups/1/members', member).status).toBe(201)
  return { sim, alice, mallory }
}

test('the newest release lets a custom role do what its permissions say, and no more', () => {
  const { alice, mallory } = withRole(newest, 'admin_runners')
  alice.put('/runners/9', { locked: false })
  expect(alice.post('/projects/2/runners', { runner_id: 9 }).status).toBe(201)
  expect(mallory.get('/runners/9/jobs').status).toBe(200)
  expect(mallory.put('/runners/9', { paused: true }).status).toBe(200)
  expect(mallory.delete('/projects/2/runners/9').status).toBe(204)
  expect(mallory.get('/groups/1/runners').status).toBe(200)
  expect(mallory.get('/projects/1/protected_tags').status).toBe(403)
  expect(mallory.get('/projects/1/repository/tree').status).toBe(403)
})

test('a role that reads runners neither changes them nor sees their jobs', () => {
  const { mallory } = withRole(newest, 'read_runners')
  expect(mallory.get('/runners/9').status).toBe(200)
  expect(mallory.get('/runners/9/jobs').status).toBe(403)
  expect(mallory.put('/runners/9', { paused: true }).status).toBe(403)
})

test('a role that approves reads merge requests without their code', () => {
  const { mallory } = withRole(newest, 'admin_merge_request')
  expect(mallory.get('/projects/1/merge_requests?state=opened').json.length).toBeGreaterThan(0)
  expect(mallory.get('/projects/1/repository/tree').status).toBe(403)
})

test('a group lists what a role lets read as long as there is the role', () => {
  const { alice, mallory } = withRole(newest, 'admin_merge_request')
  const listed = () => Number(mallory.get('/groups/1/merge_requests').headers['X-Total'])
  const [role] = alice.get('/groups/1/member_roles').json
  const before = listed()
  expect(alice.delete(`/groups/1/member_roles/${role.id}`).status).toBe(204)
  expect(listed()).toBeLessThan(before)
})

test('a role ends with the membership, and with the plan', () => {
  const { sim, alice, mallory } = withRole(newest, 'read_code')
  expect(mallory.get('/projects/1/repository/tree').status).toBe(200)
  expect(mallory.get('/projects/3/repository/tree').status).toBe(200)
  alice.put('/groups/1/members/7', { access_level: 10, expires_at: '2024-01-02' })
  sim.clock.advance('2d')
  expect(mallory.get('/projects/1/repository/tree').status).toBe(404)
})

test('the release of the specification gives roles no effect', () => {
  const { mallory } = withRole(specification, 'read_code', 'manage_protected_tags')
  expect(mallory.get('/projects/1/repository/tree').status).toBe(403)
  expect(mallory.get('/projects/1/protected_tags').status).toBe(403)
})
