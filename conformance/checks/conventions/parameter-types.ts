import { mergeRequest, milestone, named } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn } from '../../kit/expect.ts'
import type { Params } from '../../kit/query.ts'
import { linkPath, parseLinks } from '../../oracle/paging.ts'

const list = 'GET /projects/:id/milestones'

const updateMilestone = 'PUT /projects/:id/milestones/:milestone_id'

const updateRequest = 'PUT /projects/:id/merge_requests/:merge_request_iid'

export const nulls = check({
  id: 'conventions/nulls',
  says: 'Null counts as given: it satisfies "at least one parameter" and leaves an enumerated parameter alone',
  source: 'conventions#nulls',
  level: 'must',
  covers: [updateMilestone],
  each: () =>
    [
      [{ description: null }, { description: null, title: 'a' }],
      [{ state_event: null }, { state: 'active', description: 'text' }],
      [
        { state_event: null, title: 'b' },
        { title: 'b', state: 'active' },
      ],
    ] as const,
  holds: async (stage, [change, expected]) => {
    const row = await milestone(stage, { title: 'a', description: 'text' })
    const params = { id: stage.project.id, milestone_id: numberIn(row, 'id') }
    const reply = await stage.call(updateMilestone, { ...params, ...change })
    answers(reply, 200)
    has(reply.row(), expected, reply)
  },
})

export const stringLists = check({
  id: 'conventions/string-lists',
  says: 'A list of strings is an array or one comma-separated text; its items are trimmed, and a number counts as an empty list',
  source: 'conventions#string-lists',
  level: 'must',
  covers: [updateRequest],
  needs: { repository: true },
  arrange: (stage) => mergeRequest(stage, { branch: 'topic', labels: 'before' }),
  each: () =>
    [
      ['x,y', ['x', 'y']],
      [' x , y ', ['x', 'y']],
      [
        ['x', 'y'],
        ['x', 'y'],
      ],
      [
        ['x', 'y , z'],
        ['x', 'y', 'z'],
      ],
      [[null, 'x'], ['x']],
      [[''], []],
      [5, []],
    ] as const,
  holds: async (stage, [labels, expected], row) => {
    const reply = await stage.call(updateRequest, {
      ...named(stage, row),
      labels: labels as readonly string[],
    })
    answers(reply, 200)
    has(reply.row(), { labels: expected }, reply)
  },
})

export const integerLists = check({
  id: 'conventions/integer-lists',
  says: 'A list of integers with keys of its own, or without items, filters nothing',
  source: 'conventions#integer-lists, conventions#indexed-keys',
  level: 'should',
  covers: [list],
  each: () => ['iids[0]=1', 'iids[a]=1', 'iids=', 'iids[]='],
  holds: async (stage, query) => {
    for (const title of ['a', 'b']) await milestone(stage, { title })
    const reply = await stage.send('GET', `/projects/${stage.project.id}/milestones?${query}`)
    answers(reply, 200)
    equals('how many are listed', reply.rows().length, 2, reply)
  },
})

export const datetimes = check({
  id: 'conventions/datetimes',
  says: 'A time is given in ISO 8601, with or without a time of day; a bare plus in its offset is a blank, so it is read as UTC',
  source: 'conventions#datetimes',
  level: 'should',
  covers: ['GET /projects/:id/merge_requests'],
  needs: { repository: true },
  arrange: (stage) => mergeRequest(stage, { branch: 'topic' }),
  readOnly: true,
  each: () =>
    [
      ['2001-01-01', 1],
      ['2001-01-01T00:00:00Z', 1],
      ['2001-01-01T00:00:00.000%2B02:00', 1],
      ['2001-01-01T00:00:00+02:00', 1],
      ['2090-12-31', 0],
      ['', 1],
    ] as const,
  holds: async ({ send, project }, [time, found]) => {
    const reply = await send('GET', `/projects/${project.id}/merge_requests?created_after=${time}`)
    answers(reply, 200)
    equals('how many are found', reply.rows().length, found, reply)
  },
})

export const linkUrls = check({
  id: 'conventions/link-urls',
  says: 'A link repeats every parameter of the request, path parameters and defaults included, sorted by name and encoded as a form',
  source: 'conventions#link-urls',
  level: 'should',
  covers: [list],
  needs: { found: true },
  readOnly: true,
  holds: async ({ send, project }) => {
    const query = 'iids[]=7&iids[]=8&unknown=a%20b&per_page=500'
    const reply = await send('GET', `/projects/${project.id}/milestones?${query}`)
    answers(reply, 200)
    const url = parseLinks(reply.headers.link).find(({ rel }) => rel === 'first')?.url ?? ''
    const sent = url.split('?')[1] ?? ''
    for (const part of [
      `id=${project.id}`,
      'iids%5B%5D=7&iids%5B%5D=8',
      'page=1',
      'per_page=100',
      'state=all',
      'unknown=a+b',
    ])
      holds(`&${sent}&`.includes(`&${part}&`), `the link has ${part}`, sent, reply)
    const names = sent.split('&').map((pair) => pair.split('=')[0] ?? '')
    equals('the order of the names', names, [...names].sort(), reply)
    holds(
      url.includes(`/api/v4/projects/${project.id}/milestones?`),
      'the link leads to the same list',
      url,
      reply,
    )
  },
})

export const linkHost = check<string>({
  id: 'conventions/link-host',
  says: 'Links and addresses in an answer have the configured host, whatever host a header of the request names',
  source: 'conventions#link-urls',
  level: 'should',
  covers: [list, 'GET /projects'],
  needs: { found: true },
  readOnly: true,
  each: () => ['x-forwarded-host', 'forwarded', 'x-host', 'x-original-host'],
  holds: async ({ call, project }, name) => {
    const headers = { [name]: name === 'forwarded' ? 'host=elsewhere.example' : 'elsewhere.example' }
    for (const [operation, params] of [
      [list, { id: project.id }],
      ['GET /projects', { per_page: 1 }],
      ['GET /projects', { per_page: 1, pagination: 'keyset', order_by: 'id', sort: 'asc' }],
    ] as const) {
      const reply = await call(operation, params, { headers })
      answers(reply, 200)
      const told = `${reply.headers.link} ${reply.text}`
      holds(
        !told.includes('//elsewhere.example'),
        'no address has the host of a header',
        told.slice(0, 300),
        reply,
      )
    }
  },
})

export const linkPaths = check({
  id: 'conventions/link-paths',
  says: 'A link keeps the path of the request, so that an encoded project path stays encoded',
  source: 'conventions#link-urls',
  level: 'should',
  covers: [list],
  needs: { found: true },
  readOnly: true,
  holds: async ({ call, send, project }) => {
    const reply = await call(list, { id: project.path } satisfies Params)
    answers(reply, 200)
    const url = new URL(parseLinks(reply.headers.link)[0]?.url ?? 'http://nowhere')
    const followed = await send('GET', linkPath(url.href))
    answers(followed, 200, reply.json)
  },
})
