import { commit } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import type { Reply } from '../../kit/client.ts'
import { answers, equals, holds, refuses } from '../../kit/expect.ts'
import type { Json } from '../../kit/json.ts'
import { linkPath, parseLinks } from '../../oracle/paging.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'
import type { Who } from '../../targets/target.ts'

const jobs = 'GET /projects/:id/jobs'

const groups = 'GET /groups'

const elsewhere = { error: 'Keyset pagination is not yet available for this type of request' }

/** The first ids that next links lead through; each page has a next link alone, and no other header of pages. */
async function walked(stage: Stage, first: Reply, as: Who): Promise<readonly Json[]> {
  const ids: Json[] = []
  let reply = first
  for (let turn = 0; turn < 4; turn++) {
    answers(reply, 200)
    for (const name of ['x-total', 'x-page', 'x-next-page', 'x-prev-page', 'x-total-pages'])
      equals(name, reply.headers[name], undefined, reply)
    ids.push(...reply.rows().map(({ id }) => id ?? null))
    const links = parseLinks(reply.headers.link)
    const [next] = links
    if (next === undefined) break
    const kinds = links.map(({ rel }) => rel)
    equals('the links', kinds, ['next'], reply)
    const url = new URL(next.url)
    holds(url.searchParams.has('cursor'), 'the next link carries a cursor', next.url, reply)
    reply = await stage.send('GET', linkPath(url.href), { as })
  }
  return ids
}

export const keysetJobs = check({
  id: 'conventions/keyset-jobs',
  says: 'The jobs of a project are walked by keyset, ordered by id descending; other orders answer 405',
  source:
    'conventions#keyset-lists, conventions#keyset-links, conventions#keyset-orders, conventions#method-not-allowed',
  level: 'must',
  covers: [jobs],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    const content = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}:\n  when: manual\n  script: ["true"]\n`)
    const message = 'Configure jobs [skip ci]'
    const path = '.gitlab-ci.yml'
    await commit(stage, { branch: 'ci', from: project.branch, path, content: content.join(''), message })
    expectArranged(await call('POST /projects/:id/pipeline', { id, ref: 'ci' }))
    const usual = (await call(jobs, { id, per_page: 100 })).rows().map((row) => row.id ?? null)
    const keyset = { id, pagination: 'keyset', per_page: 2 }
    const ordered = { ...keyset, order_by: 'id', sort: 'desc' }
    equals('what the links lead through', await walked(stage, await call(jobs, ordered), 'owner'), usual)
    for (const name of ['order_by', 'sort']) {
      const reply = await call(jobs, { ...ordered, [name]: undefined })
      await stage.differs('F26', {
        specification: () => refuses(reply, `${name} is missing`),
        real: () => answers(reply, 200),
      })
    }
    for (const other of [{ order_by: 'created_at' }, { sort: 'asc' }])
      answers(await call(jobs, { ...ordered, ...other }), 405, elsewhere)
  },
})

export const keysetProjects = check({
  id: 'conventions/keyset-projects',
  says: 'Projects are walked by keyset with and without a credential, and the last link leads to an end',
  source: 'conventions#keyset-lists, conventions#keyset-pagination, conventions#keyset-end',
  level: 'must',
  covers: ['GET /projects'],
  needs: { project: 'public' },
  readOnly: true,
  each: () => ['owner', 'anonymous'] as const,
  holds: async ({ call, project, differs }, as) => {
    const ordered = { pagination: 'keyset', order_by: 'id', sort: 'asc', per_page: 1 }
    const reply = await call('GET /projects', { ...ordered, id_after: project.id - 1 }, { as })
    answers(reply, 200)
    equals('the project', reply.rows()[0]?.id, project.id, reply)
    for (const name of ['x-page', 'x-total', 'x-next-page', 'x-per-page'])
      equals(name, reply.headers[name], undefined, reply)
    const { sort: _, ...unsorted } = ordered
    const lacking = await call('GET /projects', unsorted, { as })
    await differs('F26', {
      specification: () => refuses(lacking, 'sort is missing'),
      real: () => answers(lacking, 200),
    })
    const last = Math.max(2_000_000_000, project.id + 1_000_000)
    const beyond = await call('GET /projects', { ...ordered, id_after: last }, { as })
    answers(beyond, 200, [])
    equals('the link of an empty page', parseLinks(beyond.headers.link).length, 0, beyond)
  },
})

export const keysetGroups = check({
  id: 'conventions/keyset-groups',
  says: 'Anonymous callers walk groups by keyset, ordered by name ascending; other orders answer 405, and for signed-in callers `pagination=keyset` is ignored',
  source: 'conventions#keyset-groups, conventions#keyset-links, conventions#keyset-orders',
  level: 'must',
  covers: [groups],
  needs: { project: 'none', found: true },
  holds: async (stage) => {
    const { call } = stage
    const usual = await call(groups, { order_by: 'name', sort: 'asc', per_page: 100 }, { as: 'anonymous' })
    const ids = usual.rows().map((row) => row.id ?? null)
    const ordered = { pagination: 'keyset', order_by: 'name', sort: 'asc', per_page: 2 }
    const first = await call(groups, ordered, { as: 'anonymous' })
    equals('what the links lead through', await walked(stage, first, 'anonymous'), ids.slice(0, 8))
    for (const other of [{ order_by: 'path' }, { sort: 'desc' }])
      answers(await call(groups, { ...ordered, ...other }, { as: 'anonymous' }), 405, elsewhere)
    const signedIn = await call(groups, ordered)
    answers(signedIn, 200)
    equals('X-Page', signedIn.headers['x-page'], '1', signedIn)
  },
})
