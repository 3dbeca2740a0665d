import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Check, check } from '../kit/check.ts'
import { equals } from '../kit/expect.ts'
import { run } from '../run/runner.ts'
import { shelf } from '../testing/shelf.ts'
import { type ReportFormat, reporterFor, reportFormats } from './index.ts'

const keeping: Check<string, undefined> = {
  id: 'shelf/keeps-titles',
  says: 'A book keeps its title',
  source: 'milestones#title-trimmed, conventions#statuses',
  level: 'must',
  covers: [],
  needs: { project: 'none' },
  over: () => fc.string({ minLength: 1 }),
  holds: async ({ call }, title) => {
    const reply = await call('POST /books', { title })
    equals('the title', reply.row().title, title, reply)
  },
}

const checks = [
  check(keeping),
  check({ ...keeping, id: 'laws/keeps/get-books', source: 'the rules of the library' }),
  check({ ...keeping, id: 'laws/keeps/post-books' }),
  check({ ...keeping, id: 'shelf/blocked', after: ['shelf/keeps-titles'] }),
  check({ ...keeping, id: 'shelf/observed', level: 'observe' }),
  check({ ...keeping, id: 'shelf/skipped', holds: async ({ skip }) => skip('there is no librarian') }),
  check({ ...keeping, id: 'shelf/disabled', needs: { project: 'none', dialect: 'real' } }),
  check({ ...keeping, id: 'shelf/passed', holds: async ({ call }) => void (await call('GET /books')) }),
  check({ ...keeping, id: 'shelf/broken', holds: () => Promise.reject(new TypeError('the suite is wrong')) }),
]

async function reported(format: ReportFormat): Promise<string> {
  const reporter = reporterFor(format, { replay: (id) => `forgery conform ${id} --seed 7` })
  let text = ''
  for await (const event of run(checks, shelf({ cutsAt: 2 }), {
    seed: 7,
    clock: () => 0,
    at: '2027-02-03T04:05:06.789Z',
  }))
    text += reporter.next(event)
  // Where the suite itself is installed does not belong in a snapshot.
  return text.replaceAll(/(\\n|\n)\s+at [^\n"\\]*/g, '')
}

test('the text has one line a family, after the last of its checks', async () => {
  const planned = checks.map(({ id }) => id)
  const reporter = reporterFor('text', { replay: (id) => id, planned })
  const told: string[] = []
  for await (const event of run(checks, shelf({ cutsAt: 2 }))) {
    const line = reporter.next(event)
    if (event.type === 'check-ended' && line !== '') told.push(`${event.id}:${line}`)
  }
  expect(told).toEqual([
    'laws/keeps/post-books:  laws/keeps                     2 fail\n',
    'shelf/broken:  shelf                          1 fail, 1 blocked, 2 pass, 1 skip, 1 disabled, 1 broken\n',
  ])
})

test('the text says by which release a service is judged that tells none', async () => {
  const reporter = reporterFor('text', { replay: (id) => id })
  for await (const event of run([], shelf({ cutsAt: 2 }))) {
    if (event.type !== 'started') continue
    expect(reporter.next({ ...event, dialect: undefined, version: undefined })).toContain(
      'tells no version, and is judged as release 15.8 unless --release names its own\n',
    )
    expect(reporter.next({ ...event, dialect: undefined, version: '15.8.0' })).not.toContain('--release')
  }
})

test.each(reportFormats)('the %s report', async (format) => {
  expect(await reported(format)).toMatchSnapshot()
})
