import { beforeEach, describe, expect, test } from 'vitest'
import type { OutboundCall, RemoteReply } from '../../lib/outbound.ts'
import type { Hook } from '../../model/hooks/hook.ts'
import { callsFor } from '../../model/hooks/hooks.ts'
import { callsOf, testSimulator } from '../../testing/calls.ts'

let told: OutboundCall[] = []
beforeEach(() => {
  told = []
})
const remoteHost = (call: OutboundCall): RemoteReply => {
  told.push(call)
  return { reached: true, status: 200, headers: {}, body: new Uint8Array() }
}
const base = testSimulator({ remoteHost })
const url = 'http://127.0.0.1:9/hook'

/** The requests that hooks received: the event header and the payload. */
function events() {
  return told.map(({ headers, body }) => [headers?.['X-Gitlab-Event'], JSON.parse(String(body))])
}

describe.each([
  ['/projects/1/hooks', 'bob', 'carol'],
  ['/groups/1/hooks', 'alice', 'bob'],
  ['/hooks', 'root', 'alice'],
])('hooks at %s', (path, who, other) => {
  test('are added, updated and deleted', () => {
    const sim = base.fork()
    const me = callsOf(sim, who)
    const made = me.post(path, { url, token: 'secret', tag_push_events: true })
    expect(made).toMatchObject({
      status: 201,
      json: { url, tag_push_events: true, merge_requests_events: false },
    })
    expect(made.json).not.toHaveProperty('token')
    expect(me.get(path).json).toEqual([made.json])
    const changed = me.put(`${path}/${made.json.id}`, { merge_requests_events: true })
    expect(changed.json).toEqual({ ...made.json, merge_requests_events: true })
    expect(me.get(`${path}/${made.json.id}`).json).toEqual(changed.json)
    expect(me.delete(`${path}/${made.json.id}`).status).toBe(204)
    expect(me.get(`${path}/${made.json.id}`).status).toBe(404)
  })

  test('are refused for an invalid URL, and to others', () => {
    const sim = base.fork()
    expect(callsOf(sim, who).post(path, { url: 'ftp://example.com' })).toMatchObject({
      status: 422,
      json: { error: 'Invalid url given' },
    })
    expect(callsOf(sim, other).get(path).status).toBe(403)
    expect(callsOf(sim, who).get(path).json).toEqual([])
  })
})

describe('events are sent', () => {
  const hooked = (events: object, path = '/projects/1/hooks', who = 'root', sim = base.fork()) => {
    callsOf(sim, who).post(path, { url, token: 'secret', push_events: false, ...events })
    return sim
  }

  test('at once, with the token and the names of the event', () => {
    const carol = callsOf(hooked({ issues_events: true }), 'carol')
    carol.post('/projects/1/issues', { title: 'Told' })
    expect(told).toHaveLength(1)
    expect(told[0]).toMatchObject({
      method: 'POST',
      url,
      headers: {
        'X-Gitlab-Event': 'Issue Hook',
        'X-Gitlab-Token': 'secret',
        'Content-Type': 'application/json',
      },
    })
    expect(events()[0]?.[1]).toMatchObject({
      object_kind: 'issue',
      user: { username: 'carol' },
      project: { id: 1, path_with_namespace: 'acme/webapp' },
      object_attributes: { title: 'Told', action: 'open' },
    })
  })

  test('of issues as they change, with what changed', () => {
    const carol = callsOf(hooked({ issues_events: true }), 'carol')
    const { iid } = carol.post('/projects/1/issues', { title: 'Told' }).json
    carol.put(`/projects/1/issues/${iid}`, { title: 'Other' })
    carol.put(`/projects/1/issues/${iid}`, { state_event: 'close' })
    expect(events().map(([, it]) => [it.object_attributes.action, it.changes.title])).toEqual([
      ['open', { previous: null, current: 'Told' }],
      ['update', { previous: 'Told', current: 'Other' }],
      ['close', undefined],
    ])
  })

  test('of pushes with their commits, to matching branches', () => {
    const sim = hooked({ push_events: true, push_events_branch_filter: 'topic-*' })
    const carol = callsOf(sim, 'carol')
    const commit = (branch: string) =>
      carol.post('/projects/1/repository/commits', {
        branch,
        start_branch: 'main',
        commit_message: 'Told',
        actions: [{ action: 'create', file_path: 'told.txt', content: 'a' }],
      }).json.id
    const id = commit('topic-told')
    commit('other')
    expect(events()).toMatchObject([
      [
        'Push Hook',
        {
          ref: 'refs/heads/topic-told',
          before: '0'.repeat(40),
          after: id,
          user_username: 'carol',
          total_commits_count: 1,
          commits: [{ id, added: ['told.txt'], modified: [], removed: [] }],
        },
      ],
    ])
  })

  test('of merge requests from opening to merge', () => {
    const sim = hooked({ merge_requests_events: true, note_events: true }, '/groups/1/hooks', 'alice')
    const bob = callsOf(sim, 'bob')
    bob.post('/projects/1/repository/commits', {
      branch: 'told',
      start_branch: 'main',
      commit_message: 'Told',
      actions: [{ action: 'create', file_path: 'told.txt', content: 'a' }],
    })
    const wish = { source_branch: 'told', target_branch: 'main', title: 'Told' }
    const { iid } = bob.post('/projects/1/merge_requests', wish).json
    bob.post(`/projects/1/merge_requests/${iid}/notes`, { body: 'A note' })
    bob.put(`/projects/1/merge_requests/${iid}/merge`, {})
    const seen = events().map(([name, it]) => [
      name,
      it.object_attributes.action ?? it.object_attributes.note,
    ])
    expect(seen.filter(([, what]) => what !== 'update')).toEqual([
      ['Merge Request Hook', 'open'],
      ['Note Hook', 'A note'],
      ['Merge Request Hook', 'merge'],
    ])
  })

  test('of tags, releases and the instance', () => {
    const sim = hooked({ tag_push_events: true, releases_events: true })
    callsOf(sim, 'root').post('/hooks', { url })
    callsOf(sim, 'bob').post('/projects/1/releases', { tag_name: 'told', ref: 'main' })
    callsOf(sim, 'alice').post('/projects', { name: 'Told' })
    expect(events().map(([name, it]) => [name, it.object_kind ?? it.event_name])).toEqual([
      ['Tag Push Hook', 'tag_push'],
      ['Release Hook', 'release'],
      ['System Hook', 'project_create'],
    ])
  })

  test('of pages of a wiki', () => {
    const sim = hooked({ wiki_page_events: true })
    const bob = callsOf(sim, 'bob')
    bob.post('/projects/1/wikis', { title: 'Told', content: 'One' })
    bob.put('/projects/1/wikis/Told', { content: 'Two' })
    bob.delete('/projects/1/wikis/Told')
    const pages = events().map(([name, { object_kind, object_attributes: page }]) => [
      name,
      object_kind,
      page.action,
      page.content,
    ])
    expect(pages).toEqual([
      ['Wiki Page Hook', 'wiki_page', 'create', 'One'],
      ['Wiki Page Hook', 'wiki_page', 'update', 'Two'],
      ['Wiki Page Hook', 'wiki_page', 'delete', 'Two'],
    ])
  })

  test('of members and subgroups, to the groups above', () => {
    const later = testSimulator({ remoteHost, release: '17.11' })
    const sim = hooked({ member_events: true, subgroup_events: true }, '/groups/1/hooks', 'root', later)
    const root = callsOf(sim, 'root')
    const { id } = root.post('/groups', { name: 'Told', path: 'told', parent_id: 1 }).json
    const wish = { username: 'ivo', email: 'ivo@example.com', name: 'Ivo', force_random_password: true }
    const user_id = root.post('/users', wish).json.id
    told = []
    root.post(`/groups/${id}/members`, { user_id, access_level: 10, expires_at: '2031-02-03' })
    root.put(`/groups/${id}/members/${user_id}`, { access_level: 30 })
    root.delete(`/groups/${id}/members/${user_id}`)
    const names = events().map(([name, it]) => [name, it.event_name, it.group_path, it.group_access])
    expect(names).toEqual([
      ['Member Hook', 'user_add_to_group', 'told', 'Guest'],
      ['Member Hook', 'user_update_for_group', 'told', 'Developer'],
      ['Member Hook', 'user_remove_from_group', 'told', 'Developer'],
    ])
    expect(events()[0]?.[1]).toMatchObject({ expires_at: '2031-02-03T00:00:00Z', user_username: 'ivo' })
  })

  test('of members to no hook that the API made, before it took them', () => {
    const sim = base.fork()
    const hook = callsOf(sim, 'root').post('/groups/1/hooks', { url, member_events: true }).json
    expect(hook).not.toHaveProperty('member_events')
  })

  test('of a new subgroup, to the group above', () => {
    const sim = hooked({ subgroup_events: true }, '/groups/1/hooks')
    callsOf(sim, 'root').post('/groups', { name: 'Told', path: 'told', parent_id: 1 })
    expect(events()).toMatchObject([
      ['Subgroup Hook', { event_name: 'subgroup_create', path: 'told', parent_group_id: 1 }],
    ])
  })

  test('never to a deleted hook, or to one with the event disabled', () => {
    const sim = hooked({ push_events: false })
    callsOf(sim, 'carol').post('/projects/1/issues', { title: 'Quiet' })
    expect(told).toEqual([])
  })
})

test.each([
  ['bob', '/projects/1/hooks'],
  ['alice', '/groups/1/hooks'],
  ['root', '/hooks'],
])('in newer releases %s gives a webhook at %s a name', (user, path) => {
  const calls = callsOf(testSimulator({ release: '18.9' }), user)
  const url = 'https://one.example/hook'
  const named = { name: 'Chat', description: 'Tells the team' }
  const { id } = calls.post(path, { url, ...named }).json
  expect(calls.get(`${path}/${id}`).json).toMatchObject(named)
  expect(calls.put(`${path}/${id}`, { name: 'Talk' }).json).toMatchObject({ ...named, name: 'Talk' })
  expect(calls.post(path, { url }).json).toMatchObject({ name: null, description: null })
})

describe('webhooks at release 18.9', () => {
  const later = testSimulator({ remoteHost, release: '18.9' })

  test('are told of reactions, feature flags, milestones and projects', () => {
    const sim = later.fork()
    const bob = callsOf(sim, 'bob')
    const wanted = { emoji_events: true, feature_flag_events: true, milestone_events: true }
    expect(bob.post('/projects/1/hooks', { url, push_events: false, ...wanted }).json).toMatchObject(wanted)
    bob.post('/projects/1/issues/1/award_emoji', { name: 'tada' })
    bob.post('/projects/1/feature_flags', { name: 'dark', version: 'new_version_flag', active: false })
    bob.put('/projects/1/feature_flags/dark', { active: true })
    const milestone = bob.post('/projects/1/milestones', { title: 'Later' }).json
    bob.put(`/projects/1/milestones/${milestone.id}`, { state_event: 'close' })
    bob.delete(`/projects/1/milestones/${milestone.id}`)
    const alice = callsOf(sim, 'alice')
    alice.post('/groups/1/hooks', { url, push_events: false, project_events: true })
    alice.post('/projects', { name: 'Fresh', namespace_id: 1 })
    sim.clock.advance(1000)
    expect(events()).toMatchObject([
      ['Emoji Hook', { event_type: 'award', object_attributes: { name: 'tada', awardable_type: 'Issue' } }],
      ['Feature Flag Hook', { object_attributes: { name: 'dark', active: true } }],
      ['Milestone Hook', { action: 'create', object_attributes: { title: 'Later' } }],
      ['Milestone Hook', { action: 'close' }],
      ['Milestone Hook', { action: 'delete' }],
      ['Project Hook', { event_name: 'project_create', name: 'Fresh' }],
    ])
  })

  test('send a template of their own and further headers, until the address is another', () => {
    const sim = later.fork()
    const bob = callsOf(sim, 'bob')
    const made = bob.post('/projects/1/hooks', {
      url,
      push_events: false,
      issues_events: true,
      custom_webhook_template:
        '{"what": "{{object_kind}}", "title": "{{object_attributes.title}}", "no": "{{a.b}}"}',
      custom_headers: [{ key: 'X-Team', value: 'secret' }],
    }).json
    expect(made.custom_headers).toEqual([{ key: 'X-Team' }])
    bob.post('/projects/1/issues', { title: 'A "quoted" one' })
    sim.clock.advance(1000)
    expect(events()).toEqual([['Issue Hook', { what: 'issue', title: 'A "quoted" one', no: '' }]])
    expect(told[0]?.headers).toMatchObject({ 'X-Team': 'secret' })
    const shown = sim.handle({
      method: 'GET',
      url: `/_forgery/requests/${sim.journal.entries().at(-1)?.id}`,
      headers: {},
    })
    expect(String(shown.body)).toContain('"X-Team": "[redacted]"')
    const moved = bob.put(`/projects/1/hooks/${made.id}`, { url: `${url}/other` }).json
    expect(moved.custom_headers).toEqual([])
    for (const custom_headers of [[{ key: 'X-Gitlab-Token', value: '1' }], [{ key: '-x', value: '1' }]])
      expect(bob.post('/projects/1/hooks', { url, custom_headers }).status).toBe(422)
  })

  test('fill in their variables, which are dropped before another address gets them', () => {
    const sim = base.fork()
    const bob = callsOf(sim, 'bob')
    const url_variables = [{ key: 'team', value: 'blue' }]
    const wish = { url: `${url}/{team}`, issues_events: true, url_variables }
    const made = bob.post('/projects/1/hooks', wish).json
    expect(made.url_variables).toEqual([{ key: 'team' }])
    bob.post('/projects/1/issues', { title: 'Tell them' })
    sim.clock.advance(1000)
    expect(told.at(-1)?.url).toBe(`${url}/blue`)
    // Their values are secrets: people are shown the address without them.
    const shown = String(sim.handle({ method: 'GET', url: '/_forgery/requests', headers: {} }).body)
    expect([shown.includes('/hook/blue'), shown.includes('/hook/{team}')]).toEqual([false, true])
    const at = `/projects/1/hooks/${made.id}`
    expect(bob.put(`${at}/url_variables/team`, { value: 'red' })).toMatchObject({
      status: 422,
      json: { error: 'Illegal key or value' },
    })
    expect(bob.put(at, { url: `${url}/other/{team}` }).status).toBe(422)
    const other = [{ key: 'group', value: 'green' }]
    expect(bob.put(at, { url: `${url}/{team}/{group}`, url_variables: other }).status).toBe(422)
    expect(bob.put(at, { url: `${url}/plain` }).json.url_variables).toEqual([])
  })

  test('are called for all branches where they compare none', () => {
    const bob = callsOf(later.fork(), 'bob')
    const sent = { url, push_events_branch_filter: 'x', branch_filter_strategy: 'all_branches' }
    expect(bob.post('/projects/1/hooks', sent).json).toMatchObject({
      branch_filter_strategy: 'all_branches',
      push_events_branch_filter: null,
    })
    expect(bob.post('/projects/1/hooks', { ...sent, branch_filter_strategy: 'none' }).status).toBe(400)
  })

  test('compare branches with a regular expression, which no branch makes slow', () => {
    const bob = callsOf(later.fork(), 'bob')
    const send = (push_events_branch_filter: string) =>
      bob.post('/projects/1/hooks', { url, push_events_branch_filter, branch_filter_strategy: 'regex' })
    const hook = { owner: 'project', branchStrategy: 'regex' } as Hook
    const isCalled = (branchFilter: string, branch: string) => callsFor({ ...hook, branchFilter }, branch)
    expect(send('^release/\\d+(\\.x)?$').json).toMatchObject({
      push_events_branch_filter: '^release/\\d+(\\.x)?$',
    })
    expect(isCalled('^release/\\d+(\\.x)?$', 'release/16.x')).toBe(true)
    expect(isCalled('^release/\\d+(\\.x)?$', 'my/release/16')).toBe(false)
    expect(isCalled('^(a+)+$', `${'a'.repeat(500)}b`)).toBe(false)
    for (const none of ['(', '\\1', 'a{5000}'])
      expect(send(none)).toMatchObject({ status: 422, json: { error: 'Invalid branch filter given' } })
  })
})
