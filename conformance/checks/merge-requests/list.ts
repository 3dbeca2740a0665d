import { anotherGroup } from '../../arrange/groups.ts'
import {
  project as create,
  groupMilestone,
  issue,
  label,
  mergeRequest,
  milestone,
  named,
} from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, lacks, names, numberIn, rowIn, textIn } from '../../kit/expect.ts'
import { isRows } from '../../kit/json.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'
import { sampleMergeRequests } from './sample-merge-requests.ts'

const list = 'GET /projects/:id/merge_requests'

const global = 'GET /merge_requests'

const inGroup = 'GET /groups/:id/merge_requests'

const inGroupIssues = 'GET /groups/:id/issues'

const path = '/projects/:id/merge_requests/:merge_request_iid'

const needs = { repository: true } as const

const opened = (stage: Stage) => mergeRequest(stage, { branch: 'topic', title: 'Add topic' })

export const simpleView = check({
  id: 'merge-requests/simple-view',
  says: 'The simple view shows nine fields and no others',
  source: 'merge-requests#simple-view',
  level: 'must',
  covers: [list, global],
  needs: { repository: true },
  holds: async (stage) => {
    await mergeRequest(stage, { branch: 'one' })
    const expected = [
      'id',
      'iid',
      'project_id',
      'title',
      'description',
      'state',
      'created_at',
      'updated_at',
      'web_url',
    ]
    for (const reply of [
      await stage.call(list, { id: stage.project.id, view: 'simple' }),
      await stage.call(global, { view: 'simple', scope: 'all' }),
    ])
      if (stage.mayAdd) names(reply.rows()[0] ?? {}, expected, reply)
      else equals('the fields', Object.keys(reply.rows()[0] ?? {}).sort(), [...expected].sort(), reply)
  },
})

export const labelDetails = check({
  id: 'merge-requests/label-details',
  says: 'Labels are sorted titles, and sorted objects with `with_labels_details`',
  source: 'merge-requests#label-details, conventions#label-details',
  level: 'must',
  covers: [list, global],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project, differs } = stage
    await label(stage, 'b', { color: '#ff0000', description: 'Second' })
    await label(stage, 'a', { color: '#ffffff' })
    await mergeRequest(stage, { branch: 'one', labels: 'b,a' })
    has((await call(list, { id: project.id })).rows()[0] ?? {}, { labels: ['a', 'b'] })
    const reply = await call(list, { id: project.id, with_labels_details: true })
    const labels = reply.rows()[0]?.labels
    holds(isRows(labels), 'labels are objects', labels ?? null, reply)
    equals(
      'their names',
      labels.map((one) => one.name ?? null),
      ['a', 'b'],
      reply,
    )
    has(labels[1] ?? {}, { name: 'b', color: '#ff0000', description: 'Second', text_color: '#FFFFFF' }, reply)
    names(labels[0] ?? {}, ['name', 'color', 'description', 'description_html', 'text_color'], reply)
    const onWhite = textIn(labels[0] ?? {}, 'text_color')
    holds(/^#[0-4][0-9A-F]{5}$/i.test(onWhite), 'the text on a light label is dark', onWhite, reply)
    const elsewhere = await call(global, {
      scope: 'all',
      with_labels_details: true,
      source_project_id: project.id,
    })
    equals('the labels in the global list', elsewhere.rows()[0]?.labels, labels, elsewhere)
    await differs('F17', {
      specification: () => lacks(labels[0] ?? {}, ['id'], reply),
      real: () => names(labels[0] ?? {}, ['id'], reply),
    })
  },
})

export const referencesInGroups = check({
  id: 'merge-requests/references-in-groups',
  says: "In a group's lists of merge requests and issues `references.relative` begins with the path of its own project, and is the full reference for projects of subgroups",
  source: 'merge-requests#references, issues#shape',
  level: 'should',
  covers: [inGroup, inGroupIssues],
  needs: { repository: true, in: 'group' },
  holds: async (stage) => {
    const { call, project, group } = stage
    await mergeRequest(stage, { branch: 'one' })
    await issue(stage, { title: 'one' })
    const below = await anotherGroup(stage, 'below', { parent_id: group.id })
    const deep = await create(stage, 'deep', { namespace_id: numberIn(below, 'id') })
    const wish = { id: numberIn(deep, 'id'), title: 'one' }
    expectArranged(await call('POST /projects/:id/issues', wish))
    const references = async (operation: string, id: number) => {
      const reply = await call(operation, { id: group.id, scope: 'all', per_page: 100 })
      const row = reply.rows().find(({ project_id }) => project_id === id) ?? {}
      return rowIn(row, 'references')
    }
    const name = project.path.slice(project.path.lastIndexOf('/') + 1)
    for (const [operation, sign] of [
      [inGroup, '!'],
      [inGroupIssues, '#'],
    ] as const) {
      const expected = {
        short: `${sign}1`,
        relative: `${name}${sign}1`,
        full: `${project.path}${sign}1`,
      }
      has(await references(operation, project.id), expected)
    }
    const full = `${textIn(deep, 'path_with_namespace')}#1`
    has(await references(inGroupIssues, wish.id), { relative: full, full })
  },
})

export const listRenderHtml = check({
  id: 'merge-requests/list-render-html',
  says: 'Both lists show `title_html` and `description_html` with `render_html` only',
  source: 'merge-requests#fields-on-demand',
  level: 'must',
  covers: [list, global],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    await mergeRequest(stage, { branch: 'one', title: 'Some `code`', description: '**bold**' })
    const inProject = { id: project.id }
    const everywhere = { scope: 'all', source_project_id: project.id }
    for (const [operation, params] of [
      [list, inProject],
      [global, everywhere],
    ] as const) {
      lacks((await call(operation, params)).rows()[0] ?? {}, ['title_html', 'description_html'])
      const reply = await call(operation, { ...params, render_html: true })
      const { title_html, description_html } = reply.rows()[0] ?? {}
      holds(String(title_html).includes('<code'), 'the title is rendered', title_html ?? null, reply)
      holds(
        String(description_html).includes('<strong'),
        'the description is rendered',
        description_html ?? null,
        reply,
      )
    }
  },
})

export const scopes = check({
  id: 'merge-requests/scopes',
  says: 'The global list shows what the caller created, is assigned to, reviews, or may see at all, as `scope` says',
  source: 'merge-requests#scope, merge-requests#list-defaults',
  level: 'must',
  covers: [global],
  needs: { repository: true },
  readOnly: true,
  arrange: sampleMergeRequests,
  holds: async ({ call, project, user }, _none, records) => {
    const me = user('maintainer').id
    const mine = async (scope: string | undefined): Promise<readonly string[]> => {
      const reply = await call(
        global,
        { scope, per_page: 100, ...(scope === 'all' ? { search: 'login' } : {}) },
        { as: 'maintainer' },
      )
      answers(reply, 200)
      return reply
        .rows()
        .filter((row) => row.project_id === project.id)
        .map((row) => textIn(row, 'source_branch'))
    }
    const newest = [...records].sort((a, b) => b.id - a.id)
    const created = newest.filter((record) => record.author === me).map((record) => record.source)
    for (const scope of [undefined, 'created_by_me', 'created-by-me'])
      equals(`scope ${scope ?? 'absent'}`, await mine(scope), created)
    const assigned = newest.filter((record) => record.assignees.includes(me)).map((record) => record.source)
    for (const scope of ['assigned_to_me', 'assigned-to-me'])
      equals(`scope ${scope}`, await mine(scope), assigned)
    const all = newest.filter(({ title, description }) =>
      `${title}\n${description ?? ''}`.toLowerCase().includes('login'),
    )
    equals(
      'scope all',
      await mine('all'),
      all.map((record) => record.source),
    )
  },
})

export const globalListVisibility = check({
  id: 'merge-requests/global-list-visibility',
  says: 'The global list shows merge requests only of projects where the caller may read them',
  source: 'merge-requests#global-visibility',
  level: 'must',
  covers: [global],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    await mergeRequest(stage, { branch: 'private' })
    const shown = async (as: 'reporter' | 'guest' | 'stranger') => {
      const reply = await call(global, { scope: 'all', per_page: 100 }, { as })
      return reply.rows().some((row) => row.project_id === project.id)
    }
    equals('shown to a reporter', await shown('reporter'), true)
    equals('shown to a guest', await shown('guest'), false)
    equals('shown to a stranger', await shown('stranger'), false)
  },
})

export const searchIn = check({
  id: 'merge-requests/search-in',
  says: 'The global list searches the title, the description or both, as `in` says',
  source: 'merge-requests#filter-search-in',
  level: 'must',
  covers: [global],
  needs: { repository: true },
  readOnly: true,
  arrange: sampleMergeRequests,
  each: () =>
    [
      ['title', ['six', 'one']],
      ['description', ['three']],
      ['title,description', ['six', 'three', 'one']],
      ['nothing', ['six', 'three', 'one']],
    ] as const,
  holds: async ({ call, project }, [where, expected]) => {
    const reply = await call(global, {
      scope: 'all',
      search: 'login',
      in: where,
      per_page: 100,
      not: { labels: 'no such label' },
    })
    const shown = reply.rows().filter((row) => row.project_id === project.id && row.source_branch !== 'two')
    equals(
      `the merge requests found in ${where}`,
      shown.map((row) => row.source_branch ?? null),
      expected,
      reply,
    )
  },
})

export const milestoneStartedUpcoming = check({
  id: 'merge-requests/milestone-started-upcoming',
  says: 'The milestone filter `#started` matches active milestones that have started, and `#upcoming` the nearest one that is due after today; from 18.0 on what has one that goes on, and that starts later',
  source: 'merge-requests#filter-milestone, merge-requests#later-milestone-words',
  level: 'should',
  covers: [list],
  needs: { in: 'group', repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const now = textIn((await call('GET /projects/:id', { id: project.id })).row(), 'last_activity_at')
    const made = {
      past: { start_date: '2001-01-01' },
      today: { due_date: now.slice(0, 10) },
      next: { due_date: '2090-01-01' },
      later: { due_date: '2091-01-01' },
      over: { start_date: '2001-01-01', due_date: '2002-01-01' },
      starting: { start_date: '2092-01-01' },
      neither: {},
    }
    for (const [title, dates] of Object.entries(made))
      await mergeRequest(stage, {
        branch: title,
        milestone_id: numberIn(await milestone(stage, { title, ...dates }), 'id'),
      })
    const shown = async (word: string) => {
      const reply = await call(list, { id: project.id, milestone: word })
      return reply
        .rows()
        .map((row) => textIn(row, 'source_branch'))
        .sort()
    }
    const [started, upcoming] = [await shown('#started'), await shown('#upcoming')]
    await stage.changed('merge-requests#later-milestone-words', {
      before: () => equals('#started', started, ['over', 'past']),
      after: () => equals('#started', started, ['later', 'next', 'past', 'today']),
    })
    const here = { id: stage.group.id, include_parent_milestones: true }
    const above = (await call('GET /groups/:id/milestones', here)).rows()
    if (above.some(({ due_date }) => due_date !== null))
      stage.skip('groups above have milestones that may be nearer')
    await stage.changed('merge-requests#later-milestone-words', {
      before: () => equals('#upcoming', upcoming, ['next']),
      after: () => equals('#upcoming', upcoming, ['starting']),
    })
  },
})

export const reactionFilterWithoutReactions = check({
  id: 'merge-requests/reaction-filter-without-reactions',
  says: 'A merge request without reactions matches `my_reaction_emoji=None` and not `Any` or a name',
  source: 'merge-requests#filter-reactions',
  level: 'must',
  covers: [list],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    await mergeRequest(stage, { branch: 'plain' })
    const shown = async (my_reaction_emoji: string) =>
      (await call(list, { id: project.id, my_reaction_emoji })).rows().length
    equals('None', await shown('None'), 1)
    equals('Any', await shown('Any'), 0)
    equals('a name', await shown('star'), 0)
    const negated = await call(list, { id: project.id, not: { my_reaction_emoji: 'star' } })
    equals('not a name', negated.rows().length, 1, negated)
  },
})

export const furtherOrders = check({
  id: 'merge-requests/further-orders',
  says: '`order_by` takes three values, and (real service) `label_priority`, `milestone_due`, `popularity` and `priority` as well',
  source: 'merge-requests#further-orders',
  level: 'must',
  covers: [list],
  needs: { found: true },
  readOnly: true,
  each: () => ['label_priority', 'milestone_due', 'popularity', 'priority'],
  holds: async ({ call, project, differs }, order_by) => {
    const reply = await call(list, { id: project.id, order_by })
    await differs('F8', {
      specification: () => answers(reply, 400, { error: 'order_by does not have a valid value' }),
      real: () => answers(reply, 200),
    })
  },
})

export const groupMilestoneFilter = check({
  id: 'merge-requests/group-milestone-filter',
  says: 'The milestone filter matches the title of a group milestone',
  source: 'merge-requests#filter-milestone',
  level: 'must',
  covers: [list],
  needs: { repository: true, in: 'group' },
  holds: async (stage) => {
    const { call, project } = stage
    const milestone_id = numberIn(await groupMilestone(stage, { title: 'Of the group' }), 'id')
    await mergeRequest(stage, { branch: 'carried', milestone_id })
    await mergeRequest(stage, { branch: 'other' })
    const found = async (params: object) => {
      const reply = await call(list, { id: project.id, ...params })
      return reply.rows().map((row) => row.source_branch ?? null)
    }
    equals('by title', await found({ milestone: 'Of the group' }), ['carried'])
    equals('by having one', await found({ milestone: 'Any' }), ['carried'])
    equals('not by title', await found({ not: { milestone: 'Of the group' } }), ['other'])
  },
})

export const totalsInAnyOrder = check<'created_at' | 'updated_at' | 'title'>({
  id: 'merge-requests/totals-in-any-order',
  says: 'A list of one state tells how many there are, in whatever order it comes',
  source: 'merge-requests#order, conventions#offset-headers',
  level: 'must',
  covers: [list],
  needs,
  readOnly: true,
  arrange: async (stage) => {
    for (const branch of ['one', 'two', 'three']) {
      const place = named(stage, await mergeRequest(stage, { branch }))
      if (branch === 'three')
        expectArranged(await stage.call(`PUT ${path}`, { ...place, state_event: 'close' }))
    }
  },
  each: () => ['created_at', 'updated_at', 'title'],
  holds: async ({ call, project }, order_by) => {
    for (const [state, count] of [
      ['opened', 2],
      ['closed', 1],
      ['all', 3],
    ] as const) {
      const reply = await call(list, { id: project.id, state, order_by })
      equals(`how many are ${state}`, reply.rows().length, count, reply)
      equals('what the header tells', Number(reply.headers['x-total']), count, reply)
    }
  },
})

export const reactions = check({
  id: 'merge-requests/reactions',
  says: '`upvotes` and `downvotes` count thumbs, and `my_reaction_emoji` matches what the caller reacted to',
  source: 'merge-requests#counts, merge-requests#filter-reactions',
  level: 'must',
  covers: [list, 'GET /merge_requests'],
  needs,
  arrange: opened,
  holds: async (stage, _none, row) => {
    const { call, project } = stage
    await mergeRequest(stage, { branch: 'other' })
    for (const [name, as] of [
      ['thumbsup', 'owner'],
      ['thumbsup', 'reporter'],
      ['thumbsdown', 'maintainer'],
      ['star', 'owner'],
    ] as const)
      expectArranged(await call(`POST ${path}/award_emoji`, { ...named(stage, row), name }, { as }))
    has((await call(`GET ${path}`, named(stage, row))).row(), { upvotes: 2, downvotes: 1 })
    const found = async (params: object) => {
      const reply = await call(list, { id: project.id, ...params })
      return reply.rows().map((one) => one.source_branch ?? null)
    }
    equals('a reaction of the caller', await found({ my_reaction_emoji: 'star' }), ['topic'])
    equals('one of somebody else', await found({ my_reaction_emoji: 'thumbsdown' }), [])
    equals('Any', await found({ my_reaction_emoji: 'Any' }), ['topic'])
    equals('None', await found({ my_reaction_emoji: 'None' }), ['other'])
    equals('not one of the caller', await found({ not: { my_reaction_emoji: 'star' } }), ['other'])
    const everywhere = async (params: object) => {
      const reply = await call('GET /merge_requests', {
        scope: 'all',
        source_project_id: project.id,
        ...params,
      })
      return reply.rows().map((one) => one.source_branch ?? null)
    }
    equals('a reaction of the caller, anywhere', await everywhere({ my_reaction_emoji: 'star' }), ['topic'])
    equals('not one, anywhere', await everywhere({ not: { my_reaction_emoji: 'star' } }), ['other'])
  },
})
