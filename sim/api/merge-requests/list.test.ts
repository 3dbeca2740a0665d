import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Simulator } from '../../simulator.ts'
import { callsOf, testSimulator } from '../../testing/calls.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely; a wrong shape fails the expectation.
type Shown = any
const seeded = testSimulator()
let sim: Simulator
beforeEach(() => {
  sim = seeded.fork()
})
const as = (user?: string) => callsOf(sim, user)
const list = (query: string, user = 'alice'): Shown[] =>
  as(user).get(`/projects/1/merge_requests?per_page=100&${query}`).json
const iids = (query: string, user = 'alice') => list(query, user).map((it) => it.iid)
const everything: Shown[] = callsOf(seeded, 'alice').get('/projects/1/merge_requests?per_page=100').json
const named = (users: Shown[]) => users.map((user) => user.username)
const iidOf = (iid: number) => sim.world.mergeRequests.find('byIid', 1, iid)?.id ?? 0

describe('a filter leaves exactly what it says', () => {
  const filters: readonly (readonly [string, (it: Shown) => boolean])[] = [
    ['state=opened', (it) => it.state === 'opened'],
    ['state=closed', (it) => it.state === 'closed'],
    ['state=merged', (it) => it.state === 'merged'],
    ['state=locked', (it) => it.state === 'locked'],
    ['labels=bug', (it) => it.labels.includes('bug')],
    ['labels=bug,checkout', (it) => it.labels.includes('bug') && it.labels.includes('checkout')],
    ['labels[]=bug&labels[]=checkout', (it) => it.labels.includes('bug') && it.labels.includes('checkout')],
    ['labels=Bug', () => false],
    ['labels=none', (it) => it.labels.length === 0],
    ['labels=None', (it) => it.labels.length === 0],
    ['labels=ANY', (it) => it.labels.length > 0],
    ['not[labels]=bug,feature', (it) => !it.labels.includes('bug') && !it.labels.includes('feature')],
    [
      'labels=feature&not[labels]=checkout',
      (it) => it.labels.includes('feature') && !it.labels.includes('checkout'),
    ],
    ['milestone=1.5', (it) => it.milestone?.title === '1.5'],
    ['milestone=none', (it) => it.milestone === null],
    ['milestone=Any', (it) => it.milestone !== null],
    [
      'milestone=%23started',
      (it) =>
        it.milestone?.state === 'active' &&
        it.milestone.start_date !== null &&
        it.milestone.start_date <= '2024-01-01',
    ],
    ['not[milestone]=1.5', (it) => it.milestone?.title !== '1.5'],
    ['not[milestone]=None', () => true],
    ['author_id=4', (it) => it.author.id === 4],
    ['author_username=CAROL', (it) => it.author.id === 4],
    ['author_id=99999', () => false],
    ['author_username=nobody', () => false],
    ['not[author_id]=4', (it) => it.author.id !== 4],
    ['not[author_username]=carol', (it) => it.author.id !== 4],
    ['assignee_id=None', (it) => it.assignees.length === 0],
    ['assignee_id=any', (it) => it.assignees.length > 0],
    ['assignee_id=3', (it) => named(it.assignees).includes('bob')],
    ['assignee_username=bob', (it) => named(it.assignees).includes('bob')],
    ['assignee_username[]=bob', (it) => named(it.assignees).includes('bob')],
    ['not[assignee_id]=3', (it) => !named(it.assignees).includes('bob')],
    ['not[assignee_username]=bob', (it) => !named(it.assignees).includes('bob')],
    ['reviewer_id=Any', (it) => it.reviewers.length > 0],
    ['reviewer_id=none', (it) => it.reviewers.length === 0],
    ['reviewer_id=3', (it) => named(it.reviewers).includes('bob')],
    ['reviewer_username=bob', (it) => named(it.reviewers).includes('bob')],
    ['reviewer_username=None', (it) => it.reviewers.length === 0],
    ['not[reviewer_id]=3', (it) => !named(it.reviewers).includes('bob')],
    ['not[reviewer_username]=bob', (it) => !named(it.reviewers).includes('bob')],
    ['wip=yes', (it) => it.draft],
    ['wip=no', (it) => !it.draft],
    ['source_branch=gift-cards', (it) => it.source_branch === 'gift-cards'],
    ['target_branch=release/1.4', (it) => it.target_branch === 'release/1.4'],
    ['source_project_id=5', (it) => it.source_project_id === 5],
    ['iids[]=3&iids[]=40&iids[]=999', (it) => [3, 40].includes(it.iid)],
    ['iids=3,40', (it) => [3, 40].includes(it.iid)],
    ['iids=', () => true],
    ['iids[]=None', () => false],
    [
      'search=CHECKOUT',
      (it) =>
        `${it.title}`.toLowerCase().includes('checkout') ||
        `${it.description}`.toLowerCase().includes('checkout'),
    ],
    ['created_after=2023-06-01', (it) => it.created_at >= '2023-06-01'],
    ['created_before=2023-06-01T00:00:00Z', (it) => it.created_at <= '2023-06-01T00:00:00.000Z'],
    [
      'updated_after=2023-06-01&updated_before=2023-12-01',
      (it) => it.updated_at >= '2023-06-01' && it.updated_at <= '2023-12-01',
    ],
    ['scope=created_by_me', (it) => it.author.id === 2],
    ['scope=created-by-me', (it) => it.author.id === 2],
    ['scope=assigned_to_me', (it) => named(it.assignees).includes('alice')],
    ['scope=assigned-to-me', (it) => named(it.assignees).includes('alice')],
    ['scope=all', () => true],
    [
      'state=opened&author_id=4&labels=feature&wip=no',
      (it) => it.state === 'opened' && it.author.id === 4 && it.labels.includes('feature') && !it.draft,
    ],
  ]
  test.each(filters)('%s', (query, passes) => {
    expect(iids(query)).toEqual(everything.filter(passes).map((it) => it.iid))
  })

  test('filters combine', () => {
    const pick = fc.subarray([...filters.filter(([query]) => !query.startsWith('not['))], {
      minLength: 2,
      maxLength: 3,
    })
    fc.assert(
      fc.property(pick, (chosen) => {
        const names = chosen.flatMap(([query]) => query.split('&').map((pair) => pair.split(/[=[]/)[0]))
        fc.pre(
          new Set(names).size === names.length &&
            !(names.includes('author_id') && names.includes('author_username')),
        )
        fc.pre(
          !(names.includes('assignee_id') && names.includes('assignee_username')) &&
            !(names.includes('reviewer_id') && names.includes('reviewer_username')),
        )
        const expected = everything
          .filter((it) => chosen.every(([, passes]) => passes(it)))
          .map((it) => it.iid)
        expect(iids(chosen.map(([query]) => query).join('&'))).toEqual(expected)
      }),
      { seed: 7, numRuns: 150 },
    )
  })

  test('in limits where a search looks', () => {
    as('carol').put('/projects/1/merge_requests/40', { title: 'xylophone', description: 'zither' })
    const found = (query: string) =>
      as('alice')
        .get(`/merge_requests?scope=all&${query}`)
        .json.map((it: Shown) => it.iid)
    expect([found('search=xylophone&in=title'), found('search=xylophone&in=description')]).toEqual([[40], []])
    expect([found('search=zither&in=title'), found('search=zither&in=description')]).toEqual([[], [40]])
    expect([
      found('search=zither&in=title,description'),
      found('search=zither&in=nonsense'),
      found('search=zither'),
    ]).toEqual([[40], [40], [40]])
  })

  test('search looks for every word of three letters in one column; shorter ones alone have to be the whole of it', () => {
    as('carol').put('/projects/1/merge_requests/40', { title: 'xylophone is up', description: 'zither' })
    as('carol').put('/projects/1/merge_requests/44', { title: 'up' })
    expect(iids('search=up+xyloph+is')).toEqual([40])
    expect(iids('search=xylophone+zither')).toEqual([])
    expect(iids('search=UP')).toEqual([44])
    expect(iids('search=%22is+up%22')).toEqual([40])
  })

  test('my_reaction_emoji looks at the reactions of the caller', () => {
    sim.world.awards.insert({
      id: 9001,
      awardable: 'MergeRequest',
      awardableId: iidOf(40),
      name: 'xylophone',
      userId: 2,
    })
    expect(iids('my_reaction_emoji=xylophone')).toEqual([40])
    expect(iids('my_reaction_emoji=xylophone', 'bob')).toEqual([])
    const any = iids('my_reaction_emoji=Any')
    expect(any).toContain(40)
    expect([...any, ...iids('my_reaction_emoji=None')].sort((a, b) => a - b)).toEqual(
      iids('sort=asc').sort((a, b) => a - b),
    )
    expect(iids('not[my_reaction_emoji]=xylophone')).not.toContain(40)
  })

  test('approved_by_ids wants all of them; None and Any are words', () => {
    expect(iids('approved_by_ids[]=3&approved_by_ids[]=2')).toEqual([36])
    expect(iids('approved_by_usernames[]=bob&approved_by_usernames[]=alice')).toEqual([36])
    expect(iids('approved_by_ids[]=3&approved_by_ids[]=7')).toEqual([])
    const any = iids('approved_by_ids=Any')
    expect(any).toContain(36)
    expect(new Set([...any, ...iids('approved_by_ids=none')]).size).toBe(everything.length)
  })

  test('approved_by_ids looks at the first five', () => {
    expect(
      iids(
        'approved_by_ids[]=3&approved_by_ids[]=2&approved_by_ids[]=3&approved_by_ids[]=2&approved_by_ids[]=3',
      ),
    ).toEqual([36])
    for (const [i, userId] of [1, 4, 5].entries())
      sim.world.approvals.insert({ id: 9000 + i, mergeRequestId: iidOf(36), userId, createdAt: 0 })
    expect(iids([3, 2, 1, 4, 5, 7].map((id) => `approved_by_ids[]=${id}`).join('&'))).toEqual([36])
  })

  test('approver_ids wants users who are approvers by a rule', () => {
    const approvers = iids('approver_ids=Any')
    expect(new Set([...approvers, ...iids('approver_ids=None')]).size).toBe(everything.length)
    for (const iid of iids('approver_ids[]=3')) expect(approvers).toContain(iid)
    expect(iids('approver_ids[]=7')).toEqual([])
  })

  test('milestone=#upcoming takes the nearest of the project', () => {
    const milestone = as('bob').post('/projects/1/milestones', { title: 'soon', due_date: '2024-01-03' }).json
    as('bob').put('/projects/1/merge_requests/40', { milestone_id: milestone.id })
    expect(iids('milestone=%23upcoming')).toEqual([40])
    sim.clock.set('2024-01-04T00:00:00Z')
    expect(iids('milestone=%23upcoming')).not.toContain(40)
  })

  test('environment and deployed dates look at deployments that succeeded', () => {
    const found = (query: string) =>
      as('alice')
        .get(`/merge_requests?scope=all&per_page=100&${query}`)
        .json.map((it: Shown) => it.iid)
    const deployed = (query: string) => found(`environment=production&${query}`)
    const all = deployed('')
    expect(all.length).toBeGreaterThan(0)
    expect(found('environment=nowhere')).toEqual([])
    const late = deployed('deployed_after=2023-06-01T00:00:00Z')
    const early = deployed('deployed_before=2023-06-01T00:00:00Z')
    expect([...late, ...early].sort((a, b) => a - b)).toEqual([...all].sort((a, b) => a - b))
    expect(late.length * early.length).toBeGreaterThan(0)
    expect(deployed('deployed_after=nonsense')).toEqual(all)
  })
})

describe('the order', () => {
  test.each(['created_at', 'updated_at', 'title'])(
    'by %s, the newer first among equals whichever way it goes',
    (column) => {
      const rows = sim.world.mergeRequests.by('byProject', 1).list()
      for (const row of rows.slice(0, 20))
        sim.world.mergeRequests.update(row.id, { createdAt: 5, updatedAt: 5, title: 'same' })
      for (const turned of [1, -1]) {
        const shown = list(`order_by=${column}&sort=${turned === 1 ? 'asc' : 'desc'}`)
        const expected = [...shown].sort(
          (a, b) => turned * (a[column] < b[column] ? -1 : a[column] > b[column] ? 1 : 0) || b.id - a.id,
        )
        expect(shown.map((it) => it.id)).toEqual(expected.map((it) => it.id))
      }
    },
  )

  test('is the same whether rows are walked or gathered', () => {
    for (const order of ['created_at', 'updated_at', 'title'])
      for (const sort of ['asc', 'desc']) {
        const whole = list(`order_by=${order}&sort=${sort}`).filter(
          (it) => it.author.id === 4 && it.state === 'merged',
        )
        expect(iids(`order_by=${order}&sort=${sort}&author_id=4&state=merged`)).toEqual(
          whole.map((it) => it.iid),
        )
      }
  })

  test('is by creation, the latest first, unless told', () => {
    expect(iids('')).toEqual(iids('order_by=created_at&sort=desc'))
  })

  test('knows more columns in the dialect of the real service', () => {
    expect(as('alice').get('/projects/1/merge_requests?order_by=popularity').json).toEqual({
      error: 'order_by does not have a valid value',
    })
    sim = testSimulator({ dialect: 'real' })
    const due = list('order_by=milestone_due&sort=asc').map((it) => it.milestone?.due_date ?? '9999')
    expect(due).toEqual([...due].sort())
    expect(list('order_by=popularity')[0].upvotes).toBe(Math.max(...everything.map((it) => it.upvotes)))
    for (const order of ['priority', 'label_priority'])
      expect(iids(`order_by=${order}`)).toHaveLength(everything.length)
  })
})

describe('parameters are refused', () => {
  test.each([
    ['state=open', 'state does not have a valid value'],
    ['state=', 'state does not have a valid value'],
    ['scope=mine', 'scope does not have a valid value'],
    ['sort=up', 'sort does not have a valid value'],
    ['view=full', 'view does not have a valid value'],
    ['wip=true', 'wip does not have a valid value'],
    ['author_id=abc', 'author_id is invalid'],
    ['assignee_id=abc', 'assignee_id should be an integer, none, or any, however got abc'],
    ['reviewer_id=1.5', 'reviewer_id should be an integer, none, or any, however got 1.5'],
    ['approved_by_ids=1', "approved_by_ids should be an array, 'None' or 'Any'"],
    ['approved_by_ids=1,2', "approved_by_ids should be an array, 'None' or 'Any'"],
    ['created_after=foo', 'created_after is invalid'],
    ['not=a', 'not is invalid'],
    ['not[reviewer_id]=None', 'not[reviewer_id] is invalid'],
    ['author_id=1&author_username=a', 'author_id, author_username are mutually exclusive'],
    ['assignee_id=1&assignee_username=a', 'assignee_id, assignee_username are mutually exclusive'],
    ['reviewer_id=1&reviewer_username=a', 'reviewer_id, reviewer_username are mutually exclusive'],
    [
      'approved_by_ids[]=1&approved_by_usernames[]=a',
      'approved_by_ids, approved_by_usernames are mutually exclusive',
    ],
    [
      'not[author_id]=1&not[author_username]=a',
      'not[author_id], not[author_username] are mutually exclusive',
    ],
    [
      'not[reviewer_id]=1&not[reviewer_username]=a',
      'not[reviewer_id], not[reviewer_username] are mutually exclusive',
    ],
    ['author_id=abc&state=x', 'author_id is invalid, state does not have a valid value'],
  ])('%s', (query, error) => {
    const reply = as('alice').get(`/projects/1/merge_requests?${query}`)
    expect([reply.status, reply.json]).toEqual([400, { error }])
  })

  test('several names of assignees on the free plan', () => {
    sim = testSimulator({ tier: 'free' })
    expect(as('alice').get('/projects/1/merge_requests?assignee_username=a,b').json).toEqual({
      error: 'assignee_username allows one value, but found 2: a, b',
    })
  })
})

describe('the shape', () => {
  test('view=simple leaves nine fields', () => {
    expect(Object.keys(list('view=simple')[0])).toEqual([
      'id',
      'iid',
      'project_id',
      'title',
      'description',
      'state',
      'created_at',
      'updated_at',
      'web_url',
    ])
  })

  test('with_labels_details gives labels in full, with an id in the dialect of the real service', () => {
    const details = list('with_labels_details=true&labels=bug')[0].labels.find(
      (it: Shown) => it.name === 'bug',
    )
    expect(Object.keys(details)).toEqual(['name', 'color', 'description', 'description_html', 'text_color'])
    sim = testSimulator({ dialect: 'real' })
    expect(list('with_labels_details=true&labels=bug')[0].labels[0]).toHaveProperty('id')
  })

  test('allow_collaboration is only there across forks in the dialect of the real service', () => {
    expect(everything.every((it) => 'allow_collaboration' in it && 'allow_maintainer_to_push' in it)).toBe(
      true,
    )
    sim = testSimulator({ dialect: 'real' })
    for (const it of list(''))
      expect('allow_collaboration' in it).toBe(it.source_project_id !== it.target_project_id)
  })

  test('render_html adds two fields', () => {
    expect(list('render_html=true&iids=40')[0]).toMatchObject({
      title_html: expect.any(String),
      description_html: expect.stringContaining('<p'),
    })
    expect(everything[0]).not.toHaveProperty('title_html')
  })

  test('references are relative to the project, or full in the list of all', () => {
    expect(list('iids=40')[0].references).toEqual({ short: '!40', relative: '!40', full: 'acme/webapp!40' })
    const [global] = as('carol').get('/merge_requests?search=voucher+refused').json
    expect(global.references).toEqual({ short: '!40', relative: 'acme/webapp!40', full: 'acme/webapp!40' })
  })

  test('labels are sorted, people complete', () => {
    for (const it of everything) expect(it.labels).toEqual([...it.labels].sort())
    expect(Object.keys(everything[0].author)).toEqual([
      'id',
      'username',
      'name',
      'state',
      'avatar_url',
      'web_url',
    ])
  })
})

describe('the list of all projects', () => {
  const mine = (query: string, user?: string) => as(user).get(`/merge_requests?per_page=100&${query}`)

  test('is of what the caller created, unless told', () => {
    expect(mine('', 'carol').json.every((it: Shown) => it.author.username === 'carol')).toBe(true)
    expect(mine('', 'carol').json.map((it: Shown) => it.id)).toEqual(
      mine('scope=all&author_username=carol', 'carol').json.map((it: Shown) => it.id),
    )
  })

  test('holds only what the caller may read', () => {
    const projects = (user: string) => new Set(mine('scope=all', user).json.map((it: Shown) => it.project_id))
    expect(projects('erin').has(1)).toBe(false)
    expect(projects('mallory').has(1)).toBe(false)
    expect(projects('dave').has(1)).toBe(true)
    expect(mine('scope=all', 'root').json.length).toBeGreaterThanOrEqual(
      mine('scope=all', 'alice').json.length,
    )
  })

  test('is for signed-in callers; the real service shows all public ones to everybody', () => {
    expect([mine('').status, mine('scope=all').status]).toEqual([401, 401])
    sim = testSimulator({ dialect: 'real' })
    expect([mine('').status, mine('scope=all').status]).toEqual([401, 200])
  })

  test('has no iids', () => {
    expect(mine('iids[]=40', 'carol').json.length).toBeGreaterThan(1)
  })
})

describe('rights', () => {
  test.each(['/projects/1/merge_requests', '/projects/1/merge_requests/40'])('to read %s', (url) => {
    const statuses = ['root', 'alice', 'carol', 'dave', 'erin', 'mallory', undefined].map(
      (user) => as(user).get(url).status,
    )
    expect(statuses).toEqual([200, 200, 200, 200, 403, 404, 401])
  })

  test('of a public project belong to everybody signed in, and in the dialect of the real service to everybody', () => {
    expect([
      as('mallory').get('/projects/3/merge_requests').status,
      as().get('/projects/3/merge_requests').status,
    ]).toEqual([200, 401])
    sim = testSimulator({ dialect: 'real' })
    expect([
      as().get('/projects/3/merge_requests').status,
      as().get('/projects/1/merge_requests').status,
    ]).toEqual([200, 404])
  })

  test('end with the feature, and stay with members where it is theirs alone', () => {
    const { features } = sim.world.projects.require(3)
    sim.world.projects.update(3, { features: { ...features, merge_requests: 'private' } })
    expect([
      as('mallory').get('/projects/3/merge_requests').status,
      as('dave').get('/projects/3/merge_requests').status,
    ]).toEqual([403, 200])
    sim.world.projects.update(3, { features: { ...features, merge_requests: 'disabled' } })
    expect([
      as('dave').get('/projects/3/merge_requests').status,
      as('root').get('/projects/3/merge_requests').status,
    ]).toEqual([403, 403])
  })
})

describe('one merge request', () => {
  const one = (iid: number, query = '', user = 'alice') =>
    as(user).get(`/projects/1/merge_requests/${iid}?${query}`).json

  test('tells how far the target went on when asked', () => {
    expect(one(40)).not.toHaveProperty('diverged_commits_count')
    const before = one(40, 'include_diverged_commits_count=true').diverged_commits_count
    as('alice').put('/projects/1/merge_requests/44/merge', {})
    expect(one(40, 'include_diverged_commits_count=true').diverged_commits_count).toBeGreaterThan(before)
    expect(one(40, 'include_rebase_in_progress=true').rebase_in_progress).toBe(false)
  })

  test('hides pipelines from those who may not see them', () => {
    expect(one(37)).toMatchObject({ pipeline: { status: 'running' }, head_pipeline: { status: 'running' } })
    const { features } = sim.world.projects.require(1)
    sim.world.projects.update(1, { features: { ...features, builds: 'disabled' } })
    for (const name of [
      'pipeline',
      'head_pipeline',
      'latest_build_started_at',
      'first_deployed_to_production_at',
    ])
      expect(one(37)).not.toHaveProperty(name)
  })

  test('is followed by those who take part in it', () => {
    expect([one(40, '', 'carol').subscribed, one(40, '', 'root').subscribed]).toEqual([true, false])
  })
})

test('those of a group are those of its projects', () => {
  const { json } = as('alice').get('/groups/1/merge_requests?state=all&per_page=100')
  expect(json.map((it: { project_id: number }) => it.project_id)).toContain(1)
})
