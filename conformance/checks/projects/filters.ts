import fc from 'fast-check'
import { check } from '../../kit/check.ts'
import { answers, equals, holds, refuses, textIn } from '../../kit/expect.ts'
import type { Params } from '../../kit/query.ts'
import { listedProjects, type ProjectFilter, type ProjectRecord } from '../../oracle/projects.ts'
import { expectArranged } from '../../run/stage.ts'
import type { Role } from '../../targets/target.ts'
import { sampleProjects, tokenOf } from './sample-projects.ts'

const list = 'GET /projects'

const needs = { in: 'group' } as const

const viewers = [
  'owner',
  'maintainer',
  'developer',
  'guest',
  'stranger',
  'anonymous',
] as const satisfies readonly Role[]

interface Drawn {
  readonly viewer: (typeof viewers)[number]
  readonly filter: ProjectFilter
  readonly words: string
  readonly bound?: {
    readonly name: 'id_after' | 'id_before' | 'last_activity_after' | 'last_activity_before'
    readonly of: number
  }
}

const filter = fc.record<ProjectFilter>(
  {
    archived: fc.boolean(),
    visibility: fc.constantFrom('private', 'internal', 'public'),
    membership: fc.boolean(),
    owned: fc.boolean(),
    starred: fc.boolean(),
    min_access_level: fc.constantFrom(10, 20, 30, 40, 50),
    search_namespaces: fc.boolean(),
    topic: fc.constantFrom(
      'ruby',
      'web',
      'ruby, web',
      'web, ruby, unknown',
      'Ruby',
      'web,,web',
      '',
      'unknown',
    ),
    with_issues_enabled: fc.boolean(),
    with_merge_requests_enabled: fc.boolean(),
    order_by: fc.constantFrom('id', 'name', 'path', 'created_at', 'last_activity_at'),
    sort: fc.constantFrom('asc', 'desc'),
  },
  { requiredKeys: [] },
)

// A few filters at a time: all of them together let nothing through, and so tell nothing.
const few = filter.chain((whole) => {
  const names = Object.keys(whole)
  return fc
    .subarray(names, { maxLength: Math.min(3, names.length) })
    .map(
      (kept): ProjectFilter =>
        Object.fromEntries(Object.entries(whole).filter(([name]) => kept.includes(name))),
    )
})

const drawn: fc.Arbitrary<Drawn> = fc.record(
  {
    viewer: fc.constantFrom(...viewers),
    filter: few,
    words: fc.constantFrom('', '', 'first', 'ALPHA first', '"first alpha"', 'of', 'nothing', 'first of'),
    bound: fc.record({
      name: fc.constantFrom('id_after', 'id_before', 'last_activity_after', 'last_activity_before'),
      of: fc.nat({ max: 6 }),
    }),
  },
  { requiredKeys: ['viewer', 'filter', 'words'] },
)

/** Each filter alone, for callers whom it makes a difference to. */
const alone: readonly Drawn[] = [
  ...[
    { archived: true },
    { archived: false },
    { visibility: 'internal' as const },
    { membership: true },
    { owned: true },
    { starred: true },
    { min_access_level: 30 },
    { topic: 'ruby, web' },
    { topic: 'web, ruby, unknown' },
    { membership: true, starred: true },
    { topic: 'Ruby' },
    { with_issues_enabled: true },
    { with_merge_requests_enabled: true },
  ].flatMap((filter) =>
    (['owner', 'stranger'] as const).map((viewer): Drawn => ({ viewer, filter, words: '' })),
  ),
  // Whose role is one below the role asked for.
  { viewer: 'maintainer', filter: { owned: true }, words: '' },
  { viewer: 'maintainer', filter: { min_access_level: 50 }, words: '' },
  ...(['last_activity_after', 'last_activity_before'] as const).map(
    (name): Drawn => ({ viewer: 'owner', filter: {}, words: '', bound: { name, of: 2 } }),
  ),
]

function bounds({ bound }: Drawn, records: readonly ProjectRecord[]): ProjectFilter {
  const record = bound === undefined ? undefined : records[bound.of]
  if (bound === undefined || record === undefined) return {}
  return { [bound.name]: bound.name.startsWith('id') ? record.id : record.lastActivity }
}

export const filters = check({
  id: 'projects/filters',
  says: 'A list shows exactly the projects that the caller may see and that pass all filters, in the order asked for',
  source:
    'projects#listed, projects#filters, projects#orders, projects#archived-filter, projects#visibility-filter, projects#membership, projects#owned, projects#starred, projects#min-access-level, projects#topic, projects#activity-bounds, projects#feature-filters, projects#search-namespaces',
  level: 'must',
  covers: [list],
  needs,
  readOnly: true,
  arrange: sampleProjects,
  over: () => drawn,
  examples: alone,
  share: 12,
  holds: async (stage, input: Drawn, records) => {
    // The word of the stage keeps every other project of the target out.
    const wanted = {
      ...input.filter,
      ...bounds(input, records),
      search: `${tokenOf(stage)} ${input.words}`.trim(),
    }
    const reply = await stage.call(list, { per_page: 100, ...(wanted as Params) }, { as: input.viewer })
    answers(reply, 200)
    const shown = reply.rows().map((row) => textIn(row, 'path'))
    equals(
      'the projects of the list',
      shown,
      listedProjects(records, input.viewer, wanted).map((record) => record.path),
      reply,
    )
  },
})

export const idBounds = check({
  id: 'projects/id-bounds',
  says: '`id_after` and `id_before` exclude the ID itself, and an empty value is no bound',
  source: 'projects#id-bounds',
  level: 'must',
  covers: [list],
  needs,
  readOnly: true,
  arrange: sampleProjects,
  holds: async (stage, _none, records) => {
    const search = tokenOf(stage)
    const ids = async (params: Params) => {
      const reply = await stage.call(list, { search, order_by: 'id', sort: 'asc', ...params })
      return reply.rows().map((row) => row.id ?? null)
    }
    const all = await ids({})
    const middle = all[2] ?? null
    equals('after the third', await ids({ id_after: middle }), all.slice(3))
    equals('before the third', await ids({ id_before: middle }), all.slice(0, 2))
    equals('without a bound', await ids({ id_after: '', id_before: '' }), all)
    holds(records.length > 3, 'there are several projects', records.length)
  },
})

export const filterValuesRefused = check({
  id: 'projects/filter-values-refused',
  says: 'A filter value outside its set or of the wrong type answers 400',
  source: 'projects#wrong-values',
  level: 'must',
  covers: [list],
  needs: { project: 'none' },
  each: () =>
    [
      ['visibility', 'secret', 'does not have a valid value'],
      ['min_access_level', 25, 'does not have a valid value'],
      ['order_by', 'stars', 'does not have a valid value'],
      ['sort', 'up', 'does not have a valid value'],
      ['last_activity_after', 'foo', 'is invalid'],
      ['last_activity_before', 'foo', 'is invalid'],
      ['archived', 'maybe', 'is invalid'],
      ['id_after', 'abc', 'is invalid'],
      ['topic_id', 'abc', 'is invalid'],
    ] as const,
  holds: async ({ call }, [name, value, text]) =>
    refuses(await call(list, { [name]: value }), `${name} ${text}`),
})

export const adminFilters = check({
  id: 'projects/admin-filters',
  says: 'Custom attributes and the repository storage filter projects for administrators and are ignored for other callers',
  source: 'projects#admin-filters, projects#custom-attributes-shown',
  level: 'must',
  covers: [list],
  needs,
  holds: async (stage) => {
    const { call, project, group } = stage
    expectArranged(await call('PUT /projects/:id', { id: project.id, description: tokenOf(stage) }))
    const attribute = { id: project.id, key: 'team', value: 'blue' }
    expectArranged(await call('PUT /projects/:id/custom_attributes/:key', attribute, { as: 'admin' }))
    const { admin: isAdmin } = stage.user('owner')
    const found = async (as: Role, params: Params) =>
      (await call(list, { search: tokenOf(stage), ...params }, { as })).rows().length
    holds(group.id > 0, 'the group is there', group.id)
    const size = { id: project.id, key: 'size', value: 'small' }
    expectArranged(await call('PUT /projects/:id/custom_attributes/:key', size, { as: 'admin' }))
    for (const [team, size, shown] of [
      ['blue', 'small', 1],
      ['blue', 'large', 0],
      ['red', 'small', 0],
    ] as const)
      equals(
        `found by an administrator with ${team} and ${size}`,
        await found('admin', { custom_attributes: { team, size } }),
        shown,
      )
    const gone = { id: project.id, key: 'size' }
    expectArranged(await call('DELETE /projects/:id/custom_attributes/:key', gone, { as: 'admin' }))
    for (const [team, shown] of [
      ['blue', 1],
      ['red', 0],
    ] as const) {
      equals(
        `found by an administrator with ${team}`,
        await found('admin', { custom_attributes: { team } }),
        shown,
      )
      equals(
        `found by the owner with ${team}`,
        await found('owner', { custom_attributes: { team } }),
        isAdmin ? shown : 1,
      )
    }
    for (const [repository_storage, shown] of [
      ['default', 1],
      ['elsewhere', 0],
    ] as const) {
      equals(
        `found by an administrator in ${repository_storage}`,
        await found('admin', { repository_storage }),
        shown,
      )
      equals(
        `found by the owner in ${repository_storage}`,
        await found('owner', { repository_storage }),
        isAdmin ? shown : 1,
      )
    }
    const asAdmin = await call(
      list,
      { search: tokenOf(stage), with_custom_attributes: true },
      { as: 'admin' },
    )
    equals('the attributes', asAdmin.rows()[0]?.custom_attributes, [{ key: 'team', value: 'blue' }], asAdmin)
    const unasked = await call(list, { search: tokenOf(stage) }, { as: 'admin' })
    equals('the attributes that nobody asked for', unasked.rows()[0]?.custom_attributes, undefined, unasked)
    const asOwner = await call(list, { search: tokenOf(stage), with_custom_attributes: true })
    if (!isAdmin)
      equals('the attributes shown to the owner', asOwner.rows()[0]?.custom_attributes, undefined, asOwner)
  },
})
