import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()
const as = (user?: string) => here.as(user)
const SCOPE = '/projects/2/job_token_scope'
const asJob = (path: string) =>
  here.as().send('GET', path, { headers: { 'job-token': 'acme-webapp-job-token' } }).status

test('a job is let into another project by being listed, by its group, or where all are', () => {
  const path = '/projects/2/releases'
  as('root').put('/projects/2', { visibility: 'private' })
  expect(asJob(path)).toBe(404)
  expect(as('alice').post(`${SCOPE}/allowlist`, { target_project_id: 1 }).status).toBe(201)
  expect(asJob(path)).toBe(200)
  expect(as('alice').delete(`${SCOPE}/allowlist/1`).status).toBe(204)
  expect(asJob(path)).toBe(404)
  as('alice').post(`${SCOPE}/groups_allowlist`, { target_group_id: 1 })
  expect(asJob(path)).toBe(200)
  as('alice').delete(`${SCOPE}/groups_allowlist/1`)
  const open = { headers: { 'content-type': 'application/json' }, body: '{"enabled":false}' }
  expect(as('alice').send('PATCH', SCOPE, open).status).toBe(204)
  expect(asJob(path)).toBe(200)
})

test('what is not there cannot be listed, and what is deleted is no longer', () => {
  expect(as('alice').post(`${SCOPE}/allowlist`, { target_project_id: 8 }).json).toEqual({
    message: '404 Project Not Found',
  })
  expect(as('alice').delete(`${SCOPE}/allowlist/1`).json.message).toBe(
    '400 Bad request - Target project is not in the job token scope',
  )
  as('alice').post(`${SCOPE}/allowlist`, { target_project_id: 6 })
  const listed = () =>
    as('alice')
      .get(`${SCOPE}/allowlist`)
      .json.map(({ id }: { id: number }) => id)
  expect(listed()).toEqual([2, 6])
  as('root').delete('/projects/6?permanently_remove=true&full_path=acme/empty')
  expect(as('carol').get(SCOPE).status).toBe(403)
})

describe('in the newest release', () => {
  const newest = perTest({ release: '18.9' })
  const SWITCH = 'enforce_ci_inbound_job_token_scope_enabled'
  const isLimited = () => newest.as('alice').get(SCOPE).json.inbound_enabled

  test('a project lets in the jobs of all others only while the installation lets it', () => {
    const open = { headers: { 'content-type': 'application/json' }, body: '{"enabled":false}' }
    expect(newest.as('root').get('/application/settings').json[SWITCH]).toBe(true)
    expect(newest.as('alice').send('PATCH', SCOPE, open).status).toBe(204)
    expect(isLimited()).toBe(true)
    expect(newest.as('root').put('/application/settings', { [SWITCH]: false }).json[SWITCH]).toBe(false)
    newest.sim.clock.advance('2m')
    expect(isLimited()).toBe(false)
  })
})
