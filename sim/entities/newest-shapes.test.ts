import { expect, test } from 'vitest'
import { callsOf, testSimulator } from '../testing/calls.ts'

// Attributes that the service's own response schemas of its newest release demand, or do not know.
const newest = testSimulator({ release: '18.9' })
const first = testSimulator({ dialect: 'real' })

test('a job tells whether it is too old to be retried, and on which machine it ran', () => {
  const sim = newest.fork()
  const root = callsOf(sim, 'root')
  const [job] = root.get('/projects/1/jobs').json
  expect(job).toMatchObject({ archived: false, runner_manager: null })
  root.put('/application/settings', { archive_builds_in_human_readable: '1 day' })
  sim.clock.advance(100 * 86_400_000)
  expect(root.get(`/projects/1/jobs/${job.id}`).json.archived).toBe(true)
  expect(callsOf(first.fork(), 'root').get('/projects/1/jobs').json[0]).not.toHaveProperty('archived')
})

test('a strategy of a feature flag shows what its user list holds', () => {
  const lists = [newest, first].map((base) => {
    const bob = callsOf(base.fork(), 'bob')
    const strategies = [{ name: 'gitlabUserList', parameters: {}, user_list_id: 2 }]
    const sent = { name: 'new_flag', version: 'new_version_flag', strategies }
    const made = bob.post('/projects/1/feature_flags', sent)
    expect(made).toMatchObject({ status: 201 })
    return Object.keys(made.json.strategies[0].user_list)
  })
  expect(lists[0]).toEqual(['id', 'iid', 'name', 'user_xids'])
  expect(lists[1]).toContain('edit_path')
})

test('an access token tells whose it is', () => {
  const alice = callsOf(newest.fork(), 'alice')
  const sent = { name: 'bot', scopes: ['api'], expires_at: '2024-02-01' }
  for (const [path, type] of [
    ['/projects/1', 'project'],
    ['/groups/1', 'group'],
  ] as const)
    expect(alice.post(`${path}/access_tokens`, sent).json).toMatchObject({
      resource_type: type,
      resource_id: 1,
    })
})

test('the version is told as metadata are', () => {
  const root = callsOf(newest.fork(), 'root')
  expect(root.get('/version').json).toEqual(root.get('/metadata').json)
})

test('a pull mirror tells that its updates start pipelines of all branches', () => {
  const alice = callsOf(newest.fork(), 'alice')
  const mirror = alice.put('/projects/1/mirror/pull', { url: 'https://example.com/a.git' }).json
  expect(mirror).toMatchObject({ mirror_trigger_builds: true, mirror_branch_regex: null })
})

test('switches of the push rule of a group are off until they are sent', () => {
  const rules = [newest, first].map(
    (base) => callsOf(base.fork(), 'alice').post('/groups/1/push_rule', { deny_delete_tag: true }).json,
  )
  expect(rules.map((rule) => rule.reject_unsigned_commits)).toEqual([false, null])
})

test('a child epic is shown in short where it is created', () => {
  const alice = callsOf(newest.fork(), 'alice')
  const parent = alice.post('/groups/1/epics', { title: 'Parent' }).json
  const child = alice.post(`/groups/1/epics/${parent.iid}/epics`, { title: 'Child' }).json
  expect(child).toMatchObject({
    parent_id: parent.id,
    has_children: false,
    has_issues: false,
    reference: `&${child.iid}`,
    relation_url: `${parent.web_url}/links/${child.id}`,
  })
  expect(child).not.toHaveProperty('author')
})
