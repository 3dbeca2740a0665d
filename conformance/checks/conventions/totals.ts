import { finishedImport, upload } from '../../arrange/transfer.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, holds, numberIn } from '../../kit/expect.ts'
import { leastArchive, packArchive, relationLines } from '../../oracle/archive.ts'
import { parseLinks } from '../../oracle/paging.ts'
import { expectArranged } from '../../run/stage.ts'

const list = 'GET /projects/:id/milestones'

export const farPages = check({
  id: 'conventions/far-pages',
  says: 'A list that is not of projects or groups has no limit to its pages: one far behind the last is empty',
  source: 'conventions#offset-limit',
  level: 'should',
  covers: [list],
  needs: { found: true },
  readOnly: true,
  holds: async ({ call, project }) => {
    const reply = await call(list, { id: project.id, page: 501, per_page: 100 })
    answers(reply, 200)
    equals('the rows', reply.json, [], reply)
  },
})

export const farUsers = check({
  id: 'conventions/far-users',
  says: 'From 17.0 on a list of users ends at 50,000 records, and a page beyond them answers 405',
  source: 'conventions#later-offset-of-users',
  level: 'should',
  covers: ['GET /users'],
  needs: { project: 'none' },
  readOnly: true,
  holds: async (stage) => {
    const near = await stage.call('GET /users', { page: 500, per_page: 100 })
    answers(near, 200)
    const reply = await stage.call('GET /users', { page: 501, per_page: 100 })
    await stage.changed('conventions#later-offset-of-users', {
      before: () => answers(reply, 200, []),
      after: () =>
        answers(reply, 405, {
          error:
            'Offset pagination has a maximum allowed offset of 50000 for requests that return objects of type User. Remaining records can be retrieved using keyset pagination.',
        }),
    })
  },
})

export const totalsLimit = check<undefined, number>({
  id: 'conventions/totals-limit',
  says: 'A list of more than 10,000 rows has no totals and no link to its last page',
  source: 'conventions#totals-limit',
  level: 'must',
  covers: [list],
  needs: { manyCalls: true },
  // One import brings what would take as many calls.
  arrange: async (stage) => {
    const rows = Array.from({ length: 10_000 }, (_, i) => ({ iid: i + 1, title: `Milestone ${i + 1}` }))
    const files = leastArchive({ 'tree/project/milestones.ndjson': relationLines(rows) })
    const started = await upload(stage, await packArchive(files))
    expectArranged(started)
    return numberIn((await finishedImport(stage, started)).row(), 'id')
  },
  holds: async ({ call }, _, id) => {
    const counted = await call(list, { id, page: 2 })
    equals('X-Total', counted.headers['x-total'], '10000', counted)
    equals('X-Total-Pages', counted.headers['x-total-pages'], '500', counted)
    expectArranged(await call('POST /projects/:id/milestones', { id, title: 'One more' }))
    const reply = await call(list, { id, page: 2 })
    answers(reply, 200)
    for (const name of ['x-total', 'x-total-pages'])
      equals(`header ${name}`, reply.headers[name], undefined, reply)
    equals(
      'the links',
      parseLinks(reply.headers.link).map(({ rel }) => rel),
      ['prev', 'next', 'first'],
      reply,
    )
    equals('X-Next-Page', reply.headers['x-next-page'], '3', reply)
    const last = await call(list, { id, page: 501 })
    holds(last.rows().length === 1, 'the last page has the row that is left', last.rows().length, last)
    equals('X-Next-Page of the last page', last.headers['x-next-page'], '', last)
  },
})
