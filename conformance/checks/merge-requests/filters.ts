import fc from 'fast-check'
import { check } from '../../check.ts'
import { answers, equals, refuses, textIn } from '../../expect.ts'
import {
  listedMergeRequests,
  type MergeRequestFilter,
  type MergeRequestRecord,
} from '../../oracle/merge-requests.ts'
import type { Params } from '../../query.ts'
import type { Stage } from '../../stage.ts'
import { several } from './several.ts'

const list = 'GET /projects/:id/merge_requests'
const source = 'specification 1, Merge requests; dossier 1, 9.1'
const members = ['developer', 'maintainer', 'owner', 'guest'] as const
type Member = (typeof members)[number]

/** A filter before the stage is known: users by role, times by the merge request that they are taken from. */
interface DrawnFilter {
  readonly plain: Omit<MergeRequestFilter, 'author_id' | 'assignee_id' | 'reviewer_id'>
  readonly author?: Member
  readonly assignee?: Member | 'None' | 'Any'
  readonly reviewer?: Member | 'None' | 'ANY'
  readonly times?: {
    readonly name: 'created_after' | 'created_before' | 'updated_after' | 'updated_before'
    readonly of: number
  }
  readonly notUser?: { readonly name: 'author_id' | 'assignee_id' | 'reviewer_id'; readonly who: Member }
}

const member = fc.constantFrom(...members)
const plain = fc.record<DrawnFilter['plain']>(
  {
    state: fc.constantFrom('opened', 'closed', 'locked', 'merged', 'all'),
    labels: fc.constantFrom('bug', 'bug,ui', 'ui, bug', 'Bug', 'None', 'any', 'unknown', 'bug,None', 'docs'),
    milestone: fc.constantFrom('First', 'first', 'None', 'ANY', 'Unknown', 'Second'),
    search: fc.constantFrom(
      'login',
      'LOGIN page',
      'page add',
      '"login page"',
      'z',
      'Z',
      'the',
      'pa',
      'password login',
      'draft',
    ),
    in: fc.constantFrom('title', 'description', 'title,description', 'author', 'title,nothing'),
    wip: fc.constantFrom('yes', 'no'),
    source_branch: fc.constantFrom('one', 'five', 'unknown'),
    target_branch: fc.constantFrom('main', 'release', 'unknown'),
    iids: fc.subarray([1, 2, 3, 5, 8, 99]),
    not: fc.record(
      {
        labels: fc.constantFrom('bug', 'bug,docs', 'unknown'),
        milestone: fc.constantFrom('First', 'Unknown', 'None'),
      },
      { requiredKeys: [] },
    ),
    order_by: fc.constantFrom('created_at', 'updated_at', 'title'),
    sort: fc.constantFrom('asc', 'desc'),
  },
  { requiredKeys: [] },
)

// A few filters at a time: all of them together let nothing through, and so tell nothing.
const few = plain.chain((whole) => {
  const names = Object.keys(whole) as (keyof typeof whole)[]
  const kept = fc.subarray(names, { maxLength: Math.min(3, names.length) })
  return kept.map((chosen): DrawnFilter['plain'] =>
    Object.fromEntries(Object.entries(whole).filter(([name]) => (chosen as string[]).includes(name))),
  )
})

const filters: fc.Arbitrary<DrawnFilter> = fc
  .record(
    {
      plain: few,
      author: member,
      assignee: fc.oneof(member, fc.constantFrom('None' as const, 'Any' as const)),
      reviewer: fc.oneof(member, fc.constantFrom('None' as const, 'ANY' as const)),
      times: fc.record({
        name: fc.constantFrom('created_after', 'created_before', 'updated_after', 'updated_before'),
        of: fc.nat({ max: 7 }),
      }),
      notUser: fc.record({ name: fc.constantFrom('author_id', 'assignee_id', 'reviewer_id'), who: member }),
    },
    { requiredKeys: ['plain'] },
  )
  .map(atMostOneUser)

function atMostOneUser({ plain: kept, ...rest }: DrawnFilter): DrawnFilter {
  const [name] = Object.keys(rest)
  return { plain: kept, ...Object.fromEntries(Object.entries(rest).filter(([key]) => key === name)) }
}

function resolvedFilter(
  { user }: Stage,
  drawn: DrawnFilter,
  records: readonly MergeRequestRecord[],
): MergeRequestFilter {
  const id = (who: string) =>
    who === 'None' || who === 'Any' || who === 'ANY' ? who : user(who as Member).id
  const { plain: filter, author, assignee, reviewer, times, notUser } = drawn
  const record = times === undefined ? undefined : records[times.of]
  return {
    ...filter,
    ...(author === undefined ? {} : { author_id: user(author).id }),
    ...(assignee === undefined ? {} : { assignee_id: id(assignee) }),
    ...(reviewer === undefined ? {} : { reviewer_id: id(reviewer) }),
    ...(times === undefined || record === undefined
      ? {}
      : { [times.name]: times.name.startsWith('created') ? record.created : record.updated }),
    ...(notUser === undefined ? {} : { not: { ...filter.not, [notUser.name]: user(notUser.who).id } }),
  }
}

export const filtered = check({
  id: 'merge-requests/filters',
  says: 'A list shows exactly the merge requests that all its filters let through, in the order asked for, ties with the newer one first',
  source,
  level: 'must',
  covers: [list],
  needs: { repository: true },
  readOnly: true,
  arrange: several,
  over: () => filters,
  share: 12,
  holds: async (stage, drawn: DrawnFilter, records) => {
    const { call, project, differs } = stage
    const filter = resolvedFilter(stage, drawn, records)
    const reply = await call(list, { id: project.id, ...(filter as Params) })
    answers(reply, 200)
    const shown = reply.rows().map((row) => textIn(row, 'source_branch'))
    const expecting = (wanted: MergeRequestFilter) => () =>
      equals(
        'the merge requests of the list',
        shown,
        listedMergeRequests(records, wanted).map((record) => record.source),
        reply,
      )
    // `in` belongs to the global list alone in the specification, and to both lists in the real service.
    const { in: _where, ...withoutIn } = filter
    await differs('F8', { specification: expecting(withoutIn), real: expecting(filter) })
  },
})

export const tiesNewestFirst = check({
  id: 'merge-requests/ties',
  says: 'Merge requests with equal keys stand with the newer one first, ascending or not',
  source: 'dossier 1, 9.1',
  level: 'must',
  covers: [list],
  needs: { repository: true },
  readOnly: true,
  arrange: several,
  each: () => ['asc', 'desc'],
  holds: async ({ call, project }, sort) => {
    const reply = await call(list, { id: project.id, search: '"same title"', order_by: 'title', sort })
    equals(
      'the order',
      reply.rows().map((row) => row.source_branch ?? null),
      ['four', 'three'],
      reply,
    )
  },
})

export const usersByName = check({
  id: 'merge-requests/users-by-name',
  says: 'Author, assignee and reviewer are named by username as well; an unknown one lets nothing through',
  source,
  level: 'must',
  covers: [list],
  needs: { repository: true },
  readOnly: true,
  arrange: several,
  each: () => ['author', 'assignee', 'reviewer'] as const,
  holds: async ({ call, project, user }, part) => {
    const { id, username } = user('maintainer')
    const byId = await call(list, { id: project.id, [`${part}_id`]: id })
    const byName = await call(list, { id: project.id, [`${part}_username`]: username })
    answers(byName, 200, byId.json)
    answers(await call(list, { id: project.id, [`${part}_username`]: 'nobody-of-this-name' }), 200, [])
    answers(await call(list, { id: project.id, [`${part}_id`]: 987_654_321 }), 200, [])
    const negated = await call(list, { id: project.id, not: { [`${part}_username`]: username } })
    answers(negated, 200, (await call(list, { id: project.id, not: { [`${part}_id`]: id } })).json)
  },
})

export const exclusiveUsers = check({
  id: 'merge-requests/exclusive-users',
  says: 'An id and a username of the same part exclude each other, also inside `not`',
  source: 'specification 1, Merge requests; dossier 1, 2.2',
  level: 'must',
  covers: [list, 'GET /merge_requests'],
  readOnly: true,
  each: () => ['author', 'reviewer'],
  holds: async ({ call, project }, part) => {
    const both = { [`${part}_id`]: 1, [`${part}_username`]: 'a' }
    const text = `${part}_id, ${part}_username are mutually exclusive`
    refuses(await call(list, { id: project.id, ...both }), text)
    refuses(await call('GET /merge_requests', both), text)
    const nested = `not[${part}_id], not[${part}_username] are mutually exclusive`
    refuses(await call(list, { id: project.id, not: both }), nested)
  },
})

export const filterTexts = check({
  id: 'merge-requests/filter-texts',
  says: 'A filter value of the wrong form answers 400 with the text of its kind',
  source: 'dossier 1, 2.2 and 9.1',
  level: 'must',
  covers: [list],
  readOnly: true,
  each: () =>
    [
      [{ assignee_id: 'abc' }, 'assignee_id should be an integer, none, or any, however got abc'],
      [{ author_id: 'abc' }, 'author_id is invalid'],
      [{ not: { reviewer_id: 'None' } }, 'not[reviewer_id] is invalid'],
      [{ not: 'a' }, 'not is invalid'],
      [{ state: 'open' }, 'state does not have a valid value'],
      [{ state: '' }, 'state does not have a valid value'],
      [{ state: ['x'] }, 'state is invalid, state does not have a valid value'],
      [{ scope: 'mine' }, 'scope does not have a valid value'],
      [{ order_by: 'id' }, 'order_by does not have a valid value'],
      [{ sort: 'up' }, 'sort does not have a valid value'],
      [{ wip: 'maybe' }, 'wip does not have a valid value'],
      [{ view: 'full' }, 'view does not have a valid value'],
      [{ created_after: 'foo' }, 'created_after is invalid'],
      [{ with_labels_details: 'maybe' }, 'with_labels_details is invalid'],
    ] as const,
  holds: async ({ call, project }, [params, text]) =>
    refuses(await call(list, { id: project.id, ...(params as Params) }), text),
})

export const approverForms = check({
  id: 'merge-requests/approved-by-form',
  says: '`approved_by_ids` is an array, `None` or `Any`; anything else answers 400',
  source: 'dossier 1, 9.1',
  level: 'must',
  covers: [list],
  needs: { tier: 'premium' },
  readOnly: true,
  each: () => ['approved_by_ids', 'approver_ids'],
  holds: async ({ call, project }, name) => {
    for (const value of ['1', '1,2'])
      refuses(
        await call(list, { id: project.id, [name]: value }),
        `${name} should be an array, 'None' or 'Any'`,
      )
    for (const value of ['None', 'Any', [1], [1, 2, 3, 4, 5, 6]])
      answers(await call(list, { id: project.id, [name]: value }), 200)
  },
})
