import fc from 'fast-check'
import { project as anotherProject, commit } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, numberIn, textIn } from '../../kit/expect.ts'
import type { Params } from '../../kit/query.ts'
import { listedProjects, type ProjectRecord } from '../../oracle/projects.ts'
import { arranged, expectArranged, type Stage } from '../../run/stage.ts'
import type { Who } from '../../targets/target.ts'
import { showsUsersToAll, tokenOf } from './sample-projects.ts'

const list = 'GET /users/:user_id/projects'

const needs = { in: 'group' } as const

async function shown(stage: Stage, params: Params, as: Who = 'owner'): Promise<readonly string[]> {
  const search = tokenOf(stage)
  const reply = await stage.call(
    list,
    { user_id: stage.user('owner').id, search, order_by: 'id', sort: 'asc', ...params },
    { as },
  )
  answers(reply, 200)
  return reply.rows().map((row) => textIn(row, 'path'))
}

interface OwnSketch {
  readonly path: string
  readonly visibility: 'private' | 'internal' | 'public'
  readonly words: string
  readonly issues?: 'disabled' | 'private'
  readonly mergeRequests?: 'disabled' | 'private'
  readonly archived?: true
  readonly starred?: true
}

const ownSketches: readonly OwnSketch[] = [
  { path: 'one', visibility: 'private', words: 'first', starred: true },
  { path: 'two', visibility: 'public', words: 'second first', issues: 'disabled', starred: true },
  { path: 'three', visibility: 'internal', words: 'third', archived: true },
  { path: 'four', visibility: 'public', words: 'fourth', issues: 'private', mergeRequests: 'disabled' },
]

/** Projects of the owner's own namespace that differ in everything that a filter looks at. */
async function severalOwn(stage: Stage): Promise<readonly ProjectRecord[]> {
  const records: ProjectRecord[] = []
  for (const sketch of ownSketches) {
    const { visibility, issues = 'enabled', mergeRequests = 'enabled', archived = false, starred } = sketch
    const path = `${stage.prefix}-${sketch.path}`
    const description = `${tokenOf(stage)} ${sketch.words}`
    const features = { issues_access_level: issues, merge_requests_access_level: mergeRequests }
    const id = numberIn(await anotherProject(stage, path, { visibility, description, ...features }), 'id')
    if (starred) expectArranged(await stage.call('POST /projects/:id/star', { id }))
    if (archived) expectArranged(await stage.call('POST /projects/:id/archive', { id }))
    const row = arranged(await stage.call('GET /projects/:id', { id }))
    const names = {
      fullPath: textIn(row, 'path_with_namespace'),
      fullName: textIn(row, 'name_with_namespace'),
    }
    const rest = { topics: [], levels: { owner: 50 }, starredBy: starred ? ['owner'] : [] }
    records.push({
      id,
      name: path,
      path,
      description,
      visibility,
      archived,
      issues,
      mergeRequests,
      lastActivity: textIn(row, 'last_activity_at'),
      ...names,
      ...rest,
    })
  }
  return records
}

const ownFilters = fc.record(
  {
    filter: fc
      .subarray(
        [
          'archived',
          'visibility',
          'starred',
          'owned',
          'membership',
          'with_issues_enabled',
          'with_merge_requests_enabled',
          'order_by',
          'sort',
          'min_access_level',
        ] as const,
        { maxLength: 3 },
      )
      .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, ownValues[name]])))),
    as: fc.constantFrom('owner' as const, 'stranger' as const, 'anonymous' as const),
    words: fc.constantFrom('', 'first', 'SECOND first'),
    after: fc.nat({ max: 3 }),
    before: fc.nat({ max: 3 }),
  },
  { requiredKeys: ['filter', 'as', 'words'] },
)

const ownValues = {
  archived: fc.boolean(),
  visibility: fc.constantFrom('private', 'internal', 'public'),
  starred: fc.constant(true),
  owned: fc.constant(true),
  membership: fc.constant(true),
  with_issues_enabled: fc.boolean(),
  with_merge_requests_enabled: fc.boolean(),
  order_by: fc.constantFrom('id', 'name', 'path', 'created_at', 'last_activity_at'),
  sort: fc.constantFrom('asc', 'desc'),
  min_access_level: fc.constantFrom(10, 50),
}

export const userProjectsFilters = check({
  id: 'projects/user-projects-filters',
  says: 'The projects of a user are filtered and ordered as all projects are, and `membership` and `owned` change nothing',
  source: 'projects#user-projects, projects#filters, projects#orders',
  level: 'must',
  covers: [list],
  needs,
  readOnly: true,
  arrange: severalOwn,
  over: () => ownFilters,
  share: 4,
  holds: async (stage, { filter, as, words, after, before }, records) => {
    const { owned: _always, membership: _too, ...effective } = filter
    const bounds = {
      ...(after === undefined ? {} : { id_after: records[after]?.id ?? 0 }),
      ...(before === undefined ? {} : { id_before: records[before]?.id ?? 0 }),
    }
    const search = `${tokenOf(stage)} ${words}`.trim()
    const user_id = stage.user('owner').id
    const reply = await stage.call(list, { user_id, ...(filter as Params), ...bounds, search }, { as })
    if (as === 'anonymous' && reply.status === 404 && !(await showsUsersToAll(stage))) return
    answers(reply, 200)
    const expected = listedProjects(records, as, { ...effective, ...bounds, search })
    equals(
      'the projects',
      reply.rows().map((row) => row.id ?? null),
      expected.map((record) => record.id),
      reply,
    )
  },
})

export const userProjectsLanguageAndAttributes = check({
  id: 'projects/user-projects-language-and-attributes',
  says: 'Programming language and custom attributes filter the projects of a user',
  source:
    'projects#user-projects, projects#language, projects#admin-filters, projects#custom-attributes-shown',
  level: 'must',
  covers: [list],
  needs: { in: 'own', repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    expectArranged(await call('PUT /projects/:id', { id: project.id, description: tokenOf(stage) }))
    await commit(stage, { branch: project.branch, path: 'lib/main.rb', content: 'puts 1\n'.repeat(50) })
    const attribute = { id: project.id, key: 'team', value: 'blue' }
    expectArranged(await call('PUT /projects/:id/custom_attributes/:key', attribute, { as: 'admin' }))
    equals('written in Ruby', (await shown(stage, { with_programming_language: 'ruby' })).length, 1)
    equals('written in Cobol', (await shown(stage, { with_programming_language: 'Cobol' })).length, 0)
    equals(
      'of the blue team',
      (await shown(stage, { custom_attributes: { team: 'blue' } }, 'admin')).length,
      1,
    )
    equals('of the red team', (await shown(stage, { custom_attributes: { team: 'red' } }, 'admin')).length, 0)
    const params = { user_id: stage.user('owner').id, search: tokenOf(stage), with_custom_attributes: true }
    const reply = await call(list, params, { as: 'admin' })
    equals('the attributes', reply.rows()[0]?.custom_attributes, [{ key: 'team', value: 'blue' }], reply)
    const { with_custom_attributes: _, ...unasked } = params
    const plain = await call(list, unasked, { as: 'admin' })
    equals('the attributes that nobody asked for', plain.rows()[0]?.custom_attributes, undefined, plain)
  },
})
