import { label, mergeRequest, milestone } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, lacks, names, numberIn, textIn } from '../../kit/expect.ts'
import { isRows } from '../../kit/json.ts'
import { several } from './several.ts'

const list = 'GET /projects/:id/merge_requests'
const global = 'GET /merge_requests'
const source = 'specification 1, Merge requests; dossier 1, 9.1'

export const simpleView = check({
  id: 'merge-requests/simple-view',
  says: 'The simple view shows nine fields and no others',
  source: 'specification 1, Merge request; dossier 1, 9.3',
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
      equals('the fields', Object.keys(reply.rows()[0] ?? {}).sort(), [...expected].sort(), reply)
  },
})

export const labelDetails = check({
  id: 'merge-requests/label-details',
  says: 'With `with_labels_details` labels are objects, sorted by name; otherwise titles, sorted',
  source: 'specification 1, Merge request; dossier 1, section 7',
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

export const rendered = check({
  id: 'merge-requests/rendered-lists',
  says: 'With `render_html` both lists carry title and description as HTML, without it they do not',
  source: 'dossier 1, 9.3',
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
  says: 'The global list shows what the caller created, what is assigned to them, what they review, or all that they can see',
  source,
  level: 'must',
  covers: [global],
  needs: { repository: true },
  readOnly: true,
  arrange: several,
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
    const reviewed = newest.filter((record) => record.reviewers.includes(me)).map((record) => record.source)
    equals('scope reviews_for_me', await mine('reviews_for_me'), reviewed)
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

export const unseenOnesMissing = check({
  id: 'merge-requests/global-visible-only',
  says: 'The global list shows merge requests only of projects where the caller may read them',
  source,
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
  says: 'The global list searches title, description or both, as `in` says',
  source,
  level: 'must',
  covers: [global],
  needs: { repository: true },
  readOnly: true,
  arrange: several,
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

export const milestoneWords = check({
  id: 'merge-requests/milestone-words',
  says: '`#started` and `#upcoming` stand for milestones by their dates',
  source: 'dossier 1, 9.1',
  level: 'should',
  covers: [list],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const made = {
      past: { start_date: '2001-01-01' },
      next: { due_date: '2090-01-01' },
      later: { due_date: '2091-01-01' },
      neither: {},
    }
    for (const [title, dates] of Object.entries(made))
      await mergeRequest(stage, {
        branch: title,
        milestone_id: numberIn(await milestone(stage, { title, ...dates }), 'id'),
      })
    const shown = async (word: string) => {
      const reply = await call(list, { id: project.id, milestone: word })
      return reply.rows().map((row) => row.source_branch ?? null)
    }
    equals('#started', await shown('#started'), ['past'])
    equals('#upcoming', await shown('#upcoming'), ['next'])
  },
})

export const noReactions = check({
  id: 'merge-requests/reactions',
  says: '`my_reaction_emoji` of nothing that has no reaction: `None` lets all through, `Any` and names nothing',
  source,
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

export const extraOrders = check({
  id: 'merge-requests/extra-orders',
  says: 'The real service knows further orders; the specification has three',
  source: 'dossier 1, difference F8',
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
