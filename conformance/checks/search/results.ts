import fc from 'fast-check'
import { issue, mergeRequest, milestone, project } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { equals, holds, lacks, names, numberIn, refuses, textIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import { found } from '../../oracle/search.ts'
import { arranged, expectArranged, type Stage } from '../../run/stage.ts'
import {
  basicOnly,
  everywhere,
  inGroup,
  inProject,
  places,
  search,
  searchHere,
  titlesOf,
} from './searches.ts'

const all = [everywhere, inGroup, inProject]

/** A word that nobody else uses. */
const wordOf = (stage: Stage) => `${stage.prefix.replaceAll(/[^a-z0-9]/g, '')}word`

type Kind = 'issues' | 'merge_requests' | 'milestones'

const make: { readonly [kind in Kind]: (stage: Stage, title: string, more?: Row) => Promise<Row> } = {
  issues: (stage, title, more) => issue(stage, { title, ...more }),
  merge_requests: (stage, title, more) =>
    mergeRequest(stage, { branch: `b${stage.calls.length}`, title, as: 'owner', ...more }),
  milestones: (stage, title, more) => milestone(stage, { title, ...more }),
}

const kinds = Object.keys(make) as readonly Kind[]

export const createdRecords = check<Kind>({
  id: 'search/created-records',
  says: 'A created record is found at once by a part of a word, in any case of letters, in its project, in its group and globally',
  source: 'search#terms, search#changes-found-at-once',
  level: 'must',
  covers: all,
  needs: { repository: true },
  each: () => kinds,
  holds: async (stage, scope) => {
    const word = wordOf(stage)
    const made = await make[scope](stage, `Some ${word}s here`)
    for (const where of places(stage)) {
      const part = await search(stage, where, { scope, search: word.slice(1).toUpperCase() })
      // A search engine finds whole words.
      const byWords = part.headers['x-search-type'] === 'advanced'
      const reply = byWords ? await search(stage, where, { scope, search: `${word}s`.toUpperCase() }) : part
      equals(
        'the ids found',
        reply.rows().map((row) => numberIn(row, 'id')),
        [numberIn(made, 'id')],
        reply,
      )
    }
  },
})

export const projects = check({
  id: 'search/projects',
  says: 'Projects are found by full path, name and description, in a group only those inside it',
  source: 'search#columns, search#group-search',
  level: 'must',
  covers: [everywhere, inGroup],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { group } = stage
    const word = wordOf(stage)
    const named = { path: 'inside', name: `The ${word}s inside` }
    const wish = { ...named, namespace_id: group.id, description: `It is ${word}` }
    const inside = await project(stage, 'inside', wish)
    const path = `${stage.prefix}-outside`
    const outside = await project(stage, path, { description: `${word} as well` })
    // A search engine finds whole words.
    let byWords = false
    const shown = async (operation: string, text: string) => {
      const params = operation === inGroup ? { id: group.id } : {}
      const reply = await search(stage, { operation, params }, { scope: 'projects', search: text })
      byWords = reply.headers['x-search-type'] === 'advanced'
      return reply
        .rows()
        .map((row) => numberIn(row, 'id'))
        .sort((one, other) => one - other)
    }
    const [a, b] = [numberIn(inside, 'id'), numberIn(outside, 'id')]
    equals('what the description finds', await shown(everywhere, word), [a, b])
    equals('what it finds in the group', await shown(inGroup, word), [a])
    const part = byWords ? `${word}s inside` : `e ${word}s in`
    equals('what a part of the name finds', await shown(everywhere, part), [a])
    equals('what the full path finds', await shown(everywhere, `${group.path}/inside`), [a])
    equals('what the own path finds', await shown(everywhere, path), [b])
    equals('what it finds in the group', await shown(inGroup, path), [])
    expectArranged(await stage.call('DELETE /projects/:id', { id: b }, { as: 'owner' }))
  },
})

export const siblingGroups = check<'issues' | 'milestones' | 'projects'>({
  id: 'search/sibling-groups',
  says: 'A search in a group finds nothing of another group whose path begins with that of the group',
  source: 'search#group-search',
  level: 'must',
  covers: [inGroup],
  needs: { in: 'group' },
  each: () => ['issues', 'milestones', 'projects'],
  holds: async (stage, scope) => {
    const { call, group } = stage
    const word = wordOf(stage)
    const within = { parent_id: group.id }
    const asked = arranged(await call('POST /groups', { name: 'The twin', path: 'twin', ...within }))
    const other = arranged(await call('POST /groups', { name: 'The twins', path: 'twins', ...within }))
    const namespace_id = numberIn(other, 'id')
    const there = await project(stage, 'here', { namespace_id, description: word })
    const named = { id: numberIn(there, 'id'), title: word }
    if (scope !== 'projects') expectArranged(await call(`POST /projects/:id/${scope}`, named))
    const where = (row: Row) => ({ operation: inGroup, params: { id: numberIn(row, 'id') } })
    const reply = await search(stage, where(other), { scope, search: word })
    equals('how many there are', reply.rows().length, 1, reply)
    const strange = await search(stage, where(asked), { scope, search: word })
    equals('what is found beside it', strange.json, [], strange)
  },
})

export const longTexts = check<Kind>({
  id: 'search/end-of-a-long-text',
  says: 'A record is found by the last word of a long description, by a search and by the `search` of its list',
  source: 'search#columns, merge-requests#filter-search, milestones#list-filters',
  level: 'must',
  covers: [inProject, 'GET /projects/:id/merge_requests', 'GET /projects/:id/milestones'],
  needs: { repository: true },
  each: () => kinds,
  holds: async (stage, scope) => {
    const word = wordOf(stage)
    await make[scope](stage, 'Long', { description: `${'Many lines\n'.repeat(1000)}${word}` })
    const found = await searchHere(stage, { scope, search: word })
    equals('what the search finds', titlesOf(found), ['Long'], found)
    const listed = await stage.call(`GET /projects/:id/${scope}`, { id: stage.project.id, search: word })
    equals('what the list finds', titlesOf(listed), ['Long'], listed)
  },
})

export const changedRecords = check({
  id: 'search/changed-records',
  says: 'A renamed issue is found by its new title only, and a deleted issue is not found',
  source: 'search#changes-found-at-once',
  level: 'must',
  covers: [inProject, everywhere],
  holds: async (stage) => {
    const word = wordOf(stage)
    const row = await issue(stage, { title: `old ${word}` })
    const named = { id: stage.project.id, issue_iid: numberIn(row, 'iid') }
    const titles = async (text: string) =>
      (
        await Promise.all(
          places(stage).map((where) => search(stage, where, { scope: 'issues', search: text })),
        )
      ).map(titlesOf)
    const each = (expected: readonly string[]) => places(stage).map(() => [...expected])
    equals('what the old title finds', await titles(`old ${word}`), each([`old ${word}`]))
    expectArranged(
      await stage.call('PUT /projects/:id/issues/:issue_iid', { ...named, title: `new ${word}` }),
    )
    equals('what the old title still finds', await titles(`old ${word}`), each([]))
    equals('what the new title finds', await titles(`new ${word}`), each([`new ${word}`]))
    expectArranged(await stage.call('DELETE /projects/:id/issues/:issue_iid', named, { as: 'owner' }))
    equals('what it finds once it is deleted', await titles(`new ${word}`), each([]))
  },
})

const texts = fc.constantFrom(
  'shopping cart',
  'The shop is closed',
  'CARTS and shops',
  'closed for good',
  'Größe der Größen',
  '100% sure_thing',
  'go',
  '"quoted words" and others',
  'a-b/c.d',
)

const queries = fc.oneof(
  texts,
  fc.constantFrom(
    'cart',
    'shop cart',
    '"shopping cart"',
    'cart closed',
    'größe',
    '100%',
    'sure_',
    'go',
    'of go shop',
  ),
)

/** A record of each text in turn, in title or description. */
async function several(stage: Stage): Promise<readonly Row[]> {
  const drawn = fc.sample(fc.record({ title: texts, description: texts }), { seed: 7, numRuns: 8 })
  const made: Row[] = []
  for (const { title, description } of drawn) made.push(await issue(stage, { title, description }))
  return made
}

export const terms = check<string, readonly Row[]>({
  id: 'search/terms',
  says: 'A search finds exactly the issues of which one column contains all terms of at least three characters, a quoted phrase counting as one term',
  source: 'search#terms',
  level: 'must',
  covers: [inProject],
  needs: {},
  readOnly: true,
  arrange: several,
  over: () => queries,
  examples: ['go', 'of go shop', 'shop cart', '"shopping cart"', 'größe', 'sure_'],
  holds: async (stage, query, made) => {
    const reply = basicOnly(stage, await searchHere(stage, { scope: 'issues', search: query }))
    const expected = made
      .filter((row) => found(query, [textIn(row, 'title'), textIn(row, 'description')], 3))
      .map((row) => numberIn(row, 'id'))
    equals(
      `the ids that ${query} finds`,
      reply
        .rows()
        .map((row) => numberIn(row, 'id'))
        .sort((a, b) => a - b),
      [...expected].sort((a, b) => a - b),
      reply,
    )
  },
})

const lists = {
  issues: 'GET /projects/:id/issues',
  merge_requests: 'GET /projects/:id/merge_requests',
  milestones: 'GET /projects/:id/milestones',
} as const

export const listedRecords = check<Kind>({
  id: 'search/listed-records',
  says: 'A record of a list is found by a word of its title, and every result contains the word in title or description',
  source: 'search#terms, search#columns',
  level: 'must',
  covers: [inProject],
  needs: { furnished: true, found: true },
  readOnly: true,
  each: () => kinds,
  holds: async (stage, scope) => {
    const list = await stage.call(lists[scope], { id: stage.project.id, state: 'all', per_page: 5 })
    for (const row of list.rows()) {
      const word = /[a-z]{5,30}/i.exec(textIn(row, 'title'))?.[0]
      if (word === undefined) continue
      const reply = basicOnly(stage, await searchHere(stage, { scope, search: word }))
      const shown = reply.rows()
      const least = scope === 'milestones' ? 2 : 3
      for (const { title = null, description = null } of shown)
        holds(
          found(word, [String(title), description === null ? null : String(description)], least),
          `${word} is in what it finds`,
          [title, description],
          reply,
        )
      const isThere = shown.length === 100 || shown.some(({ id }) => id === row.id)
      holds(isThere, `${word} finds ${textIn(row, 'title')}`, titlesOf(reply), reply)
    }
  },
})

async function inEveryState(stage: Stage): Promise<string> {
  const word = wordOf(stage)
  const { id } = stage.project
  for (const state of ['open', 'closed', 'merged']) {
    const closed = { id, state_event: 'close' }
    const row = await issue(stage, { title: `${word} ${state}`, confidential: state === 'open' })
    if (state !== 'open')
      expectArranged(
        await stage.call('PUT /projects/:id/issues/:issue_iid', {
          ...closed,
          issue_iid: numberIn(row, 'iid'),
        }),
      )
    const request = await make.merge_requests(stage, `${word} ${state}`)
    const named = { ...closed, merge_request_iid: numberIn(request, 'iid') }
    const path = '/projects/:id/merge_requests/:merge_request_iid'
    if (state === 'closed') expectArranged(await stage.call(`PUT ${path}`, named))
    if (state === 'merged') expectArranged(await stage.call(`PUT ${path}/merge`, named))
    await milestone(stage, { title: `${word} ${state}` })
  }
  return word
}

export const filters = check<{ readonly [name: string]: string | boolean }, string>({
  id: 'search/filters',
  says: '`state` filters issues and merge requests, `confidential` filters issues, and other scopes ignore both',
  source: 'search#state-and-confidential',
  level: 'must',
  covers: all,
  needs: { repository: true },
  readOnly: true,
  arrange: inEveryState,
  each: () => [
    { state: 'opened' },
    { state: 'closed' },
    { state: 'merged' },
    { state: 'all' },
    { confidential: true },
    { confidential: false },
  ],
  holds: async (stage, filter, word) => {
    for (const where of places(stage))
      for (const scope of kinds) {
        const whole = (await search(stage, where, { scope, search: word })).rows()
        equals(`how many ${scope} there are`, whole.length, 3)
        const reply = await search(stage, where, { scope, search: word, ...filter })
        equals(
          `the ${scope} that pass`,
          reply.rows().map((row) => numberIn(row, 'id')),
          whole.filter((row) => passes(row, scope, filter)).map((row) => numberIn(row, 'id')),
          reply,
        )
      }
  },
})

// An issue cannot be merged, so asking for merged ones asks for those that are closed.
function passes(
  row: Row,
  scope: Kind,
  { state, confidential }: { readonly [name: string]: unknown },
): boolean {
  if (confidential !== undefined) return scope !== 'issues' || row.confidential === confidential
  if (scope === 'milestones' || state === 'all') return true
  return row.state === (scope === 'issues' && state === 'merged' ? 'closed' : state)
}

export const order = check<'issues' | 'merge_requests', undefined>({
  id: 'search/order',
  says: 'Results are sorted newest first, `order_by=created_at` with `sort=asc` reverses them, and an unknown order is refused (in a project and in the real service it is no error)',
  source: 'search#default-order, search#order-parameters',
  level: 'must',
  covers: all,
  needs: { repository: true },
  each: () => ['issues', 'merge_requests'],
  holds: async (stage, scope) => {
    const word = wordOf(stage)
    const made: string[] = []
    for (const name of ['first', 'second', 'third'])
      made.push(textIn(await make[scope](stage, `${word} ${name}`), 'title'))
    for (const where of places(stage)) {
      const shown = async (params: { readonly [name: string]: string }) =>
        titlesOf(await search(stage, where, { scope, search: word, ...params }))
      equals('in ascending order', await shown({ order_by: 'created_at', sort: 'asc' }), made)
      equals(
        'in descending order',
        await shown({ order_by: 'created_at', sort: 'desc' }),
        [...made].reverse(),
      )
      basicOnly(stage, await search(stage, where, { scope, search: word }))
      equals('in no order in particular', await shown({}), [...made].reverse())
      equals('in a direction of no order', await shown({ sort: 'asc' }), [...made].reverse())
      equals('in an order without a direction', await shown({ order_by: 'created_at' }), [...made].reverse())
      const lenient = async () =>
        equals('in an unknown order', await shown({ order_by: 'title', sort: 'up' }), [...made].reverse())
      if (where.operation === inProject) await lenient()
      else
        await stage.differs('F22', {
          specification: async () => {
            for (const wrong of [{ order_by: 'title' }, { order_by: 'created_at', sort: 'up' }]) {
              const asked = { ...where.params, scope, search: word, ...wrong }
              const name = wrong.order_by === 'title' ? 'order_by' : 'sort'
              refuses(await stage.call(where.operation, asked), `${name} does not have a valid value`)
            }
          },
          real: lenient,
        })
    }
  },
})

export const milestoneOrder = check({
  id: 'search/milestone-order',
  says: 'Milestones that were found come newest first, in a project and in the real service the one that was updated last',
  source: 'search#default-order, search#other-orders',
  level: 'should',
  covers: all,
  holds: async (stage) => {
    const word = wordOf(stage)
    const made: Row[] = []
    for (const name of ['first', 'second', 'third'])
      made.push(await milestone(stage, { title: `${word} ${name}` }))
    const [first = {}] = made
    const change = { id: stage.project.id, milestone_id: numberIn(first, 'id'), description: 'Changed' }
    expectArranged(await stage.call('PUT /projects/:id/milestones/:milestone_id', change))
    const titled = (names: readonly string[]) => names.map((name) => `${word} ${name}`)
    for (const where of places(stage)) {
      const reply = basicOnly(stage, await search(stage, where, { scope: 'milestones', search: word }))
      const byUpdate = () =>
        equals('the titles', titlesOf(reply), titled(['first', 'third', 'second']), reply)
      if (where.operation === inProject) byUpdate()
      else
        await stage.differs('F22', {
          specification: () =>
            equals('the titles', titlesOf(reply), titled(['third', 'second', 'first']), reply),
          real: byUpdate,
        })
    }
  },
})

export const internalNumber = check<'issues' | 'merge_requests'>({
  id: 'search/internal-number',
  says: 'A number behind a hash sign at the end of the query finds the issue or merge request with this internal number, and one behind an exclamation mark the merge request, if it is in the state asked for',
  source: 'search#number, search#state-and-confidential, search#query-blanks',
  level: 'must',
  covers: [inProject],
  needs: { repository: true },
  each: () => ['issues', 'merge_requests'],
  holds: async (stage, scope) => {
    const first = await make[scope](stage, 'first')
    await make[scope](stage, 'second')
    const marked = [`!${first.iid}`, `anything !${first.iid}`]
    const bang = scope === 'merge_requests' ? marked : []
    for (const query of scope === 'issues' ? marked : []) {
      const reply = basicOnly(stage, await searchHere(stage, { scope, search: query }))
      equals('the issues that the mark of merge requests finds', titlesOf(reply), [], reply)
    }
    for (const query of [`#${first.iid}`, `anything #${first.iid}`, ` #${first.iid} `, ...bang]) {
      const reply = basicOnly(stage, await searchHere(stage, { scope, search: query }))
      equals('the titles', titlesOf(reply), ['first'], reply)
      for (const state of ['opened', 'closed']) {
        const some = await searchHere(stage, { scope, search: query, state })
        equals(`the titles of those ${state}`, titlesOf(some), state === 'opened' ? ['first'] : [], some)
      }
    }
    if (scope === 'merge_requests') {
      await make[scope](stage, 'Like !98')
      const none = basicOnly(stage, await searchHere(stage, { scope, search: '!98' }))
      return equals('the titles of one that there is not', titlesOf(none), [], none)
    }
    const { iid } = await issue(stage, { title: 'twelfth', iid: 12 })
    const found = basicOnly(stage, await searchHere(stage, { scope, search: `#${iid}` }))
    equals('the titles', titlesOf(found), ['twelfth'], found)
  },
})

export const shortestTerms = check<Kind>({
  id: 'search/shortest-terms',
  says: 'The shortest part of a word that finds it has three characters, and for milestones two',
  source: 'search#terms',
  level: 'must',
  covers: [inProject],
  needs: { repository: true },
  each: () => kinds,
  holds: async (stage, scope) => {
    await make[scope](stage, 'wxyz')
    const shown = async (query: string) =>
      titlesOf(basicOnly(stage, await searchHere(stage, { scope, search: query })))
    equals('what three characters find', await shown('xyz'), ['wxyz'])
    equals('what two characters find', await shown('xy'), scope === 'milestones' ? ['wxyz'] : [])
  },
})

export const abusiveQueries = check<string>({
  id: 'search/abusive-queries',
  says: 'A query of one character, a stop word or a word of 100 characters finds nothing, and is no error',
  source: 'search#abusive-queries',
  level: 'should',
  covers: [inProject],
  each: () => ['q', 'the', 'q'.repeat(100)],
  holds: async (stage, query) => {
    await issue(stage, { title: `the ${query}` })
    const reply = await searchHere(stage, { scope: 'issues', search: query })
    equals('what is found', titlesOf(reply), [], reply)
  },
})

export const longAddresses = check<number>({
  id: 'search/long-addresses',
  says: 'A word of 100 characters and more is searched for if it is a URL of fewer than 200',
  source: 'search#abusive-queries',
  level: 'should',
  covers: [inProject],
  each: () => [100, 199, 200],
  holds: async (stage, length) => {
    const url = `https://pages.example.com/${wordOf(stage)}/`.padEnd(length, 'x')
    const row = await issue(stage, { title: 'An address', description: `It is at ${url} today` })
    const reply = basicOnly(stage, await searchHere(stage, { scope: 'issues', search: url }))
    equals('what is found', titlesOf(reply), length < 200 ? [textIn(row, 'title')] : [], reply)
  },
})

export const everyState = check<'issues' | 'merge_requests', string>({
  id: 'search/every-state',
  says: 'An empty query finds what is in the wanted state, and in `all` of them what it finds without a state',
  source: 'search#empty-query, search#state-and-confidential',
  level: 'must',
  covers: [inProject],
  needs: { repository: true },
  readOnly: true,
  arrange: inEveryState,
  each: () => ['issues', 'merge_requests'],
  holds: async (stage, scope) => {
    const ids = async (asked: { readonly [name: string]: string }) =>
      (await searchHere(stage, { scope, search: '', ...asked })).rows().map((row) => numberIn(row, 'id'))
    const whole = (await searchHere(stage, { scope, search: '' })).rows()
    equals('how many there are', whole.length, 3)
    for (const state of ['all', 'opened', 'closed'])
      equals(
        `what is ${state}`,
        await ids({ state }),
        whole.filter((row) => passes(row, scope, { state })).map((row) => numberIn(row, 'id')),
      )
  },
})

export const mergeRequestFields = check({
  id: 'search/merge-request-fields',
  says: 'A merge request that was found has the fields of a list without `reviewers`, `merge_user` and `merged_by` (real service: with them)',
  source: 'search#merge-request-fields, search#shown-fields',
  level: 'must',
  covers: [inProject],
  needs: { repository: true },
  holds: async (stage) => {
    await make.merge_requests(stage, wordOf(stage))
    const reply = await searchHere(stage, { scope: 'merge_requests', search: wordOf(stage) })
    const [row] = reply.rows()
    holds(row !== undefined, 'the merge request is found', reply.json ?? null, reply)
    names(
      row,
      ['iid', 'title', 'state', 'author', 'assignees', 'labels', 'draft', 'references', 'web_url'],
      reply,
    )
    const others = ['reviewers', 'merge_user', 'merged_by']
    await stage.differs('F19', {
      specification: () => lacks(row, others, reply),
      real: () => names(row, others, reply),
    })
  },
})
