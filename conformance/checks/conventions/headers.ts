import { commit } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, holds, textIn } from '../../kit/expect.ts'
import { isRow, parseJson } from '../../kit/json.ts'
import { expectArranged } from '../../run/stage.ts'

const calls = ['/user', '/projects', '/projects/987654321', '/nowhere']

export const commitDates = check({
  id: 'conventions/commit-dates',
  says: 'The dates of a commit are in the time zone of who committed it, with its offset',
  source: 'conventions#commit-dates',
  level: 'should',
  covers: ['GET /projects/:id/repository/commits/:sha'],
  needs: { repository: true, found: true },
  readOnly: true,
  holds: async ({ call, project }) => {
    const place = { id: project.id, sha: project.branch }
    const reply = await call('GET /projects/:id/repository/commits/:sha', place)
    for (const field of ['created_at', 'authored_date', 'committed_date'])
      holds(
        /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/.test(textIn(reply.row(), field)),
        `${field} has an offset`,
        reply.row()[field],
        reply,
      )
  },
})

export const headLengths = check<'text' | 'bytes'>({
  id: 'conventions/head-lengths',
  says: 'HEAD answers without a body, and a length that it tells is that of the body that GET sends, in bytes',
  source: 'conventions#head',
  level: 'should',
  covers: ['GET /projects/:id', 'GET /projects/:id/repository/blobs/:sha/raw'],
  needs: { repository: true },
  each: () => ['text', 'bytes'],
  holds: async (stage, kind) => {
    const { call, send, project } = stage
    const description = 'Größe: 5 µm'
    expectArranged(await call('PUT /projects/:id', { id: project.id, description }, { as: 'owner' }))
    const file_path = 'wide.txt'
    await commit(stage, { branch: project.branch, path: file_path, content: `${description}\n` })
    const file = { id: project.id, file_path, ref: project.branch }
    const sha = textIn((await call('GET /projects/:id/repository/files/:file_path', file)).row(), 'blob_id')
    const place = `/projects/${project.id}`
    const path = kind === 'text' ? place : `${place}/repository/blobs/${sha}/raw`
    const [shown, head] = [await send('GET', path), await send('HEAD', path)]
    answers(head, shown.status)
    equals('the body', head.text, '', head)
    const told = head.headers['content-length']
    const packed = shown.headers['content-encoding'] ?? head.headers['content-encoding']
    if (packed !== undefined) return stage.skip('something in between packs the body')
    if (told === undefined) return stage.failing('the target tells no length')
    equals('the length', Number(told), new TextEncoder().encode(shown.text).length, head)
  },
})

export const commonHeaders = check({
  id: 'conventions/common-headers',
  says: 'Every response carries the common headers of the service',
  source: 'conventions#common-headers',
  level: 'should',
  covers: ['GET /user', 'GET /projects'],
  needs: { project: 'none' },
  each: () => calls,
  holds: async ({ send }, path) => {
    const reply = await send('GET', path)
    const { headers } = reply
    equals('Vary', headers.vary, 'Origin', reply)
    equals('X-Frame-Options', headers['x-frame-options'], 'SAMEORIGIN', reply)
    equals('X-Content-Type-Options', headers['x-content-type-options'], 'nosniff', reply)
    const id = headers['x-request-id'] ?? ''
    holds(/^[0-9A-Z]{26}$/.test(id), 'X-Request-Id has 26 letters and digits', id, reply)
    holds(
      /^\d+\.\d{6}$/.test(headers['x-runtime'] ?? ''),
      'X-Runtime has six decimals',
      headers['x-runtime'] ?? null,
      reply,
    )
    const meta = parseJson(headers['x-gitlab-meta'] ?? '')
    equals('X-Gitlab-Meta', meta ?? null, { correlation_id: id, version: '1' }, reply)
  },
})

export const requestIds = check({
  id: 'conventions/request-ids',
  says: 'Each response has a request id of its own',
  source: 'conventions#request-ids',
  level: 'should',
  covers: ['GET /user'],
  needs: { project: 'none' },
  holds: async ({ send }) => {
    const ids = [await send('GET', '/user'), await send('GET', '/user')].map(
      (reply) => reply.headers['x-request-id'],
    )
    holds(
      ids[0] !== ids[1],
      'two ids differ',
      ids.map((id) => id ?? null),
    )
  },
})

export const crossOrigin = check({
  id: 'conventions/cross-origin',
  says: 'Every origin may read without credentials, and the headers of pagination are exposed to it',
  source: 'conventions#cross-origin, conventions#exposed-headers',
  level: 'should',
  covers: ['GET /projects'],
  needs: { project: 'none' },
  holds: async (stage) => {
    const { send, dialect } = stage
    const reply = await send('GET', '/projects', { headers: { origin: 'https://elsewhere.test' } })
    answers(reply, 200)
    equals('Access-Control-Allow-Origin', reply.headers['access-control-allow-origin'], '*', reply)
    equals(
      'Access-Control-Allow-Credentials',
      reply.headers['access-control-allow-credentials'],
      undefined,
      reply,
    )
    const exposed = reply.headers['access-control-expose-headers'] ?? ''
    for (const name of ['Link', 'X-Total', 'X-Next-Page'])
      holds(exposed.includes(name), `${name} is exposed`, exposed, reply)
    if (dialect === undefined) return
    holds(!exposed.includes('X-Request-Id'), 'X-Request-Id is not exposed yet', exposed, reply)
    await stage.changed('conventions#later-exposed-etag', {
      before: () => holds(!exposed.includes('ETag'), 'ETag is not exposed yet', exposed, reply),
      after: () => holds(exposed.includes('ETag'), 'ETag is exposed', exposed, reply),
    })
  },
})

export const preflight = check({
  id: 'conventions/preflight',
  says: 'A preflight answers 200 without a body and without authentication, and allows the headers that it asks for',
  source: 'conventions#preflight',
  level: 'should',
  covers: ['GET /projects'],
  needs: { project: 'none' },
  holds: async ({ send }) => {
    const headers = {
      origin: 'https://elsewhere.test',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'private-token',
    }
    const reply = await send('OPTIONS', '/projects', { as: 'anonymous', headers })
    answers(reply, 200)
    equals('the body', reply.text, '', reply)
    equals(
      'Access-Control-Allow-Headers',
      reply.headers['access-control-allow-headers'],
      'private-token',
      reply,
    )
    const methods = (reply.headers['access-control-allow-methods'] ?? '').split(', ')
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
      holds(methods.includes(method), `${method} is allowed`, methods, reply)
    equals('Access-Control-Max-Age', reply.headers['access-control-max-age'], '7200', reply)
  },
})

export const jsonEscaping = check({
  id: 'conventions/json-escaping',
  says: 'Ampersands and angle brackets inside JSON strings are sent escaped',
  source: 'conventions#json-escaping',
  level: 'should',
  covers: ['POST /projects/:id/milestones'],
  holds: async ({ call, project }) => {
    const reply = await call('POST /projects/:id/milestones', {
      id: project.id,
      title: 'Escaped',
      description: '<a> & <b>',
    })
    answers(reply, 201)
    holds(
      isRow(reply.json) && reply.json.description === '<a> & <b>',
      'the description is kept',
      reply.json ?? null,
      reply,
    )
    holds(
      reply.text.includes('\\u003ca\\u003e \\u0026 \\u003cb\\u003e'),
      'it is sent escaped',
      reply.text.slice(0, 200),
      reply,
    )
  },
})
