import { mergeRequest } from '../../arrange/records.ts'
import { type DrawnFilter, mergeRequestFilters, onStage } from '../../draw/merge-request-filters.ts'
import { check } from '../../kit/check.ts'
import type { Reply } from '../../kit/client.ts'
import { answers, equals, numberIn, refuses, textIn } from '../../kit/expect.ts'
import type { Params } from '../../kit/query.ts'
import {
  listedMergeRequests,
  type MergeRequestFilter,
  type MergeRequestRecord,
} from '../../oracle/merge-requests.ts'
import { sampleMergeRequests } from './sample-merge-requests.ts'

const list = 'GET /projects/:id/merge_requests'

const global = 'GET /merge_requests'

/** Each bound at the very time of a merge request, and the state that none is in for long. */
const bounds: readonly DrawnFilter[] = [
  ...(['created_after', 'created_before', 'updated_after', 'updated_before'] as const).map((name) => ({
    plain: {},
    extra: { kind: 'time' as const, name, of: 3 },
  })),
  { plain: { state: 'locked' } },
  // The last of several labels counts like the first.
  { plain: { labels: 'bug,ui,docs' } },
  { plain: { labels: 'ui,ui,bug,unknown' } },
  { plain: { not: { labels: 'unknown,docs' } } },
]

/** The list shows what the oracle lets through, named by their branches. */
function shows(reply: Reply, records: readonly MergeRequestRecord[], filter: MergeRequestFilter): void {
  const shown = reply.rows().map((row) => textIn(row, 'source_branch'))
  const expected = listedMergeRequests(records, filter).map((record) => record.source)
  equals('the merge requests of the list', shown, expected, reply)
}

export const filters = check({
  id: 'merge-requests/filters',
  after: ['merge-requests/create'],
  says: 'The list of a project shows exactly the merge requests that match all filters, in the requested order',
  source:
    'merge-requests#filter-state, merge-requests#filter-labels, merge-requests#filter-milestone, merge-requests#filter-users, merge-requests#filter-wip, merge-requests#filter-branches, merge-requests#filter-iids, merge-requests#filter-search, merge-requests#filter-search-in, merge-requests#order, conventions#hashes, merge-requests#filter-dates, merge-requests#state',
  level: 'must',
  covers: [list],
  needs: { repository: true },
  readOnly: true,
  arrange: sampleMergeRequests,
  over: () => mergeRequestFilters,
  examples: bounds,
  share: 12,
  holds: async (stage, drawn: DrawnFilter, records) => {
    const filter = onStage(stage, drawn, records)
    const reply = await stage.call(list, { id: stage.project.id, ...(filter as Params) })
    answers(reply, 200)
    // `in` belongs to the global list alone in the specification, and to both lists in the real service.
    const { in: _where, ...withoutIn } = filter
    await stage.differs('F8', {
      specification: () => shows(reply, records, withoutIn),
      real: () => shows(reply, records, filter),
    })
  },
})

export const globalFilters = check({
  id: 'merge-requests/global-filters',
  after: ['merge-requests/filters'],
  says: 'The global list applies the same filters and orders as the list of a project',
  source:
    'merge-requests#filter-state, merge-requests#filter-labels, merge-requests#filter-milestone, merge-requests#filter-users, merge-requests#filter-wip, merge-requests#filter-branches, merge-requests#filter-search, merge-requests#filter-search-in, merge-requests#order, merge-requests#filter-dates, merge-requests#state',
  level: 'must',
  covers: [global],
  needs: { repository: true },
  readOnly: true,
  arrange: sampleMergeRequests,
  over: () => mergeRequestFilters,
  examples: bounds,
  share: 12,
  holds: async (stage, drawn: DrawnFilter, records) => {
    const { iids: _ofProject, ...filter } = onStage(stage, drawn, records)
    // The source project keeps everybody else's merge requests out.
    const own = { scope: 'all', source_project_id: stage.project.id }
    const reply = await stage.call(global, { ...own, ...(filter as Params) })
    answers(reply, 200)
    shows(reply, records, filter)
  },
})

export const tiesNewestFirst = check({
  id: 'merge-requests/ties-newest-first',
  says: 'Merge requests with equal sort keys are listed with the newer one first, ascending and descending',
  source: 'merge-requests#order',
  level: 'must',
  covers: [list],
  needs: { repository: true },
  readOnly: true,
  arrange: sampleMergeRequests,
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

export const filterByUsername = check({
  id: 'merge-requests/filter-by-username',
  says: 'Author, assignee and reviewer are filtered by username as by id, and an unknown user matches nothing',
  source: 'merge-requests#filter-users',
  level: 'must',
  covers: [list, global],
  needs: { repository: true },
  readOnly: true,
  arrange: sampleMergeRequests,
  each: () => ['author', 'assignee', 'reviewer'] as const,
  holds: async ({ call, project, user }, part, records) => {
    const { id, username } = user('maintainer')
    const byId = await call(list, { id: project.id, [`${part}_id`]: id })
    const byName = await call(list, { id: project.id, [`${part}_username`]: username })
    answers(byName, 200, byId.json)
    const own = { scope: 'all', source_project_id: project.id }
    shows(await call(global, { ...own, [`${part}_username`]: username }), records, { [`${part}_id`]: id })
    shows(await call(global, { ...own, not: { [`${part}_username`]: username } }), records, {
      not: { [`${part}_id`]: id },
    })
    answers(await call(list, { id: project.id, [`${part}_username`]: 'nobody-of-this-name' }), 200, [])
    answers(await call(list, { id: project.id, [`${part}_id`]: 987_654_321 }), 200, [])
    const negated = await call(list, { id: project.id, not: { [`${part}_username`]: username } })
    answers(negated, 200, (await call(list, { id: project.id, not: { [`${part}_id`]: id } })).json)
  },
})

export const projectScope = check<
  readonly [scope: string, filter: 'author_id' | 'assignee_id' | 'reviewer_id'],
  readonly MergeRequestRecord[]
>({
  id: 'merge-requests/project-scope',
  says: 'The list of a project takes `scope`: what the caller wrote or has to work on',
  source: 'merge-requests#scope',
  level: 'must',
  covers: [list],
  needs: { repository: true },
  readOnly: true,
  arrange: sampleMergeRequests,
  each: () => [
    ['created_by_me', 'author_id'],
    ['created-by-me', 'author_id'],
    ['assigned_to_me', 'assignee_id'],
  ],
  holds: async ({ call, project, user }, [scope, filter], records) => {
    for (const as of ['developer', 'maintainer'] as const)
      shows(await call(list, { id: project.id, scope }, { as }), records, { [filter]: user(as).id })
    shows(await call(list, { id: project.id, scope: 'all' }), records, {})
  },
})

export const userFiltersExclusive = check({
  id: 'merge-requests/user-filters-exclusive',
  says: 'The id and the username of the author or reviewer exclude each other as filters, also inside `not`',
  source: 'merge-requests#filter-users-exclusive',
  level: 'must',
  covers: [list, global],
  needs: { found: true },
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

export const filterErrors = check({
  id: 'merge-requests/filter-errors',
  says: 'An invalid filter value answers 400 with the text of its type',
  source: 'merge-requests#filter-texts, conventions#validation-after-type-errors, conventions#hashes',
  level: 'must',
  covers: [list],
  needs: { found: true },
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

export const reviewsForMe = check({
  id: 'merge-requests/reviews-for-me',
  says: '`scope=reviews_for_me` lists what the caller is to review from 18.4 on, and answers 400 before',
  source: 'merge-requests#later-reviews-for-me',
  level: 'must',
  covers: [list, global],
  needs: { repository: true },
  holds: async (stage) => {
    const { id: developer } = stage.user('developer')
    const ids: number[] = []
    for (const [i, reviewer_ids] of [[developer], []].entries())
      ids.push(numberIn(await mergeRequest(stage, { branch: `for-${i}`, reviewer_ids }), 'id'))
    const [reviewed = 0, other = 0] = ids
    for (const operation of [list, global]) {
      const place = operation === list ? { id: stage.project.id } : {}
      const asked = { ...place, scope: 'reviews_for_me', per_page: 100 }
      const reply = await stage.call(operation, asked, { as: 'developer' })
      await stage.changed('merge-requests#later-reviews-for-me', {
        before: () => refuses(reply, 'scope does not have a valid value'),
        after: () => {
          answers(reply, 200)
          const listed = new Set(reply.rows().map((row) => numberIn(row, 'id')))
          equals('whether each is listed', [listed.has(reviewed), listed.has(other)], [true, false], reply)
        },
      })
    }
  },
})

export const approverFilterForm = check({
  id: 'merge-requests/approver-filter-form',
  says: '`approved_by_ids` and `approver_ids` take an array, `None` or `Any`, and answer 400 to anything else',
  source: 'merge-requests#filter-approved-by-form',
  level: 'must',
  covers: [list],
  needs: { tier: 'premium', found: true },
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
