import { csvOf } from '../../kit/csv.ts'
import { answers, equals, holds } from '../../kit/expect.ts'
import { forbidden } from '../texts.ts'
import { columns, download, fileMissing, meetsProgress, read } from '../vulnerability-exports.ts'
import { command, type ModelCommand } from './command.ts'
import type { Exporter, Exports } from './open-export.ts'

/** Downloads the n-th export: its author gets the file once it is finished, anybody else is refused. */
export function downloadExport(n: number, as: Exporter): ModelCommand<Exports> {
  return command(
    `download export ${n} as ${as}`,
    async (model, stage) => {
      const known = model[n % model.length]
      if (known === undefined || !stage.has(as)) return
      const wasFinished = known.row.status === 'finished'
      const reply = await stage.call(download, { id: known.id }, { as })
      if (as !== known.by) return answers(reply, forbidden.status, forbidden.body)
      known.row = meetsProgress(known.row, await stage.call(read, { id: known.id }, { as }))
      if (reply.status === 200) {
        equals('the columns', csvOf(reply).columns.slice(0, columns.length), columns, reply)
        holds(known.row.status === 'finished', 'what can be downloaded is finished', known.row, reply)
      } else {
        holds(!wasFinished, 'a finished export can be downloaded', reply.status, reply)
        answers(reply, fileMissing.status, fileMissing.body)
      }
    },
    (model) => model.length > 0,
  )
}
