import type { ContractOperation } from '../../../sim/contract.ts'
import { changeInstanceSettings } from '../../arrange/instance-settings.ts'
import { project as anotherProject } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, holds, numberIn, refuses, says, textIn } from '../../kit/expect.ts'
import { parseLinks } from '../../oracle/paging.ts'
import { noRoute } from '../../oracle/texts.ts'
import { expectArranged } from '../../run/stage.ts'

export const ledOn = check({
  id: 'conventions/led-on',
  says: 'From 16.7 on a path that a project had before leads those who read to the project by its id, and answers 405 to others',
  source: 'conventions#moved-projects, conventions#later-moved-projects',
  level: 'must',
  covers: ['GET /projects/:id', 'GET /projects/:id/milestones', 'POST /projects/:id/milestones'],
  needs: { in: 'group' },
  holds: async (stage) => {
    const row = await anotherProject(stage, 'before', { namespace_id: stage.group.id })
    const id = numberIn(row, 'id')
    const path = encodeURIComponent(textIn(row, 'path_with_namespace'))
    expectArranged(await stage.call('PUT /projects/:id', { id, path: 'behind' }))
    const read = await stage.send('GET', `/projects/${path}/milestones?state=active`)
    const written = await stage.send('POST', `/projects/${path}/milestones?title=one`)
    const stranger = await stage.send('GET', `/projects/${path}`, { as: 'anonymous' })
    says(stranger, 404, '404 Project Not Found')
    await stage.changed('conventions#later-moved-projects', {
      before: () => {
        says(read, 404, '404 Project Not Found')
        says(written, 404, '404 Project Not Found')
      },
      after: () => {
        answers(read, 301)
        const { location = '' } = read.headers
        holds(
          location.endsWith(`/projects/${id}/milestones?state=active`),
          'it is led on by id',
          location,
          read,
        )
        says(written, 405, 'Non GET methods are not allowed for moved projects')
      },
    })
    equals('the milestones', (await stage.call('GET /projects/:id/milestones', { id })).rows(), [])
  },
})

export const jsonFaults = check({
  id: 'conventions/json-faults',
  says: 'From 18.5 on the refusal of a body that is no JSON, or is nested too deeply, says so',
  source: 'conventions#later-json-errors',
  level: 'must',
  covers: ['POST /projects/:id/milestones'],
  holds: async (stage) => {
    const { id } = stage.project
    for (const [body, text] of [
      ['{"title":', 'Invalid JSON format'],
      [`{"title":${'['.repeat(40)}${']'.repeat(40)}}`, 'Parameters nested too deeply'],
    ] as const) {
      const sent = { body, contentType: 'application/json' }
      const reply = await stage.send('POST', `/projects/${id}/milestones`, sent)
      await stage.changed('conventions#later-json-errors', {
        before: () => answers(reply, 400),
        after: () => refuses(reply, text),
      })
    }
    equals('the milestones', (await stage.call('GET /projects/:id/milestones', { id })).rows(), [])
  },
})

export const cursorHeaders = check({
  id: 'conventions/cursor-headers',
  says: 'From 18.7 on headers tell the cursors of the next and of the previous page of a list by cursor, and each leads there',
  source: 'conventions#later-cursor-headers',
  level: 'must',
  covers: ['GET /groups/:id/audit_events'],
  needs: { in: 'group', tier: 'premium', role: 'admin' },
  holds: async (stage) => {
    const { id } = stage.group
    for (const name of ['one', 'two', 'three']) await anotherProject(stage, name, { namespace_id: id })
    const page = async (cursor?: string) => {
      const asked = { id, pagination: 'keyset', order_by: 'id', sort: 'desc', per_page: 1, cursor }
      const reply = await stage.call('GET /groups/:id/audit_events', asked)
      answers(reply, 200)
      return reply
    }
    const first = await page()
    const next = first.headers['x-next-cursor']
    if (first.rows().length === 0) return stage.skip('nothing of the group is audited')
    await stage.changed('conventions#later-cursor-headers', {
      before: () => equals('the header', next, undefined, first),
      after: async () => {
        equals('a page before the first', first.headers['x-prev-cursor'], undefined, first)
        const [link] = parseLinks(first.headers.link)
        if (link === undefined) return
        equals('the cursor', next, new URL(link.url).searchParams.get('cursor'), first)
        const second = await page(next)
        const back = await page(second.headers['x-prev-cursor'])
        equals('the page before', back.rows(), first.rows(), back)
        equals('a page before it', back.headers['x-prev-cursor'], undefined, back)
      },
    })
  },
})

export const pathTraversal = check({
  id: 'conventions/path-traversal',
  says: 'From 18.2 on a path or a parameter of the query that climbs with `..` answers 400 as text, but not words to search for',
  source: 'conventions#later-path-traversal',
  level: 'should',
  covers: ['GET /projects/:id/milestones', 'GET /projects/:id/repository/tree'],
  needs: { repository: true },
  readOnly: true,
  holds: async (stage) => {
    const { id } = stage.project
    const climbing = await stage.send('GET', `/projects/${id}/repository/tree?path=..%2Fx`)
    await stage.changed('conventions#later-path-traversal', {
      before: () =>
        holds(!climbing.text.startsWith('Potential'), 'it reaches the tree', climbing.text, climbing),
      after: () => {
        answers(climbing, 400)
        holds(climbing.text.startsWith('Potential path traversal'), 'the text', climbing.text, climbing)
      },
    })
    answers(await stage.send('GET', `/projects/${id}/milestones?search=..%2Fx`), 200)
  },
})

export const exposedTag = check({
  id: 'conventions/exposed-tag',
  says: 'From 17.4 on pages of other origins may read `ETag`',
  source: 'conventions#later-exposed-etag',
  level: 'should',
  covers: ['GET /projects/:id'],
  needs: { found: true },
  readOnly: true,
  holds: async (stage) => {
    const headers = { origin: 'https://pages.example' }
    const reply = await stage.send('GET', `/projects/${stage.project.id}`, { headers })
    const names = (reply.headers['access-control-expose-headers'] ?? '').split(', ')
    await stage.changed('conventions#later-exposed-etag', {
      before: () => equals('whether it is exposed', names.includes('ETag'), false, reply),
      after: () => equals('whether it is exposed', names.includes('ETag'), true, reply),
    })
  },
})

export const throttleHeaders = check({
  id: 'conventions/throttle-headers',
  says: 'From 18.6 on every answer to what a throttle counts tells how much is left, and before that 429 alone does',
  source: 'conventions#later-rate-limit-headers, conventions#request-throttle',
  level: 'must',
  covers: ['GET /projects'],
  needs: { project: 'none', role: 'admin', rewinds: true },
  holds: async (stage) => {
    const family = 'throttle_unauthenticated_api'
    await changeInstanceSettings(stage, {
      [`${family}_enabled`]: true,
      [`${family}_requests_per_period`]: 2,
      [`${family}_period_in_seconds`]: 600,
    })
    for (const [path, status, left] of [
      ['/projects?per_page=1', 200, '1'],
      ['/projects/987654321', 404, '0'],
    ] as const) {
      const reply = await stage.send('GET', path, { as: 'anonymous' })
      answers(reply, status)
      await stage.changed('conventions#later-rate-limit-headers', {
        before: () => equals('what is left', reply.headers['ratelimit-remaining'], undefined, reply),
        after: () => {
          equals('what is left', reply.headers['ratelimit-remaining'], left, reply)
          equals('the wait', reply.headers['retry-after'], undefined, reply)
        },
      })
    }
    const refused = await stage.send('GET', '/projects', { as: 'anonymous' })
    equals('what is left', refused.headers['ratelimit-remaining'], '0', refused)
  },
})

// `/tokens/:id/rotate` takes `/tokens/self/rotate`, too.
function takes({ method, path }: ContractOperation, id: string): boolean {
  const [wanted, given] = [`${method} ${path}`.split('/'), id.split('/')]
  return (
    wanted.length === given.length &&
    wanted.every((segment, i) => segment.startsWith(':') || segment === given[i])
  )
}

export const otherReleases = check<string>({
  id: 'conventions/other-releases',
  says: 'An operation that came with a later release, or went with an earlier one, answers as a path that is none',
  source: 'conventions#later-operations',
  level: 'should',
  covers: [],
  needs: { project: 'none', writes: true },
  each: ({ absent, operations }) => absent.filter((id) => !operations.some((other) => takes(other, id))),
  holds: async (stage, id) => {
    const [method = '', path = ''] = id.split(' ')
    const reply = await stage.send(method, path.replace(/[:*][a-z_]+/g, '0'))
    if (reply.status === 405) return
    answers(reply, noRoute.status, noRoute.body)
  },
})
