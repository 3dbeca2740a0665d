import { upload } from '../../arrange/packages.ts'
import { project as anotherProject, commit } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn, rowIn, textIn } from '../../kit/expect.ts'
import type { Json, Row } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import { linkPath, parseLinks } from '../../oracle/paging.ts'
import { arranged, expectArranged, type Stage } from '../../run/stage.ts'
import type { Role } from '../../targets/target.ts'
import { sampleProjects, tokenOf } from './sample-projects.ts'

const list = 'GET /projects'

const ofUser = 'GET /users/:user_id/projects'

const needs = { in: 'group' } as const

async function paths(stage: Stage, params: Params, as: Role = 'owner'): Promise<readonly Json[]> {
  return (await rowsOf(stage, params, as)).map((row) => row.path ?? null)
}

/** Other checks have projects of the same names. */
async function ids(stage: Stage, params: Params): Promise<readonly number[]> {
  return (await rowsOf(stage, params, 'owner')).map((row) => numberIn(row, 'id'))
}

async function rowsOf(stage: Stage, params: Params, as: Role): Promise<readonly Row[]> {
  const reply = await stage.call(list, { search: tokenOf(stage), per_page: 100, ...params }, { as })
  answers(reply, 200)
  return reply.rows()
}

export const orderBySize = check({
  id: 'projects/order-by-size',
  says: 'Administrators order projects by size; other callers get the default order in the direction asked for',
  source: 'projects#size-orders',
  level: 'must',
  covers: [list],
  needs,
  readOnly: true,
  arrange: projectsOfSizes,
  each: () => ['repository_size', 'storage_size', 'packages_size', 'wiki_size'],
  holds: async (stage, order_by, records) => {
    const small = records.find((record) => record.path === 'beta')
    // An owner who is an administrator orders by size, too.
    // Those that are there already may have wikis and packages of several sizes.
    for (const sort of stage.user('owner').admin ? [] : ['asc', 'desc'])
      for (const among of [{}, { search: undefined, membership: true }]) {
        const usual = await paths(stage, { ...among, sort })
        const seen = await paths(stage, { ...among, order_by, sort })
        // Whoever else creates a project meanwhile moves the list on.
        const still = stage.goesBack ? usual : await paths(stage, { ...among, sort })
        if (usual.join() !== still.join()) stage.unknown('projects were created meanwhile')
        equals('the order for the owner', seen, usual)
      }
    const order = await paths(stage, { order_by, sort: 'desc' }, 'admin')
    holds(small !== undefined && order.length > records.length, 'an administrator sees all of them', order)
    if (order_by === 'repository_size') equals('the largest', order[0], 'full')
    for (const sort of ['asc', 'desc']) {
      const asked = { search: tokenOf(stage), per_page: 100, statistics: true, order_by, sort }
      const reply = await stage.call(list, asked, { as: 'admin' })
      const sizes = reply.rows().map((row) => numberIn(rowIn(row, 'statistics'), order_by))
      if (new Set(sizes).size < 2) stage.failing(`the statistics show no different ${order_by}`)
      const sorted = [...sizes].sort((one, other) => (sort === 'asc' ? one - other : other - one))
      equals(`the sizes, ${sort}`, sizes, sorted, reply)
    }
  },
})

export const orderWithoutSearch = check({
  id: 'projects/order-without-search',
  says: 'The whole list has the order that is asked for, as a list of what was searched has it',
  source: 'projects#orders',
  level: 'must',
  covers: [list],
  needs,
  readOnly: true,
  arrange: async (stage) => {
    const records = await sampleProjects(stage)
    // What was created first is changed last.
    const [first] = records.map(({ id }) => id).sort((one, other) => one - other)
    if (first === undefined) return stage.failing('no project was created')
    const changed = { id: first, description: `Changed last ${tokenOf(stage)}` }
    expectArranged(await stage.call('PUT /projects/:id', changed))
    return { id_after: first - 1, own: records.map(({ id }) => id) }
  },
  each: () => ['id', 'name', 'path', 'created_at', 'updated_at', 'last_activity_at'],
  holds: async (stage, order_by, { id_after, own }) => {
    for (const sort of ['asc', 'desc']) {
      const asked = { order_by, sort, id_after }
      const searched = (await ids(stage, asked)).filter((id) => own.includes(id))
      const whole = await ids(stage, { ...asked, search: undefined })
      const shown = whole.filter((id) => own.includes(id))
      if (whole.length === 100) stage.unknown('a page does not hold all newer projects')
      equals(`the whole list by ${order_by}, ${sort}`, shown, searched)
    }
  },
})

/** The samples, and beside them projects that differ in how much is stored of each kind. */
async function projectsOfSizes(stage: Stage) {
  const records = await sampleProjects(stage)
  const beside = { namespace_id: stage.group.id, description: tokenOf(stage) }
  // A repository with something in it stands after those with nothing.
  const full = await anotherProject(stage, 'full', { ...beside, initialize_with_readme: true })
  await commit(stage, {
    project: numberIn(full, 'id'),
    branch: textIn(full, 'default_branch'),
    path: 'big.txt',
    content: 'big\n'.repeat(5000),
  })
  // What is stored beside the repository weighs more than that of the first.
  const id = numberIn(await anotherProject(stage, 'stored', beside), 'id')
  const file = { id, package_name: 'heavy', package_version: '1', file_name: 'heavy.bin' }
  const carried = { inQuery: true, contentType: 'application/octet-stream' } as const
  expectArranged(await stage.call(upload, file, { ...carried, body: 'heavy\n'.repeat(20_000) }))
  const page = { id, title: 'Heavy', content: 'heavy\n'.repeat(1000) }
  expectArranged(await stage.call('POST /projects/:id/wikis', page))
  // Another one after it, so that the order of creation is none of sizes.
  await anotherProject(stage, 'later', beside)
  return records
}

export const orderByUpdate = check({
  id: 'projects/order-by-update',
  says: '`order_by=updated_at` lists the project that changed last first',
  source: 'projects#orders',
  level: 'must',
  covers: [list],
  needs,
  arrange: sampleProjects,
  holds: async (stage, _none, records) => {
    const changed = records.find((record) => record.path === 'delta')?.id ?? 0
    answers(
      await stage.call('PUT /projects/:id', { id: changed, description: `${tokenOf(stage)} changed` }),
      200,
    )
    equals('the first', (await paths(stage, { order_by: 'updated_at' }))[0], 'delta')
    equals('the last', (await paths(stage, { order_by: 'updated_at', sort: 'asc' })).at(-1), 'delta')
  },
})

export const orderTies = check<'name' | 'path'>({
  id: 'projects/order-ties',
  says: 'Projects of the same name or path are ordered by id in the same direction, among all projects and among those of the caller',
  source: 'projects#orders',
  level: 'must',
  covers: [list],
  needs,
  each: () => ['name', 'path'],
  holds: async (stage, order_by) => {
    const { call, group } = stage
    const made: number[] = []
    for (const path of ['left', 'right', 'third']) {
      const below = arranged(await call('POST /groups', { name: path, path, parent_id: group.id }))
      const twin = { namespace_id: numberIn(below, 'id'), description: `${tokenOf(stage)} twin` }
      made.push(numberIn(await anotherProject(stage, 'twin', twin), 'id'))
    }
    for (const sort of ['asc', 'desc'])
      for (const membership of [undefined, true]) {
        const reply = await call(list, { search: `${tokenOf(stage)} twin`, order_by, sort, membership })
        const ids = reply.rows().map((row) => row.id ?? null)
        equals('the ids', ids, sort === 'asc' ? made : [...made].reverse(), reply)
      }
  },
})

export const orderBySimilarity = check({
  id: 'projects/order-by-similarity',
  says: "`order_by=similarity` lists the caller's projects that match the search, the best match first; without a search it is the default order",
  source: 'projects#similarity',
  level: 'should',
  covers: [list],
  needs: { ...needs, alone: true },
  holds: async (stage) => {
    const { call, group } = stage
    const word = stage.prefix.replaceAll('-', '')
    const place = { namespace_id: group.id }
    await anotherProject(stage, 'elsewhere', { ...place, description: `about ${word} and more than that` })
    await anotherProject(stage, word, place)
    await anotherProject(stage, 'last', { ...place, name: `${word} too` })
    const reply = await call(list, { search: word, order_by: 'similarity', sort: 'asc' })
    equals(
      'the order',
      reply.rows().map((row) => row.path ?? null),
      [word, 'last', 'elsewhere'],
      reply,
    )
    // Whoever is no member anywhere finds nothing that way, open as it may be.
    const open = { description: `open to all, ${word}`, visibility: 'public' }
    await anotherProject(stage, `${stage.prefix}-open`, open)
    const found = await call(list, { search: word }, { as: 'stranger' })
    equals('what a stranger finds', found.rows().length, 1, found)
    answers(await call(list, { search: word, order_by: 'similarity' }, { as: 'stranger' }), 200, [])
    const plain = await call(list, { order_by: 'similarity', per_page: 5 })
    answers(plain, 200, (await call(list, { per_page: 5 })).json)
  },
})

export const keyset = check({
  id: 'projects/keyset',
  says: 'Every page of keyset pagination links the next one by its last ID and sends no totals',
  source: 'projects#keyset, projects#keyset-end, conventions#keyset-end, conventions#keyset-pagination',
  level: 'must',
  covers: [list],
  needs,
  readOnly: true,
  arrange: sampleProjects,
  each: () => ['asc', 'desc'] as const,
  holds: async (stage, sort) => {
    const { differs } = stage
    const all = (await stage.call(list, { search: tokenOf(stage), order_by: 'id', sort, per_page: 100 }))
      .rows()
      .map((row) => row.id ?? null)
    let reply = await stage.call(list, {
      search: tokenOf(stage),
      pagination: 'keyset',
      order_by: 'id',
      sort,
      per_page: 3,
    })
    const walked: Json[] = []
    for (let turn = 0; turn < 9; turn++) {
      answers(reply, 200)
      const ids = reply.rows().map((row) => row.id ?? null)
      walked.push(...ids)
      for (const name of ['x-total', 'x-page', 'x-next-page', 'x-per-page'])
        equals(`header ${name}`, reply.headers[name], undefined, reply)
      const links = parseLinks(reply.headers.link)
      if (ids.length === 0) equals('the link of an empty page', links.length, 0, reply)
      const last = ids.length > 0 && ids.length < 3
      const now = reply
      if (last)
        await differs('F9', {
          specification: () => undefined,
          real: () =>
            holds(links.length === 1, 'the last page with rows has a link', now.headers.link ?? null, now),
        })
      if (links.length === 0) break
      equals(
        'the rel',
        links.map(({ rel }) => rel),
        ['next'],
        reply,
      )
      const url = new URL(links[0]?.url ?? '')
      equals(
        'the cursor',
        url.searchParams.get(sort === 'asc' ? 'id_after' : 'id_before'),
        String(ids.at(-1)),
        reply,
      )
      reply = await stage.send('GET', linkPath(url.href))
    }
    equals('what the pages show', walked, all)
  },
})

export const keysetOrders = check({
  id: 'projects/keyset-orders',
  says: 'Keyset pagination of projects with any order but `id`, the default order included, answers 405',
  source: 'projects#keyset-orders, conventions#keyset-pagination',
  level: 'must',
  covers: [list, ofUser],
  needs: { project: 'none' },
  each: () => [{}, { order_by: 'name' }, { order_by: 'created_at', sort: 'asc' }],
  holds: async ({ call, user }, params) => {
    const error = 'Keyset pagination is not yet available for this type of request'
    const user_id = user('owner').id
    for (const operation of [list, ofUser]) {
      answers(await call(operation, { user_id, pagination: 'keyset', ...params }), 405, { error })
      answers(await call(operation, { user_id, pagination: 'offset', ...params }), 200)
    }
  },
})

export const offsetLimit = check({
  id: 'projects/offset-limit',
  says: 'Offset pagination of projects ends at 50,000 records; a page beyond them answers 405, and in later releases 200',
  source: 'projects#offset-limit, conventions#offset-limit, conventions#method-not-allowed',
  level: 'must',
  covers: [list, ofUser],
  needs: { project: 'none' },
  each: () =>
    [
      [2500, 20, 200],
      [2501, 20, 405],
      [500, 100, 200],
      [501, 100, 405],
      [50_001, 1, 405],
    ] as const,
  holds: async (stage, [page, per_page, status]) => {
    const { call, user } = stage
    const error =
      'Offset pagination has a maximum allowed offset of 50000 for requests that return objects of type Project. Remaining records can be retrieved using keyset pagination.'
    for (const operation of [list, ofUser]) {
      const reply = await call(operation, { user_id: user('owner').id, page, per_page })
      if (status === 405)
        await stage.changed('conventions#later-offset-of-projects', {
          before: () => answers(reply, 405, { error }),
          after: () => answers(reply, 200),
        })
      else answers(reply, 200)
    }
  },
})

export const defaultOrder = check({
  id: 'projects/default-order',
  says: 'A list without `order_by` shows the newest project first',
  source: 'projects#default-order',
  level: 'must',
  covers: [list],
  needs,
  holds: async (stage) => {
    const { call, group } = stage
    for (const name of ['second', 'a-third'])
      await anotherProject(stage, name, { namespace_id: group.id, description: tokenOf(stage) })
    equals('the order', await paths(stage, {}), ['a-third', 'second'])
    equals('the order by creation', await paths(stage, { order_by: 'created_at', sort: 'asc' }), [
      'second',
      'a-third',
    ])
    const rows = (await call(list, { search: tokenOf(stage) })).rows()
    has(rows[0] ?? {}, { name: 'The a-third', path: 'a-third' })
    holds(
      textIn(rows[0] ?? {}, 'created_at') >= textIn(rows[1] ?? {}, 'created_at'),
      'it was created later',
      rows[0]?.created_at,
    )
  },
})
