import { commit } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, numberIn } from '../../kit/expect.ts'
import type { Params } from '../../kit/query.ts'
import { listedProjects } from '../../oracle/projects.ts'
import { expectArranged } from '../../run/stage.ts'
import { sampleProjects, tokenOf } from './sample-projects.ts'

const list = 'GET /projects'

const needs = { in: 'group' } as const

export const programmingLanguage = check({
  id: 'projects/programming-language',
  says: '`with_programming_language` finds projects by a language of their default branch, in any case of letters',
  source: 'projects#language',
  level: 'must',
  covers: [list],
  needs: { in: 'group', repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    expectArranged(await call('PUT /projects/:id', { id: project.id, description: tokenOf(stage) }))
    await commit(stage, { branch: project.branch, path: 'lib/main.rb', content: 'puts 1\n'.repeat(50) })
    for (const [with_programming_language, shown] of [
      ['Ruby', 1],
      ['ruby', 1],
      ['Cobol', 0],
    ] as const) {
      const reply = await call(list, { search: tokenOf(stage), with_programming_language })
      equals(`how many are written in ${with_programming_language}`, reply.rows().length, shown, reply)
    }
  },
})

export const topicImportedChecksumFilters = check({
  id: 'projects/topic-imported-checksum-filters',
  says: '`topic_id` selects the projects of that topic; an unknown topic and `imported=true` match none of the projects that were created; an empty topic, `imported=false` and checksum filters that are false filter nothing, and no checksum has failed',
  source: 'projects#topic-id, projects#imported, projects#checksum-filters',
  level: 'should',
  covers: [list],
  needs,
  readOnly: true,
  arrange: sampleProjects,
  holds: async (stage, _none, records) => {
    const search = tokenOf(stage)
    answers(await stage.call(list, { search, topic_id: 987_654_321 }), 200, [])
    answers(await stage.call(list, { search, imported: true }), 200, [])
    const topics = await stage.call('GET /topics', { search: 'web', per_page: 100 })
    const web = topics.status === 200 ? topics.rows().find(({ name }) => name === 'web') : undefined
    if (web !== undefined) {
      const reply = await stage.call(list, { search, topic_id: numberIn(web, 'id'), per_page: 100 })
      const expected = listedProjects(records, 'owner', { search, topic: 'web' })
      equals(
        'the projects of the topic',
        reply.rows().map((row) => row.path ?? null),
        expected.map(({ path }) => path),
        reply,
      )
    }
    for (const failed of ['repository_checksum_failed', 'wiki_checksum_failed'])
      answers(await stage.call(list, { search, [failed]: true }), 200, [])
    const visible = listedProjects(records, 'owner', { search }).length
    for (const params of [
      { topic_id: '' },
      { repository_checksum_failed: false },
      { wiki_checksum_failed: false },
      { imported: false },
    ])
      equals('how many are listed', (await stage.call(list, { search, ...params })).rows().length, visible)
  },
})

export const searchNamespaces = check({
  id: 'projects/search-namespaces',
  says: "`search_namespaces` makes a search look at full paths and full names; without it a search looks at the project's own path and name",
  source: 'projects#search-namespaces, projects#search',
  level: 'must',
  covers: [list],
  needs,
  holds: async ({ call, project, group }) => {
    const found = async (params: Params) => {
      const reply = await call(list, { ...params, membership: true })
      return reply.rows().some((row) => row.id === project.id)
    }
    for (const search of [group.path, `${group.path}/project`, `"${group.fullName} / The project"`]) {
      equals(`whether ${search} finds it`, await found({ search }), false)
      equals(
        `whether ${search} finds it with its namespace`,
        await found({ search, search_namespaces: true }),
        true,
      )
    }
    equals('whether its own path finds it', await found({ search: 'project' }), true)
  },
})

export const searchTerms = check({
  id: 'projects/search-terms',
  says: 'A search takes `%` and `_` as ordinary characters, short words as an exact match and a quoted text as one term',
  source: 'projects#search',
  level: 'must',
  covers: [list],
  needs,
  holds: async (stage) => {
    const { call, project } = stage
    const found = async (search: string) => {
      const reply = await call(list, { search })
      return reply.rows().some((row) => row.id === project.id)
    }
    for (const [description, search, expected] of [
      ['about 100%_sure', '100%_sure', true],
      ['about 100 xsure', '100%_sure', false],
      ['ab', 'ab', true],
      ['ab c', 'ab', false],
      ['xyzzy plugh', 'plu zzy', true],
      ['xyzzy plugh', '"xyzzy plugh"', true],
      ['xyzzy and plugh', '"xyzzy plugh"', false],
    ] as const) {
      expectArranged(await call('PUT /projects/:id', { id: project.id, description }))
      equals(`whether ${search} finds ${description}`, await found(search), expected)
    }
  },
})
