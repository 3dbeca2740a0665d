import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Issue } from '../../model/issues/issue.ts'
import type { ApprovalRule, MergeRequest } from '../../model/merge-requests/merge-request.ts'
import type { Simulator } from '../../simulator.ts'
import { callsOf, testSimulator } from '../../testing/calls.ts'
import { isoTime } from '../../time/calendar.ts'

const base = testSimulator()
const real = testSimulator({ dialect: 'real' })
const [label, milestone] = ['Planned', 'Later']
const [alice, bob, carol, erin, mallory] = [2, 3, 4, 6, 7]

const issue = base.world.issues.find('byIid', 1, 1) as Issue

type Row = Issue | MergeRequest
type Rank = number | string | null
/** What a filter is asked with, and which rows pass it. */
type Filters<R> = { readonly [filter: string]: readonly [query: string, passes: (row: R) => boolean] }

const common: Filters<Row> = {
  none: ['', () => true],
  author: ['&author_username=carol', ({ authorId }) => authorId === carol],
  assignee: [`&assignee_id=${bob}`, ({ assigneeIds }) => assigneeIds.includes(bob)],
  unassigned: ['&assignee_id=None', ({ assigneeIds }) => assigneeIds.length === 0],
  label: [`&labels=${label}`, ({ labelIds }) => labelIds.length > 0],
  unlabelled: ['&labels=None', ({ labelIds }) => labelIds.length === 0],
  milestone: [`&milestone=${milestone}`, ({ milestoneId }) => milestoneId !== null],
  unplanned: ['&milestone=None', ({ milestoneId }) => milestoneId === null],
  assigned: ['&assignee_id=Any', ({ assigneeIds }) => assigneeIds.length > 0],
  labelled: ['&labels=Any', ({ labelIds }) => labelIds.length > 0],
  planned: ['&milestone=Any', ({ milestoneId }) => milestoneId !== null],
  'not the author': [`&not[author_id]=${carol}`, ({ authorId }) => authorId !== carol],
  'not the assignee': [`&not[assignee_id]=${bob}`, ({ assigneeIds }) => !assigneeIds.includes(bob)],
  'not the label': [`&not[labels]=${label}`, ({ labelIds }) => labelIds.length === 0],
  'not the milestone': [`&not[milestone]=${milestone}`, ({ milestoneId }) => milestoneId === null],
  'not a label that is absent': ['&not[labels]=absent', () => true],
  updated: [
    `&updated_after=${isoTime(issue.updatedAt + 1000)}&updated_before=${isoTime(issue.updatedAt + 900_000)}`,
    ({ updatedAt }) => updatedAt >= issue.updatedAt + 1000 && updatedAt <= issue.updatedAt + 900_000,
  ],
  liked: ['&my_reaction_emoji=tada', ({ iid }) => iid % 7 === 0],
  'not liked': ['&my_reaction_emoji=None', ({ iid }) => iid % 7 !== 0],
  found: ['&search=draft', ({ title }) => title.startsWith('Draft')],
  several: [
    `&author_id=${carol}&assignee_id=${bob}`,
    ({ authorId, assigneeIds }) => authorId === carol && assigneeIds.includes(bob),
  ],
}

const ranks = {
  created_at: ({ createdAt }: Row): Rank => createdAt,
  updated_at: ({ updatedAt }: Row): Rank => updatedAt,
  title: ({ title }: Row): Rank => title,
}

const dueOf = ({ milestoneId }: Row, { world }: Simulator): Rank =>
  world.milestones.get(milestoneId ?? 0)?.dueOn ?? null
const priorityOf = ({ labelIds }: Row, { world }: Simulator): Rank => {
  const all = labelIds.flatMap((id) => world.labels.get(id)?.priority ?? [])
  return all.length === 0 ? null : Math.min(...all)
}
const planned = (awardable: 'Issue' | 'MergeRequest') => ({
  milestone_due: dueOf,
  label_priority: priorityOf,
  popularity: ({ id }: Row, { world }: Simulator): Rank =>
    world.awards
      .all()
      .list()
      .filter((it) => it.awardable === awardable && it.awardableId === id && it.name === 'thumbsup').length,
  // Milestones come first, and among those of a day the priority.
  priority: (row: Row, simulator: Simulator, sort: string): Rank => {
    const last = sort === 'asc' ? 'z' : ''
    const [due, priority] = [dueOf(row, simulator), priorityOf(row, simulator)]
    return `${due ?? last} ${priority ?? last}`
  },
})

/** Some have a rule of their own, the others that of their branch. */
function approverOf({ iid, targetBranch, projectId }: MergeRequest): number | undefined {
  return iid % 9 === 0 ? bob : projectId === 1 && targetBranch === 'main' ? carol : undefined
}

// The rules and the deployments that the filters ask about.
function arrange(world: Simulator['world'], mergeRequests: readonly MergeRequest[]): void {
  const [rule] = world.approvalRules.by('byProject', 1).list()
  const [deployment] = world.deployments.by('byProject', 1).list()
  const [environment] = world.environments.by('byProject', 1).list()
  const main = world.protectedBranches
    .by('byProject', 1)
    .list()
    .find(({ name }) => name === 'main')
  if (!rule || !deployment || !environment || !main) throw new Error('the demo world lacks a row')
  for (const { id } of world.approvalRules.all().list()) world.approvalRules.delete(id)
  const put = (id: number, own: Partial<ApprovalRule>) =>
    world.approvalRules.put({
      ...rule,
      ruleType: 'regular',
      groupIds: [],
      allProtectedBranches: false,
      id,
      ...own,
    })
  put(200_000, { userIds: [carol], protectedBranchIds: [main.id] })
  world.environments.put({ ...environment, name: 'qa' })
  for (const { id, iid, projectId } of mergeRequests) {
    if (iid % 9 === 0)
      put(200_000 + id, { projectId, mergeRequestId: id, userIds: [bob], protectedBranchIds: [] })
    if (iid % 4 === 0)
      world.approvals.insert({
        id: 200_000 + id,
        mergeRequestId: id,
        userId: bob,
        createdAt: issue.createdAt,
      })
    if (iid % 5 !== 0) continue
    const at = { finishedAt: issue.createdAt, status: 'success', environmentId: environment.id } as const
    world.deployments.put({ ...deployment, ...at, id: 200_000 + id, mergeRequestIds: [id] })
  }
}

interface Kind<R extends Row> {
  readonly path: string
  readonly table: 'issues' | 'mergeRequests'
  readonly awardable: 'Issue' | 'MergeRequest'
  readonly states: readonly string[]
  readonly filters: Filters<R>
  readonly ranks: { readonly [order: string]: (row: R) => Rank }
  /** Ranks that follow from other tables. */
  readonly planned: { readonly [order: string]: (row: R, simulator: Simulator, sort: string) => Rank }
  /** Columns of the row with a number, picked out of a few values. */
  readonly columns: (pick: <T>(values: readonly T[], salt: number) => T) => Partial<R>
}

const issues: Kind<Issue> = {
  path: 'issues',
  table: 'issues',
  awardable: 'Issue',
  states: ['opened', 'closed'],
  filters: {
    ...common,
    weight: ['&weight=3', ({ weight }) => weight === 3],
    weighed: ['&weight=Any', ({ weight }) => weight !== null],
    'any due date': ['&due_date=any', ({ dueDate }) => dueDate !== null],
    today: [`&due_date=today`, ({ dueDate }) => dueDate === '2024-01-01'],
    'two weeks ago to next month': [
      `&due_date=next_month_and_previous_two_weeks`,
      ({ dueDate }) => dueDate !== null && dueDate >= '2023-12-18' && dueDate <= '2024-02-01',
    ],
    'this month': [`&due_date=month`, ({ dueDate }) => dueDate?.startsWith('2024-01') === true],
    overdue: [
      '&due_date=overdue',
      ({ dueDate, state }) => dueDate !== null && dueDate < '2024-01-01' && state === 'opened',
    ],
    healthy: ['&health_status=on_track', ({ health }) => health === 'on_track'],
    'any health': ['&health_status=any', ({ health }) => health != null],
    'no health': ['&health_status=none', ({ health }) => health == null],
    'no weight': ['&weight=None', ({ weight }) => weight === null],
    'no due date': ['&due_date=0', ({ dueDate }) => dueDate === null],
    type: ['&issue_type=incident', ({ type }) => type === 'incident'],
    open: ['&confidential=false', ({ confidential }) => !confidential],
    numbered: ['&iids[]=3&iids[]=40', ({ iid }) => iid === 3 || iid === 40],
    'in no epic': ['&epic_id=None', () => true],
    created: [
      `&created_after=${isoTime(issue.createdAt)}&created_before=${isoTime(issue.createdAt + 1000)}`,
      ({ createdAt }) => createdAt <= issue.createdAt + 1000,
    ],
  },
  ranks: {
    ...ranks,
    due_date: ({ dueDate }) => dueDate,
    weight: ({ weight }) => weight,
    popularity: () => 0,
  },
  planned: {
    ...planned('Issue'),
    relative_position: ({ id, position }, _, sort) => (sort === 'asc' ? (position ?? id) : id),
  },
  columns: (pick) => ({
    dueDate: pick([null, '2024-01-01', '2024-01-02', '2023-12-31'], 5),
    health: pick([null, 'on_track', 'at_risk'], 37),
    weight: pick([null, 0, 3], 7),
    confidential: pick([true, false, false], 11),
    type: pick(['issue', 'incident'], 13),
  }),
}

const mergeRequests: Kind<MergeRequest> = {
  path: 'merge_requests',
  table: 'mergeRequests',
  awardable: 'MergeRequest',
  states: ['opened', 'closed', 'merged', 'locked'],
  filters: {
    ...common,
    reviewer: [`&reviewer_id=${bob}`, ({ reviewerIds }) => reviewerIds.includes(bob)],
    unreviewed: ['&reviewer_id=None', ({ reviewerIds }) => reviewerIds.length === 0],
    'any reviewer': ['&reviewer_id=Any', ({ reviewerIds }) => reviewerIds.length > 0],
    'not the reviewer': [`&not[reviewer_id]=${bob}`, ({ reviewerIds }) => !reviewerIds.includes(bob)],
    drafts: ['&wip=yes', ({ title }) => title.startsWith('Draft: ')],
    'no drafts': ['&wip=no', ({ title }) => !title.startsWith('Draft: ')],
    own: ['&source_project_id=1', ({ sourceProjectId }) => sourceProjectId === 1],
    forked: ['&source_project_id=5', ({ sourceProjectId }) => sourceProjectId === 5],
    source: ['&source_branch=one', ({ sourceBranch }) => sourceBranch === 'one'],
    target: ['&target_branch=other', ({ targetBranch }) => targetBranch === 'other'],
    'any approver': ['&approver_ids=Any', (row) => approverOf(row) !== undefined],
    'no approver': ['&approver_ids=None', (row) => approverOf(row) === undefined],
    'the approver of rules of its own': [`&approver_ids[]=${bob}`, (row) => approverOf(row) === bob],
    'the approver of a branch': [`&approver_ids[]=${carol}`, (row) => approverOf(row) === carol],
    approved: ['&approved_by_ids=Any', ({ iid }) => iid % 4 === 0],
    'not approved': ['&approved_by_ids=None', ({ iid }) => iid % 4 !== 0],
    'approved by one': [`&approved_by_ids[]=${bob}`, ({ iid }) => iid % 4 === 0],
    deployed: ['&environment=qa', ({ iid }) => iid % 5 === 0],
  },
  ranks,
  planned: planned('MergeRequest'),
  columns: (pick) => ({
    reviewerIds: pick([[], [bob], [carol]], 5),
    sourceProjectId: pick([1, 1, 5], 13),
    sourceBranch: pick(['one', 'two'], 7),
    targetBranch: pick(['main', 'other'], 11),
  }),
}

// Enough rows that filters leave more than is gathered and sorted; few times, so that many are equal.
const worlds = fc.record({
  count: fc.constantFrom(5, 40, 1500),
  times: fc.constantFrom(1, 3, 5000),
  seed: fc.nat({ max: 1000 }),
  /** So many projects that they are not asked one by one. */
  many: fc.boolean(),
})
const further = Array.from({ length: 60 }, (_, i) => 1000 + i)

// Who sees all, who no confidential issues, and who is a member of nothing.
const people = { alice: true, erin: false, mallory: false } as const
const places = {
  project: (kind: string) => `/projects/1/${kind}?`,
  group: (kind: string) => `/groups/1/${kind}?`,
  everywhere: (kind: string) => `/${kind}?scope=all&`,
} as const

const queries = fc.record({
  place: fc.constantFrom('project', 'project', 'group', 'everywhere'),
  person: fc.constantFrom('alice', 'alice', 'erin', 'mallory'),
  /** The row that is written before, and which of its columns. */
  written: fc.option(fc.record({ row: fc.nat(), seed: fc.nat({ max: 1000 }) })),
  order: fc.nat(),
  sort: fc.constantFrom('asc', 'desc'),
  state: fc.nat(),
  filter: fc.nat(),
  other: fc.nat(),
  page: fc.integer({ min: 1, max: 12 }),
  per_page: fc.constantFrom(1, 7, 100),
})

function oneOf<T>(values: readonly T[], number: number): T {
  return values[number % values.length] as T
}

type Filter = Filters<Row>[string]

/** Two filters at once, unless both are about the same, which the service may refuse. */
function both([query, passes]: Filter, [other, passesOther]: Filter): Filter {
  const names = (text: string) =>
    [...new URLSearchParams(text).keys()].map((it) =>
      it.replace(/\[\]$/, '').replace(/_(?:ids?|username)\b/, ''),
    )
  if (names(other).some((name) => names(query).includes(name))) return [query, passes]
  return [query + other, (row) => passes(row) && passesOther(row)]
}

describe.each<Kind<Issue> | Kind<MergeRequest>>([issues, mergeRequests])('$path', (given) => {
  const kind = given as unknown as Kind<Row>

  test('come in the order that sorting all that pass would give, from whichever index they are taken', () => {
    fc.assert(
      fc.property(worlds, fc.array(queries, { minLength: 10, maxLength: 25 }), (about, asked) => {
        const simulator = base.fork()
        const { world } = simulator
        const table = world[kind.table]
        const alices = callsOf(simulator, 'alice')
        const labelId = alices.post('/projects/1/labels', { name: label, color: '#fff' }).json.id
        const milestoneId = alices.post('/projects/1/milestones', { title: milestone }).json.id
        const sample = table.find('byIid', 1, 1) as Row
        for (const { id } of table.all().list()) table.delete(id)
        const handbook = world.projects.require(3)
        if (about.many)
          for (const id of further)
            world.projects.insert({ ...handbook, id, path: `p${id}`, fullPath: `acme/p${id}` })
        const drawn = (i: number, seed: number) => {
          const pick = <T>(values: readonly T[], salt: number): T =>
            oneOf(values, ((i * 7919 + seed * salt) >> (salt % 4)) * salt)
          return {
            ...sample,
            ...kind.columns(pick),
            id: 100_000 + i,
            iid: i,
            title: `${pick(['', 'Draft: '], 31)}Title ${i % about.times}`,
            projectId: oneOf(about.many ? [1, 2, 3, 8, ...further] : [1, 1, 2, 1, 3, 8], i),
            state: pick(kind.states, 3),
            authorId: pick([bob, carol, erin], 17),
            assigneeIds: pick([[], [bob], [bob, carol], [mallory]], 19),
            labelIds: pick([[], [labelId]], 23),
            milestoneId: pick([null, milestoneId], 29),
            createdAt: sample.createdAt + (i % about.times) * 1000,
            updatedAt: issue.updatedAt + ((i * 31) % about.times) * 1000,
          } as never
        }
        for (let i = 1; i <= about.count; i++) {
          table.insert(drawn(i, about.seed))
          if (i % 7 === 0)
            for (const userId of [alice, erin, mallory])
              world.awards.insert({
                id: 100_000 + 10 * i + userId,
                awardable: kind.awardable,
                awardableId: 100_000 + i,
                name: 'tada',
                userId,
              })
        }
        if (kind.table === 'mergeRequests') arrange(world, table.all().list() as readonly MergeRequest[])
        for (const query of asked) {
          const { page, per_page, place, person, written } = query
          if (written !== null) table.put(drawn((written.row % about.count) + 1, written.seed))
          const order = oneOf(Object.keys(kind.ranks), query.order)
          const state = oneOf(['all', ...kind.states], query.state)
          const [filter, passes] = both(
            oneOf(Object.values(kind.filters), query.filter),
            oneOf(Object.values(kind.filters), query.other),
          )
          const rank = kind.ranks[order] as (row: Row) => Rank
          const sign = query.sort === 'asc' ? 1 : -1
          const calls = callsOf(simulator, person)
          const path = places[place](kind.path)
          if (calls.get(path).status !== 200) continue
          const inPlace = place === 'project' ? [1] : readable(calls, person, kind.path)
          const expected = table
            .all()
            .list()
            .filter(
              ({ projectId }) =>
                inPlace.includes(projectId < 1000 ? projectId : 3) &&
                (place === 'everywhere' || projectId !== 8),
            )
            .filter((row) => isSeen(row, person))
            .filter((row) => (state === 'all' || row.state === state) && passes(row))
            .sort((a, b) => compared(rank(a), rank(b), sign) || b.id - a.id)
          const reply = calls.get(
            `${path}order_by=${order}&sort=${query.sort}&state=${state}&page=${page}&per_page=${per_page}${filter}`,
          )
          expect([path, filter, reply.headers['X-Total']]).toEqual([path, filter, String(expected.length)])
          expect(reply.json.map(({ id }: Row) => id)).toEqual(
            expected.slice((page - 1) * per_page, page * per_page).map(({ id }) => id),
          )
        }
      }),
      { numRuns: 10 },
    )
  })

  const steps = fc.record({
    write: fc.constantFrom('priority', 'due', 'plan', 'like', 'close', 'delete', 'restore', 'nothing'),
    order: fc.constantFrom(...Object.keys(kind.planned)),
    place: fc.constantFrom('project', 'group', 'everywhere'),
    sort: fc.constantFrom('asc', 'desc'),
    one: fc.nat({ max: 11 }),
    value: fc.nat({ max: 3 }),
  })

  test('in orders by planning follow what is written to rows, labels, milestones and reactions', () => {
    fc.assert(
      fc.property(fc.array(steps, { minLength: 10, maxLength: 40 }), (asked) => {
        const simulator = real.fork()
        const table = simulator.world[kind.table]
        const calls = callsOf(simulator, 'root')
        const own = table.by('byProject', 1).list().slice(0, 12)
        for (const { id } of table.all().list()) table.delete(id)
        for (const [i, row] of own.entries()) table.insert({ ...row, projectId: i < 7 ? 1 : 2 } as never)
        const rows = (): readonly Row[] => simulator.world[kind.table].all().list()
        const labels = ['x', 'y'].map(
          (name) => calls.post('/projects/1/labels', { name, color: '#fff' }).json.id,
        )
        const milestones = ['x', 'y'].map((title) => calls.post('/projects/1/milestones', { title }).json.id)
        let mark = simulator.snapshot()
        for (const { write, order, sort, one, value, place } of asked) {
          const all = rows()
          const row = all[one % Math.max(all.length, 1)]
          const at = `/projects/${row?.projectId}/${kind.path}/${row?.iid}`
          if (write === 'priority')
            calls.put(`/projects/1/labels/${labels[one % 2]}`, { priority: [null, 0, 1, 2][value] })
          if (write === 'due')
            calls.put(`/projects/1/milestones/${milestones[one % 2]}`, {
              due_date: ['', '2024-01-01', '2024-02-01', '2023-01-01'][value],
            })
          if (write === 'plan')
            calls.put(at, {
              labels: ['', 'x', 'y', 'x,y'][value],
              milestone_id: [0, ...milestones, milestones[0]][value],
            })
          if (write === 'like') calls.post(`${at}/award_emoji`, { name: ['thumbsup', 'tada'][value % 2] })
          if (write === 'close') calls.put(at, { state_event: ['close', 'reopen'][value % 2] })
          if (write === 'delete' && value === 0) calls.delete(at)
          if (write === 'restore') {
            if (value % 2 === 0) mark = simulator.snapshot()
            else simulator.restore(mark)
          }
          const rank = kind.planned[order] as (row: Row, simulator: Simulator, sort: string) => Rank
          const ranked = (row: Row) => rank(row, simulator, sort)
          const expected = rows()
            .filter(({ projectId }) => place !== 'project' || projectId === 1)
            .sort((a: Row, b: Row) => compared(ranked(a), ranked(b), sort === 'asc' ? 1 : -1) || b.id - a.id)
          const path = places[place](kind.path)
          const listed = calls.get(`${path}state=all&per_page=100&order_by=${order}&sort=${sort}`).json
          expect(listed.map(({ id }: Row) => id)).toEqual(expected.map(({ id }) => id))
        }
      }),
      { numRuns: 10 },
    )
  })
})

const known = new Map<string, readonly number[]>()

/** The projects of those with rows whose lists a person may read. */
function readable(calls: ReturnType<typeof callsOf>, person: string, kind: string): readonly number[] {
  const isReadable = (path: string) => calls.get(path).status === 200
  const found =
    known.get(`${person} ${kind}`) ??
    [1, 2, 3, 8].filter((id) => isReadable(`/projects/${id}`) && isReadable(`/projects/${id}/${kind}`))
  known.set(`${person} ${kind}`, found)
  return found
}

function isSeen(row: Row, person: keyof typeof people): boolean {
  if (!('confidential' in row) || !row.confidential || people[person]) return true
  const id = { alice, erin, mallory }[person]
  return row.authorId === id || row.assigneeIds.includes(id)
}

// What is missing comes last in either direction.
function compared(a: Rank, b: Rank, sign: number): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return a < b ? -sign : sign
}
