import { describe, expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const options = { rateLimits: true, clock: 'frozen', settingsCache: 0 } as const
const limited = () => testSimulator({ ...options, release: '18.9' })

// Each row reads what a setting limits.
const counted = [
  ['projects_api_limit', '/projects?per_page=1'],
  ['project_api_limit', '/projects/1'],
  ['user_projects_api_limit', '/users/2/projects'],
  ['user_contributed_projects_api_limit', '/users/2/contributed_projects'],
  ['user_starred_projects_api_limit', '/users/2/starred_projects'],
  ['groups_api_limit', '/groups'],
  ['group_api_limit', '/groups/1'],
  ['group_projects_api_limit', '/groups/1/projects'],
  ['group_invited_groups_api_limit', '/groups/1/invited_groups'],
  ['project_invited_groups_api_limit', '/projects/1/invited_groups'],
  ['users_api_limit_followers', '/users/2/followers'],
  ['users_api_limit_following', '/users/2/following'],
  ['users_api_limit_status', '/users/2/status'],
  ['users_api_limit_ssh_keys', '/users/2/keys'],
  ['users_api_limit_ssh_key', '/users/2/keys/1'],
  ['users_api_limit_gpg_keys', '/users/2/gpg_keys'],
  ['users_api_limit_gpg_key', '/users/2/gpg_keys/1'],
  ['project_members_api_limit', '/projects/1/members/all'],
  ['project_jobs_api_rate_limit', '/projects/1/jobs'],
] as const

describe('limits of newer releases', () => {
  test('let in what their settings say, for each user, and everything where they say 0', () => {
    const sim = limited()
    const set = (limit: number) =>
      callsOf(sim, 'root').put(
        '/application/settings',
        Object.fromEntries(counted.map(([name]) => [name, limit])),
      )
    expect(set(1).status).toBe(200)
    const [alice, bob] = [callsOf(sim, 'alice'), callsOf(sim, 'bob')]
    for (const [, path] of counted) {
      const first = alice.get(path).status
      expect([path, first === 200 || first === 404, alice.get(path).status, bob.get(path).status]).toEqual([
        path,
        true,
        429,
        first,
      ])
    }
    expect(alice.get('/projects/1').headers['Retry-After']).toBe('60')
    expect(alice.get('/projects?per_page=1').headers['Retry-After']).toBe('600')
    set(0)
    for (const [, path] of counted) expect(alice.get(path).status).not.toBe(429)
  })

  test('are not those of 15.8', () => {
    const alice = callsOf(testSimulator(options), 'alice')
    const sent = () => alice.post('/projects/1/hooks/999/test/push_events').status
    expect(Array.from({ length: 6 }, sent)).toEqual(Array(6).fill(404))
  })

  test('let a user remove as many members a minute of each place as the setting says', () => {
    const sim = limited()
    callsOf(sim, 'root').put('/application/settings', { members_delete_limit: 1 })
    const remove = (user: number) => callsOf(sim, 'alice').delete(`/projects/1/members/${user}`).status
    expect([remove(999), remove(999)]).toEqual([404, 429])
    expect(callsOf(sim, 'alice').delete('/groups/1/members/999').status).toBe(404)
  })

  test('let each job add to its log as often as the setting says, whatever its token', () => {
    const sim = limited()
    callsOf(sim, 'root').put('/application/settings', {
      runner_jobs_patch_trace_api_limit: 1,
      runner_jobs_endpoints_api_limit: 1,
      runner_jobs_request_api_limit: 1,
    })
    const runner = callsOf(sim)
    expect([1, 1, 2].map((id) => runner.send('PATCH', `/jobs/${id}/trace?token=x`).status)).toEqual([
      403, 429, 403,
    ])
    expect([1, 2].map((id) => runner.put(`/jobs/${id}`, { token: 'x' }).status)).toEqual([403, 403])
    expect(runner.get('/jobs/1/artifacts?token=x').status).toBe(429)
    const ask = (token: string) => runner.post('/jobs/request', { token }).status
    expect([ask('x'), ask('x'), ask('y')]).toEqual([403, 429, 403])
  })

  test('let five tests of webhooks a minute of a project in', () => {
    const alice = callsOf(limited(), 'alice')
    const sent = () => alice.post('/projects/1/hooks/999/test/push_events').status
    expect(Array.from({ length: 6 }, sent)).toEqual([404, 404, 404, 404, 404, 429])
  })

  test('let a large file be read five times a minute as JSON, whoever reads, and raw as often as one likes', () => {
    const sim = limited()
    const [alice, bob] = [callsOf(sim, 'alice'), callsOf(sim, 'bob')]
    const file = '/projects/1/repository/files/large.txt'
    expect(
      alice.post(file, { branch: 'main', commit_message: 'm', content: 'a'.repeat(10 * 1024 * 1024 + 1) })
        .status,
    ).toBe(201)
    const sha = alice.send('HEAD', `${file}?ref=main`).headers['X-Gitlab-Blob-Id']
    const blob = `/projects/1/repository/blobs/${sha}`
    const read = [alice, bob, alice, bob].map((calls) => calls.send('HEAD', blob).status)
    expect(read).toEqual([200, 200, 200, 200])
    const refused = bob.get(blob)
    expect([refused.status, refused.json.message.error]).toEqual([
      429,
      expect.stringContaining("over the threshold size of 10485760.\nAccess this blob using '/projects/:id/"),
    ])
    expect(bob.send('HEAD', `${blob}/raw`).status).toBe(200)
    expect(bob.get('/projects/1/repository/files/README.md?ref=main').status).toBe(200)
  })
})
