import { check } from '../../kit/check.ts'
import { answers, equals, holds } from '../../kit/expect.ts'
import { isRow, isRows, type Row } from '../../kit/json.ts'
import { finishedImport, idOf, namesHost, start, startImport, status } from './import-status.ts'

export const finishes = check({
  id: 'external-import/finishes',
  says: 'An import finishes, and its counts match the issues and merge requests of the project',
  source: 'external-import#extgit-progress, external-import#stats, project-import#import-type',
  level: 'must',
  covers: [start, status],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { row } = await startImport(stage)
    const id = idOf(row)
    const told = await finishedImport(stage, id)
    equals('the status', told.import_status, 'finished')
    namesHost(stage, told, { specification: 'extgit', real: 'github' })
    const { stats } = told
    holds(isRow(stats) && isRow(stats.fetched) && isRow(stats.imported), 'the status counts', stats ?? null)
    equals('what is imported', stats.imported, stats.fetched)
    for (const [kind, list] of Object.entries(lists)) {
      const reply = await stage.call(list, { id, state: 'all', per_page: 100 })
      answers(reply, 200)
      const count = isRows(reply.json) ? reply.json.length : 0
      equals(`the number of ${kind}`, count, stats.imported[kind] ?? 0, reply)
    }
  },
})

const lists = {
  issue: 'GET /projects/:id/issues',
  pull_request: 'GET /projects/:id/merge_requests',
}

export const statsGrow = check({
  id: 'external-import/stats-grow',
  says: 'The counts of stats never fall, and nothing is imported that was not fetched',
  source: 'external-import#stats',
  level: 'must',
  covers: [status],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { row } = await startImport(stage)
    let before: Row = {}
    for (let i = 0; i < 8; i++) {
      const reply = await stage.call(status, { id: idOf(row) })
      const { stats } = reply.row()
      if (isRow(stats) && isRow(stats.fetched) && isRow(stats.imported)) {
        const { fetched, imported } = stats
        for (const [kind, count] of Object.entries(imported))
          holds(Number(count) <= Number(fetched[kind] ?? 0), 'what is imported was fetched', stats, reply)
        for (const [kind, count] of Object.entries(before))
          holds(Number(count) <= Number(fetched[kind] ?? 0), 'counts never fall', stats, reply)
        before = fetched
      }
      await stage.wait(1)
    }
  },
})
