import fc from 'fast-check'
import { project as anotherProject, groupMilestone, milestone } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, holds, numberIn, textIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import {
  laterMilestoneOrder,
  listedMilestones,
  type MilestoneFilter,
  type MilestoneRecord,
  milestoneOrder,
  recordOf,
} from '../../oracle/milestones.ts'
import { arranged, type Stage } from '../../run/stage.ts'

const list = 'GET /projects/:id/milestones'

/** Milestones that differ in everything that a filter looks at: ties, cases of letters, states, missing values. */
async function several(stage: Stage): Promise<readonly MilestoneRecord[]> {
  const rows = [
    await milestone(stage, {
      title: 'Alpha release',
      description: 'First public build',
      start_date: '2030-01-01',
      due_date: '2030-05-01',
    }),
    await milestone(stage, { title: 'beta release', due_date: '2030-05-01' }),
    await milestone(stage, { title: 'Beta release', due_date: '2029-12-31' }),
    await milestone(stage, { title: '1.0', description: 'alpha and beta' }),
    await milestone(stage, { title: '2', description: 'x' }),
    await milestone(stage, { title: 'Über 100%_done', description: '', due_date: '2020-01-01' }),
    ...(stage.inGroup ? await severalAbove(stage) : []),
  ]
  const records = rows.map(recordOf)
  const closed = [records[3], records[5], records[7]]
  for (const record of closed) if (record !== undefined) await close(stage, record)
  return records.map((record) => (closed.includes(record) ? { ...record, state: 'closed' } : record))
}

async function severalAbove(stage: Stage): Promise<readonly Row[]> {
  return [
    await groupMilestone(stage, { title: 'Group plan', due_date: '2030-05-01' }),
    await groupMilestone(stage, { title: 'Group alpha', description: 'public build, first' }),
  ]
}

async function close(stage: Stage, { id, inherited }: MilestoneRecord): Promise<void> {
  const operation = inherited
    ? 'PUT /groups/:id/milestones/:milestone_id'
    : 'PUT /projects/:id/milestones/:milestone_id'
  const parent = inherited ? stage.group.id : stage.project.id
  arranged(await stage.call(operation, { id: parent, milestone_id: id, state_event: 'close' }))
}

const filters: fc.Arbitrary<MilestoneFilter> = fc.record(
  {
    state: fc.constantFrom('active', 'closed', 'all'),
    iids: fc.subarray([1, 2, 3, 4, 5, 6, 77]),
    title: fc.constantFrom(
      'beta release',
      'Beta release',
      'BETA RELEASE',
      '1.0',
      'Group plan',
      'Alpha',
      'Über 100%_done',
    ),
    search: fc.constantFrom(
      'alpha',
      'ALPHA',
      'release alpha',
      'first public',
      '"public build"',
      '"build public"',
      '2',
      'x',
      '1.',
      '%_',
      'über',
      '',
      ' beta   and ',
      'zz',
    ),
    include_parent_milestones: fc.boolean(),
  },
  { requiredKeys: [] },
)

export const filtersCheck = check({
  id: 'milestones/filters',
  after: ['milestones/create'],
  says: 'A list shows exactly the milestones that pass all its filters, in the order of the release',
  source:
    'milestones#list-filters, milestones#search, milestones#order, milestones#parent-milestones, milestones#later-order',
  level: 'must',
  covers: [list],
  readOnly: true,
  arrange: several,
  over: () => filters,
  share: 8,
  holds: async (stage, filter: MilestoneFilter, records) => {
    const { call, group, project } = stage
    const reply = await call(list, { id: project.id, ...filter })
    answers(reply, 200)
    // Groups in which the whole run takes place may have milestones of their own.
    const ours = reply.rows().filter(({ group_id: of = null }) => of === null || of === group.id)
    const titles = ours.map((row) => textIn(row, 'title'))
    const shows = (order: typeof milestoneOrder) => () =>
      equals(
        'the milestones of the list',
        titles,
        listedMilestones(records, filter, order).map((record) => record.title),
        reply,
      )
    await stage.changed('milestones#later-order', {
      before: shows(milestoneOrder),
      after: shows(laterMilestoneOrder),
    })
  },
})

export const order = check({
  id: 'milestones/order',
  says: 'Milestones are sorted by id, the newest first, and from 15.10 on by their due dates before that',
  source: 'milestones#order, milestones#later-order',
  level: 'must',
  covers: [list],
  holds: async (stage) => {
    const { call, project } = stage
    for (const [title, due_date] of [
      ['a', '2030-02-01'],
      ['b', null],
      ['c', '2030-01-01'],
      ['d', '2030-02-01'],
      ['e', null],
    ] as const)
      await milestone(stage, { title, due_date })
    const reply = await call(list, { id: project.id })
    const titles = reply.rows().map((row) => row.title ?? null)
    await stage.changed('milestones#later-order', {
      before: () => equals('the order', titles, ['e', 'd', 'c', 'b', 'a'], reply),
      after: () => equals('the order', titles, ['c', 'd', 'a', 'e', 'b'], reply),
    })
  },
})

export const parentsOfAncestors = check({
  id: 'milestones/parents-of-ancestors',
  says: '`include_parent_milestones` adds the milestones of every group above the project, each with its `group_id` and the page in its group',
  source: 'milestones#parent-milestones, milestones#web-url',
  level: 'must',
  covers: [list],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call, group } = stage
    const below = arranged(
      await call('POST /groups', { name: 'The below', path: 'below', parent_id: group.id }),
    )
    const inner = numberIn(below, 'id')
    const nested = numberIn(await anotherProject(stage, 'nested', { namespace_id: inner }), 'id')
    await groupMilestone(stage, { title: 'of the top' })
    arranged(await call('POST /groups/:id/milestones', { id: inner, title: 'of the subgroup' }))
    arranged(await call('POST /projects/:id/milestones', { id: nested, title: 'of the project' }))
    const reply = await call(list, { id: nested, include_parent_milestones: true })
    // Groups above those two may have milestones as well.
    const near = reply
      .rows()
      .filter(({ group_id = null }) => [null, inner, group.id].includes(group_id as number))
    const shown = near.map((row) => [row.title ?? null, row.group_id ?? null, row.project_id ?? null])
    const expected = [
      ['of the project', null, nested],
      ['of the subgroup', inner, null],
      ['of the top', group.id, null],
    ]
    equals('the milestones', shown, expected, reply)
    const places = [`${group.path}/below/nested`, `groups/${group.path}/below`, `groups/${group.path}`]
    for (const [i, place] of places.entries()) {
      const { web_url = '', iid = 0 } = near[i] ?? {}
      holds(
        String(web_url).endsWith(`/${place}/-/milestones/${iid}`),
        'web_url leads to the milestone',
        web_url,
        reply,
      )
    }
    const own = await call(list, { id: nested })
    equals(
      'the milestones without parents',
      own.rows().map((row) => row.title ?? null),
      ['of the project'],
      own,
    )
  },
})

export const parentsInPersonalNamespace = check({
  id: 'milestones/parents-in-personal-namespace',
  says: '`include_parent_milestones` adds nothing to a project in a personal namespace',
  source: 'milestones#parent-milestones',
  level: 'must',
  covers: [list],
  needs: { in: 'own' },
  holds: async (stage) => {
    const { call, project } = stage
    await milestone(stage, { title: 'only' })
    const reply = await call(list, { id: project.id, include_parent_milestones: true })
    equals(
      'the milestones',
      reply.rows().map((row) => row.title ?? null),
      ['only'],
      reply,
    )
  },
})

export const iidsFilter = check({
  id: 'milestones/iids-filter',
  says: '`iids` takes `iids[]=1&iids[]=2` and `iids=1,2`; a text matches nothing, and an empty list filters nothing',
  source: 'conventions#integer-lists, milestones#list-filters',
  level: 'must',
  covers: [list],
  holds: async (stage) => {
    const { project, send } = stage
    for (const title of ['a', 'b', 'c']) await milestone(stage, { title })
    const shown = async (query: string): Promise<readonly unknown[]> => {
      const reply = await send('GET', `/projects/${project.id}/milestones?${query}`)
      return reply.rows().map((row: Row) => row.iid)
    }
    const cases = [
      ['iids[]=1&iids[]=3', '3,1'],
      ['iids=1,3', '3,1'],
      ['iids[]=1,2', '2,1'],
      ['iids[]=None', ''],
      ['iids=', '3,2,1'],
      ['iids[]=2', '2'],
      // However long the list is, its last number counts.
      [[...Array(40).keys()].map((n) => `iids[]=${n < 39 ? 900 + n : 3}`).join('&'), '3'],
    ] as const
    for (const [query, expected] of cases)
      equals(`the iids for ${query}`, (await shown(query)).join(','), expected)
  },
})

export const keysetIgnored = check({
  id: 'milestones/keyset-ignored',
  says: 'A list of milestones ignores `pagination=keyset` and has the headers of offset pagination',
  source: 'milestones#no-keyset, conventions#keyset-lists',
  level: 'must',
  covers: [list],
  needs: { found: true },
  holds: async ({ call, project }) => {
    const reply = await call(list, { id: project.id, pagination: 'keyset', order_by: 'id', sort: 'asc' })
    answers(reply, 200)
    holds(reply.headers['x-page'] === '1', 'X-Page is sent', reply.headers['x-page'] ?? null, reply)
  },
})

export const emptyList = check({
  id: 'milestones/empty-list',
  says: 'An empty list has a total of 0 and one page',
  source: 'conventions#empty-list',
  level: 'must',
  covers: [list],
  holds: async ({ call, project }) => {
    const reply = await call(list, { id: project.id })
    answers(reply, 200, [])
    equals('X-Total', reply.headers['x-total'], '0', reply)
    equals('X-Total-Pages', reply.headers['x-total-pages'], '1', reply)
  },
})
