import { issue } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import type { Reply } from '../../kit/client.ts'
import { answers, equals, refuses } from '../../kit/expect.ts'
import { pageHeaders } from '../../oracle/paging.ts'
import type { Stage } from '../../run/stage.ts'
import { everywhere, inGroup, inProject, places, searchHere } from './searches.ts'

const all = [everywhere, inGroup, inProject]

const premium = ['blobs', 'commits', 'notes', 'wiki_blobs']

const withoutEngine = { message: { error: 'Scope not supported without Elasticsearch!' } }

/** The refusal of a scope of advanced search, as newer releases say it. */
async function refusesScope(stage: Stage, reply: Reply, scope: string): Promise<void> {
  const said = (text: string, more: string) => () =>
    answers(reply, 400, { message: { error: scope === 'blobs' ? text + more : text } })
  await stage.changed('search#later-scope-words', {
    before: () =>
      stage.changed('search#later-scope-text', {
        before: () => answers(reply, 400, withoutEngine),
        after: said('Scope supported only with Elasticsearch', ' or Zoekt'),
      }),
    after: said('Scope supported only with advanced search', ' or exact code search'),
  })
}

/** The scopes that each operation does not have (search#scopes). */
const unknown: { readonly [operation: string]: readonly string[] } = {
  [everywhere]: ['', 'snippet_blobs', 'group_members'],
  [inGroup]: ['snippet_titles', 'everything'],
  [inProject]: ['projects', 'snippet_titles'],
}

export const invalidScope = check<string>({
  id: 'search/invalid-scope',
  says: 'A scope that the operation does not have answers 400, and so does a missing scope or query',
  source: 'search#unknown-scope, search#missing-parameters',
  level: 'must',
  covers: all,
  needs: { in: 'group', found: true },
  readOnly: true,
  each: () => all,
  holds: async (stage, operation) => {
    const { params } = whereIs(stage, operation)
    for (const scope of unknown[operation] ?? [])
      refuses(
        await stage.call(operation, { ...params, search: 'x', scope }),
        'scope does not have a valid value',
      )
    const missing = 'scope is missing, scope does not have a valid value'
    refuses(await stage.call(operation, { ...params, search: 'x' }), missing)
    refuses(await stage.call(operation, params), `search is missing, ${missing}`)
  },
})

/** The scopes that each operation has, whatever the plan. */
const known: { readonly [operation: string]: readonly string[] } = {
  [everywhere]: ['projects', 'issues', 'merge_requests', 'milestones', 'snippet_titles', 'users'],
  [inGroup]: ['projects', 'issues', 'merge_requests', 'milestones', 'users'],
  [inProject]: ['issues', 'merge_requests', 'milestones', 'users'],
}

export const scopes = check<string>({
  id: 'search/scopes',
  says: 'Each search has its scopes, and those in groups and projects are also found below `/-/`',
  source: 'search#scopes, search#paths',
  level: 'must',
  covers: all,
  needs: { in: 'group', found: true },
  readOnly: true,
  each: () => all,
  holds: async (stage, operation) => {
    const { params } = whereIs(stage, operation)
    for (const scope of known[operation] ?? []) {
      const reply = await stage.call(operation, { ...params, search: 'needle', scope, per_page: 2 })
      answers(reply, 200)
      reply.rows()
    }
    if (operation === everywhere) return
    const asked = { search: 'needle', scope: 'milestones' }
    const usual = await stage.call(operation, { ...params, ...asked })
    const other = operation.replace('/search', '/-/search')
    answers(await stage.call(other, { ...params, ...asked }), 200, usual.json ?? null)
  },
})

export const advancedScopes = check<string>({
  id: 'search/advanced-scopes',
  says: 'Files, commits, notes and wiki pages outside projects answer 400 without advanced search',
  source: 'search#advanced-scopes, conventions#tiers, search#later-scope-text, search#later-scope-words',
  level: 'should',
  covers: [everywhere, inGroup],
  needs: { in: 'group', found: true },
  readOnly: true,
  each: () => premium,
  holds: async (stage, scope) => {
    for (const operation of [everywhere, inGroup]) {
      const { params } = whereIs(stage, operation)
      const reply = await stage.call(operation, { ...params, search: 'needle', scope })
      if (reply.headers['x-search-type'] === 'advanced') stage.skip('the target has a search engine')
      await refusesScope(stage, reply, scope)
    }
  },
})

export const projectScopesWithoutPlan = check<string>({
  id: 'search/project-scopes-without-plan',
  says: 'Files, commits, notes and wiki pages of a project answer 400 without the premium plan (real service: 200)',
  source: 'search#project-scopes-plan',
  level: 'should',
  covers: [inProject],
  needs: { tier: 'unlicensed' },
  readOnly: true,
  each: () => premium,
  holds: async (stage, scope) => {
    const reply = await stage.call(inProject, { id: stage.project.id, search: 'needle', scope })
    await stage.differs('F12', {
      specification: () => answers(reply, 400, withoutEngine),
      real: () => answers(reply, 200, []),
    })
  },
})

export const pages = check({
  id: 'search/pages',
  says: 'Results of a search come in pages with totals, in the real service without',
  source: 'search#totals, conventions#uncounted-lists',
  level: 'should',
  covers: [inProject],
  holds: async (stage) => {
    for (const name of ['one', 'two', 'three']) await issue(stage, { title: `needle ${name}` })
    const whole = await searchHere(stage, { scope: 'issues', search: 'needle' })
    for (const page of [1, 2]) {
      const reply = await searchHere(stage, { scope: 'issues', search: 'needle', per_page: 2, page })
      equals('the page', reply.json, whole.rows().slice(2 * (page - 1), 2 * page), reply)
      const described = (counts: boolean) => {
        const expected = pageHeaders({ page, perPage: 2, total: 3, counts })
        for (const name of ['x-page', 'x-next-page', 'x-prev-page', 'x-total', 'x-total-pages'] as const)
          equals(name, reply.headers[name], expected[name], reply)
      }
      await stage.differs('F23', { specification: () => described(true), real: () => described(false) })
    }
  },
})

function whereIs(stage: Stage, operation: string) {
  const place = places(stage).find((where) => where.operation === operation)
  return place ?? stage.skip('the target allows no group')
}
