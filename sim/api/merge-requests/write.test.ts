import { beforeEach, describe, expect, test } from 'vitest'
import type { Simulator } from '../../simulator.ts'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const seeded = testSimulator()
let sim: Simulator
beforeEach(() => {
  sim = seeded.fork()
})
const as = (user?: string) => callsOf(sim, user)
const path = '/projects/1/merge_requests'
const BRANCH = 'feature/mine'

/** Puts a branch with one more file than the default branch. */
function branch(name = BRANCH, user = 'carol', project = 1) {
  const reply = as(user).post(`/projects/${project}/repository/commits`, {
    branch: name,
    start_branch: 'main',
    commit_message: `Add ${name}`,
    actions: [{ action: 'create', file_path: `notes/${name.replaceAll('/', '-')}.txt`, content: name }],
  })
  expect(reply.status).toBe(201)
  return reply.json.id as string
}
const minimal = { title: 'Mine', source_branch: BRANCH, target_branch: 'main' }
const create = (body: object = {}, user = 'carol') => as(user).post(path, { ...minimal, ...body })

describe('creation', () => {
  test('answers the whole merge request, ready to be merged', () => {
    const sha = branch()
    const main = sim.world.gitRefs.get('1:refs/heads/main')?.sha
    const reply = create()
    expect(reply.status).toBe(201)
    expect(reply.json).toMatchObject({
      project_id: 1,
      source_project_id: 1,
      target_project_id: 1,
      state: 'opened',
      draft: false,
      work_in_progress: false,
      sha,
      changes_count: '1',
      merge_status: 'can_be_merged',
      detailed_merge_status: 'mergeable',
      diff_refs: { base_sha: main, head_sha: sha, start_sha: main },
      reference: `!${reply.json.iid}`,
      references: {
        short: `!${reply.json.iid}`,
        relative: `!${reply.json.iid}`,
        full: `acme/webapp!${reply.json.iid}`,
      },
      web_url: `http://127.0.0.1:8080/acme/webapp/-/merge_requests/${reply.json.iid}`,
      subscribed: true,
      squash: false,
      description: null,
      discussion_locked: null,
      should_remove_source_branch: null,
      force_remove_source_branch: null,
      has_conflicts: false,
      approvals_before_merge: null,
      user: { can_merge: false },
    })
    expect(as('bob').get(`${path}/${reply.json.iid}`).json).toMatchObject({
      first_contribution: false,
      user: { can_merge: true },
    })
  })

  test('counts changed files up to a thousand', () => {
    const files = (count: number) =>
      Array.from({ length: count }, (_, i) => ({
        action: 'create',
        file_path: `many/${i}.txt`,
        content: `${i}`,
      }))
    for (const [name, count, shown] of [
      ['thousand', 1000, '1000'],
      ['more', 1001, '1000+'],
    ] as const) {
      const commit = { branch: name, start_branch: 'main', commit_message: 'Many', actions: files(count) }
      expect(as('carol').post('/projects/1/repository/commits', commit).status).toBe(201)
      expect(create({ source_branch: name }).json.changes_count).toBe(shown)
    }
  })

  test('names what is missing in the order of declaration', () => {
    expect(as('carol').post(path, {}).json).toEqual({
      error: 'title is missing, source_branch is missing, target_branch is missing',
    })
  })

  test.each([
    [{ title: '' }, 400, { title: ["can't be blank"] }],
    [{ source_branch: '' }, 400, { source_branch: ["can't be blank"] }],
    [{ source_branch: 'a..b' }, 400, { source_branch: ['is invalid'] }],
    [{ target_branch: 'a b' }, 400, { target_branch: ['is invalid'] }],
    [{ title: '', target_branch: '' }, 400, { title: ["can't be blank"], target_branch: ["can't be blank"] }],
    [{ source_branch: 'main' }, 422, ["You can't use same project/branch for source and target"]],
    [{ target_project_id: 3 }, 422, ['Source project is not a fork of the target project']],
    [{ target_project_id: 99_999 }, 404, '404 Not found'],
    [
      { source_branch: 'voucher-errors' },
      409,
      ['Another open merge request already exists for this source branch: !40'],
    ],
  ])('refuses %j', (body, status, message) => {
    const before = as('alice').get(`${path}?per_page=1`).headers['X-Total']
    const reply = create(body, 'alice')
    expect([reply.status, reply.json]).toEqual([status, { message }])
    expect(as('alice').get(`${path}?per_page=1`).headers['X-Total']).toBe(before)
  })

  test('bounds title and description, also when they change', () => {
    const title = { title: ['is too long (maximum is 255 characters)'] }
    const description = { description: ['is too long (maximum is 1048576 characters)'] }
    expect(create({ title: 'x'.repeat(256) }).json).toEqual({ message: title })
    expect(create({ description: 'x'.repeat(1_048_577) }).json).toEqual({ message: description })
    expect(as('carol').put(`${path}/40`, { title: 'x'.repeat(256) }).json).toEqual({ message: title })
    expect(create({ title: 'x'.repeat(255), description: 'x'.repeat(1_048_576) }).status).toBe(201)
  })

  test('takes a branch that does not exist, which cannot be merged', () => {
    expect(create({ source_branch: 'nowhere' }).json).toMatchObject({
      sha: null,
      changes_count: null,
      merge_status: 'cannot_be_merged',
      detailed_merge_status: 'broken_status',
    })
  })

  test('keeps whoever can read it and drops everybody else', () => {
    const { json } = create({ assignee_ids: [3, 7, 99_999, 6], reviewer_ids: [5] })
    expect(json.assignees.map((it: { username: string }) => it.username)).toEqual(['bob'])
    expect(json.assignee.username).toBe('bob')
    expect(json.reviewers.map((it: { username: string }) => it.username)).toEqual(['dave'])
    expect(create({ source_branch: 'b', assignee_id: 3 }).json.assignees).toHaveLength(1)
    expect(create({ source_branch: 'c', assignee_id: 0 }).json.assignees).toEqual([])
  })

  test('keeps all people on the free plan, and in the real service one assignee and one reviewer', () => {
    sim = testSimulator({ tier: 'free' })
    const all = create({ assignee_ids: [3, 2], reviewer_ids: [2, 3] }).json
    expect([all.assignees.length, all.reviewers.length]).toEqual([2, 2])
    sim = testSimulator({ tier: 'free', dialect: 'real' })
    const { json } = create({ assignee_ids: [3, 2], reviewer_ids: [2, 3] })
    expect([json.assignees.length, json.reviewers.length]).toEqual([1, 1])
    expect(sim.world.mergeRequests.require(json.id)).toMatchObject({ assigneeIds: [3], reviewerIds: [2] })
  })

  test('makes labels of unknown names, with the usual colour', () => {
    expect(create({ labels: 'brand new, bug' }).json.labels).toEqual(['brand new', 'bug'])
    expect(sim.world.labels.find('byProject', 1, 'brand new')?.color).toBe('#6699cc')
  })

  test('takes milestones of the project and of groups above it, and no others', () => {
    const group = sim.world.milestones.by('byGroup', 1).first()?.id
    const foreign = as('alice').post('/projects/2/milestones', { title: 'foreign' }).json.id
    expect(create({ milestone_id: group }).json.milestone.id).toBe(group)
    expect(create({ source_branch: 'b', milestone_id: foreign }).json.milestone).toBeNull()
  })

  test('carries out quick actions in the description and takes them out', () => {
    const description = 'Text\n/label ~bug\n/assign @bob\n/draft\n```\n/close\n```'
    expect(create({ description }).json).toMatchObject({
      title: 'Draft: Mine',
      labels: ['bug'],
      assignee: { username: 'bob' },
      description: 'Text\n```\n/close\n```',
      state: 'opened',
    })
  })

  test.each([
    ['Draft: x', true],
    ['draft:x', true],
    ['[Draft] x', true],
    ['(draft) x', true],
    ['WIP: x', false],
    ['Draft - x', false],
    ['x Draft: y', false],
  ])('takes %j for a draft: %s', (title, draft) => {
    expect(create({ title }).json).toMatchObject({ draft, work_in_progress: draft })
  })

  test('counts the tasks of the description', () => {
    const description =
      '- [ ] a\n* [x] b\n+ [X] c\n1. [ ] d\n2) [x] e\n  - [ ] f\n> - [x] g\n- [~] h\n```\n- [ ] i\n```'
    expect(create({ description }).json.task_completion_status).toEqual({ count: 7, completed_count: 4 })
  })

  test('takes approvals only above what the project asks for', () => {
    expect(create({ approvals_before_merge: 3 }).json.approvals_before_merge).toBeNull()
    const { approvals } = sim.world.projects.require(1)
    sim.world.projects.update(1, { approvals: { ...approvals, approvalsBeforeMerge: 2 } })
    expect(create({ source_branch: 'b', approvals_before_merge: 2 }).json.approvals_before_merge).toBeNull()
    expect(create({ source_branch: 'c', approvals_before_merge: 3 }).json.approvals_before_merge).toBe(3)
  })

  test('stores squash and the removal of the source branch', () => {
    expect(create({ squash: true, remove_source_branch: true }).json).toMatchObject({
      squash: true,
      force_remove_source_branch: true,
    })
  })

  test('from a fork belongs to the target, and lets maintainers push there if asked', () => {
    branch('from-fork', 'carol', 5)
    const body = { ...minimal, source_branch: 'from-fork', target_project_id: 1, allow_collaboration: true }
    expect(as('carol').post('/projects/5/merge_requests', body).json).toMatchObject({
      project_id: 1,
      source_project_id: 5,
      target_project_id: 1,
      allow_collaboration: true,
      allow_maintainer_to_push: true,
    })
    expect(create({ allow_collaboration: true }).json.allow_collaboration).toBe(false)
  })

  test('drops what only Developers of the target may set', () => {
    const row = sim.world.projects.require(1)
    sim.world.projects.put({ ...row, visibility: 'public' })
    as('mallory').post('/projects/1/fork', { namespace_path: 'mallory' })
    const fork = sim.world.projects.find('byFullPath', 'mallory/webapp')
    const body = {
      ...minimal,
      source_branch: 'release/1.4',
      target_project_id: 1,
      labels: 'bug',
      assignee_id: 3,
      milestone_id: 1,
    }
    const reply = as('mallory').post(`/projects/${fork?.id}/merge_requests`, body)
    expect([reply.status, reply.json.labels, reply.json.assignees, reply.json.milestone]).toEqual([
      201,
      [],
      [],
      null,
    ])
  })

  test('knows squash_on_merge in the dialect of the specification only', () => {
    expect(create({ squash_on_merge: true }).json.squash).toBe(true)
    sim = testSimulator({ dialect: 'real' })
    expect(create({ squash_on_merge: true }).json.squash).toBe(false)
  })
})

describe('update', () => {
  const edit = (body: object, user = 'carol', iid = 40) => as(user).put(`${path}/${iid}`, body)

  test.each([
    [{ title: 'New' }, { title: 'New' }],
    [{ description: 'New' }, { description: 'New' }],
    [{ labels: 'bug,docs' }, { labels: ['bug', 'docs'] }],
    [{ labels: '' }, { labels: [] }],
    [{ labels: [] }, { labels: [] }],
    [{ labels: null }, { labels: [] }],
    [{ add_labels: 'docs' }, { labels: ['bug', 'checkout', 'docs'] }],
    [{ remove_labels: 'bug,unknown' }, { labels: ['checkout'] }],
    [{ labels: 'a', add_labels: 'b,c', remove_labels: 'c,a' }, { labels: ['b'] }],
    [{ assignee_ids: [2, 3] }, { assignees: [{ username: 'alice' }, { username: 'bob' }] }],
    [{ assignee_ids: 0 }, { assignees: [] }],
    [{ assignee_ids: '' }, { assignees: [] }],
    [{ assignee_ids: [] }, { assignees: [] }],
    [{ assignee_id: 0 }, { assignees: [] }],
    [{ reviewer_ids: [2] }, { reviewers: [{ username: 'alice' }] }],
    [{ reviewer_ids: [0] }, { reviewers: [] }],
    [{ milestone_id: 0 }, { milestone: null }],
    [{ milestone_id: '' }, { milestone: null }],
    [{ squash: true }, { squash: true }],
    [{ remove_source_branch: true }, { force_remove_source_branch: true }],
    [{ discussion_locked: true }, { discussion_locked: true }],
    [{ target_branch: 'release/1.4' }, { target_branch: 'release/1.4' }],
  ])('with %j', (body, shown) => {
    sim.world.mergeRequests.update(sim.world.mergeRequests.find('byIid', 1, 40)?.id ?? 0, {
      assigneeIds: [4],
      reviewerIds: [3],
    })
    expect(edit(body).json).toMatchObject(shown)
    expect(as('carol').get(`${path}/40`).json).toMatchObject(shown)
  })

  test('ignores a null assignee, and what cannot change', () => {
    edit({ assignee_id: 3 })
    expect(edit({ assignee_id: null, source_branch: 'main', target_project_id: 5 }).json).toMatchObject({
      assignees: [{ username: 'bob' }],
      source_branch: 'voucher-errors',
      target_project_id: 1,
    })
  })

  test('lists what it takes when nothing is given', () => {
    const error =
      'assignee_id, assignee_ids, reviewer_ids, description, labels, add_labels, remove_labels, milestone_id, remove_source_branch, allow_collaboration, allow_maintainer_to_push, squash, target_branch, title, state_event, discussion_locked are missing, at least one parameter must be provided'
    expect(edit({}).json).toEqual({ error })
    expect(edit({ approvals_before_merge: 1 }).json).toEqual({ error })
    expect(edit({ squash_on_merge: true }).status).toBe(200)
    sim = testSimulator({ dialect: 'real' })
    expect(edit({ squash_on_merge: true }).json).toEqual({ error })
  })

  test.each([
    [{ title: '' }, { error: 'title is empty' }],
    [{ title: '  ' }, { error: 'title is empty' }],
    [{ title: null }, { error: 'title is empty' }],
    [{ target_branch: '' }, { error: 'target_branch is empty' }],
    [{ state_event: 'merge' }, { error: 'state_event does not have a valid value' }],
    [{ milestone_id: 'abc' }, { error: 'milestone_id is invalid' }],
  ])('refuses %j', (body, json) => {
    const before = as('carol').get(`${path}/40`).json
    expect([edit(body).status, edit(body).json]).toEqual([400, json])
    expect(as('carol').get(`${path}/40`).json).toEqual(before)
  })

  test('closes and reopens; an event in any other state does nothing', () => {
    expect(edit({ state_event: 'reopen' }).json.state).toBe('opened')
    expect(edit({ state_event: 'close' }).json).toMatchObject({
      state: 'closed',
      closed_by: { username: 'carol' },
      detailed_merge_status: 'not_open',
    })
    expect(edit({ state_event: 'close' }).json.state).toBe('closed')
    expect(edit({ state_event: 'reopen' }).json).toMatchObject({
      state: 'opened',
      closed_by: null,
      closed_at: null,
    })
    expect(edit({ state_event: 'close' }, 'bob', 1).json.state).toBe('merged')
  })

  test('does not reopen while another one is open for the pair, or while the discussion is locked', () => {
    edit({ state_event: 'close' })
    const iid = create({ source_branch: 'voucher-errors' }).json.iid
    expect(edit({ state_event: 'reopen' })).toMatchObject({
      status: 409,
      json: { message: [`Another open merge request already exists for this source branch: !${iid}`] },
    })
    as('carol').put(`${path}/${iid}`, { state_event: 'close' })
    edit({ discussion_locked: true })
    expect(edit({ state_event: 'reopen' })).toMatchObject({ status: 200, json: { state: 'closed' } })
  })

  test('does not retarget onto another open one, and says in a note when it does', () => {
    create({ source_branch: 'voucher-errors', target_branch: 'release/1.4' })
    expect(edit({ target_branch: 'release/1.4' }).status).toBe(409)
    edit({ target_branch: 'release/1.3' })
    const id = sim.world.mergeRequests.find('byIid', 1, 40)?.id ?? 0
    expect(sim.world.notes.by('byNoteable', 'MergeRequest', id, 1).last()?.body).toBe(
      'changed target branch from `main` to `release/1.3`',
    )
  })

  test('changes updated_at only when something changes', () => {
    const before = as('carol').get(`${path}/40`).json
    expect(edit({ title: before.title }).json.updated_at).toBe(before.updated_at)
    expect(edit({ title: 'New' }).json.updated_at > before.updated_at).toBe(true)
  })

  test('is for Developers, and for authors and assignees who can read it', () => {
    const byDave = sim.world.mergeRequests
      .by('byState', 1, 'opened')
      .list()
      .find((row) => row.authorId !== 5)
    const statusOf = (user?: string) => as(user).put(`${path}/${byDave?.iid}`, { title: `by ${user}` }).status
    expect(['alice', 'carol', 'dave', 'erin', 'mallory', undefined].map(statusOf)).toEqual([
      200, 200, 403, 403, 404, 401,
    ])
    sim.world.mergeRequests.update(byDave?.id ?? 0, { assigneeIds: [5, 6] })
    expect([statusOf('dave'), statusOf('erin')]).toEqual([200, 403])
  })

  test('by a participant below Developer leaves labels and people as they are', () => {
    const row = sim.world.mergeRequests.find('byIid', 1, 40)
    sim.world.mergeRequests.update(row?.id ?? 0, { assigneeIds: [5] })
    expect(
      as('dave').put(`${path}/40`, {
        title: 'New',
        labels: 'docs',
        assignee_ids: [],
        milestone_id: 0,
        discussion_locked: true,
      }).json,
    ).toMatchObject({
      title: 'New',
      labels: ['bug', 'checkout'],
      assignees: [{ username: 'dave' }],
      milestone: { title: '1.5' },
      discussion_locked: null,
    })
  })

  test('of one whose source project is gone leaves branches alone', () => {
    const id = sim.world.mergeRequests.find('byIid', 1, 9)?.id ?? 0
    sim.world.mergeRequests.update(id, { sourceProjectId: 9999 })
    const body = { title: 'New', target_branch: 'release/1.4', remove_source_branch: true }
    expect(edit(body, 'bob', 9).json).toMatchObject({
      title: 'New',
      target_branch: 'main',
      force_remove_source_branch: null,
    })
  })

  test('does not find what is not there', () => {
    expect([
      edit({ title: 'x' }, 'carol', 999).json,
      as('carol').put(`${path}/abc`, { title: 'x' }).json,
    ]).toEqual([{ message: '404 Not found' }, { message: '404 Not found' }])
  })
})

describe('deletion', () => {
  const remove = (user?: string, iid: number | string = 40, headers: Record<string, string> = {}) =>
    sim.handle({
      method: 'DELETE',
      url: `/api/v4${path}/${iid}`,
      headers: { ...(user === undefined ? {} : { 'private-token': `${user}-token` }), ...headers },
    })

  test('is for owners and administrators', () => {
    const statuses = ['root', 'alice', 'bob', 'carol', 'dave', 'erin', 'mallory', undefined].map((user) => {
      sim = seeded.fork()
      return remove(user).status
    })
    expect(statuses).toEqual([204, 204, 403, 403, 403, 404, 404, 401])
  })

  test('takes it away, whatever its state', () => {
    for (const iid of [1, 9, 40]) {
      expect(remove('alice', iid).status).toBe(204)
      expect(as('alice').get(`${path}/${iid}`).json).toEqual({ message: '404 Not found' })
      expect(remove('alice', iid).status).toBe(404)
    }
  })

  test('heeds If-Unmodified-Since', () => {
    const stale = remove('alice', 40, { 'if-unmodified-since': 'Sat, 01 Jan 2000 00:00:00 GMT' })
    expect([stale.status, stale.body]).toEqual([412, '{"message":"412 Precondition Failed"}'])
    expect(remove('alice', 40, { 'if-unmodified-since': 'no date' }).status).toBe(204)
    expect(remove('alice', 44, { 'if-unmodified-since': 'Sat, 01 Jan 2050 00:00:00 GMT' }).status).toBe(204)
  })

  test('refuses a number that is none, and an archived project', () => {
    expect(remove('alice', 'abc').body).toBe('{"error":"merge_request_iid is invalid"}')
    sim.world.projects.update(1, { archived: true })
    expect(remove('alice').status).toBe(403)
  })
})

test('only Developers of the source create merge requests', () => {
  const statuses = ['alice', 'carol', 'dave', 'erin', 'mallory', undefined].map((user) => {
    sim = seeded.fork()
    return as(user).post(path, minimal).status
  })
  expect(statuses).toEqual([201, 201, 403, 403, 404, 401])
  sim.world.projects.update(1, { archived: true })
  expect(create().status).toBe(403)
})
