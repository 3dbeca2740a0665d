import { describe, expect, test } from 'vitest'
import type { Banner } from './banner.ts'
import { type LogKind, logTo } from './log.ts'
import { captured } from './testing/captured.ts'

const banner: Banner = {
  version: '1.2.3',
  url: 'http://127.0.0.1:8080',
  world: 'demo',
  seed: 1,
  tier: 'ultimate',
  spoken: 'dialect specification',
  clock: 'tick',
  control: true,
  credentials: [
    { user: 'root', token: 'root-token', who: 'administrator' },
    { user: 'mallory', token: 'mallory-token', who: 'member of nothing' },
  ],
}

const delivery = { origin: 'http://127.0.0.1:9', event: 'Push Hook', cause: 3, repeats: null }

const entry = {
  id: 1,
  direction: 'in' as const,
  at: '2024-01-01T00:00:01.000Z',
  method: 'GET',
  path: '/api/v4/projects/1',
  query: 'private_token=[redacted]',
  status: 200,
  user: 'alice',
}

function logged(kind: LogKind) {
  const io = captured()
  const log = logTo(io, kind)
  log.started(banner)
  log.answered?.(entry, [])
  log.answered?.({ ...entry, id: 2, method: 'POST', path: '/api/v4/x', query: '', status: 404, user: null }, [
    'GET /projects',
  ])
  log.answered?.({ ...entry, id: 3, status: 403 }, [], () => 'needs maintainer, alice is developer')
  const sent = {
    ...entry,
    direction: 'out' as const,
    id: 4,
    method: 'POST',
    path: '/hook',
    query: '',
    user: null,
  }
  log.answered?.({ ...sent, status: 204, out: { ...delivery, failure: null } }, [])
  log.answered?.({ ...sent, id: 5, status: 0, out: { ...delivery, failure: 'connect ECONNREFUSED' } }, [])
  log.refused({ method: 'POST', url: '/api/v4/x?private_token=secret', status: 413 })
  log.broke('out of luck')
  log.ended()
  return { out: io.printed(), err: io.complained() }
}

describe('a log', () => {
  test('for people', () => {
    expect(logged('pretty').out).toMatchInlineSnapshot(`
      "Forgery 1.2.3 serves the demo world at http://127.0.0.1:8080

        API      http://127.0.0.1:8080/api/v4
        Control  http://127.0.0.1:8080/_forgery
        World    seed 1, ultimate, dialect specification, clock tick

        USER     TOKEN          WHO
        root     root-token     administrator
        mallory  mallory-token  member of nothing

        curl -H "PRIVATE-TOKEN: root-token" http://127.0.0.1:8080/api/v4/projects

      Ctrl+C ends it.

      2024-01-01T00:00:01Z 200 GET    alice    /api/v4/projects/1?private_token=[redacted]
      2024-01-01T00:00:01Z 404 POST   -        /api/v4/x  (no such operation; near: GET /projects)
      2024-01-01T00:00:01Z 403 GET    alice    /api/v4/projects/1?private_token=[redacted]  (needs maintainer, alice is developer)
      2024-01-01T00:00:01Z 204 POST   out      http://127.0.0.1:9/hook
      2024-01-01T00:00:01Z --- POST   out      http://127.0.0.1:9/hook  (connect ECONNREFUSED)
      refused unread       413 POST   -        /api/v4/x?private_token=[redacted]
      ended
      "
    `)
    expect(logged('pretty').err).toBe('forgery: a fault of the simulator, answered with 500: out of luck\n')
  })

  test('of JSON lines', () => {
    const { out, err } = logged('json')
    expect(err).toBe('')
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { event: 'started', ...banner },
      { event: 'request', ...entry },
      {
        event: 'request',
        ...entry,
        id: 2,
        method: 'POST',
        path: '/api/v4/x',
        query: '',
        status: 404,
        user: null,
        near: ['GET /projects'],
      },
      { event: 'request', ...entry, id: 3, status: 403 },
      { event: 'request', id: 4, direction: 'out', status: 204, out: { failure: null } },
      { event: 'request', id: 5, status: 0, out: { failure: 'connect ECONNREFUSED' } },
      { event: 'refused', method: 'POST', url: '/api/v4/x?private_token=[redacted]', status: 413 },
      { event: 'error', stack: 'out of luck' },
      { event: 'ended' },
    ])
  })

  test('that is silent prints the base URL and errors', () => {
    expect(logged('silent')).toEqual({
      out: 'http://127.0.0.1:8080\n',
      err: 'forgery: a fault of the simulator, answered with 500: out of luck\n',
    })
  })
})
