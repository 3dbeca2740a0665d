import { answers } from '../../kit/expect.ts'
import { forbidden } from '../texts.ts'
import { meetsProgress, read } from '../vulnerability-exports.ts'
import { command, type ModelCommand } from './command.ts'
import type { Exporter, Exports } from './open-export.ts'

/** Looks at the n-th export: its author sees it go on, anybody else is refused. */
export function lookAtExport(n: number, as: Exporter): ModelCommand<Exports> {
  return command(
    `look at export ${n} as ${as}`,
    async (model, stage) => {
      const known = model[n % model.length]
      if (known === undefined || !stage.has(as)) return
      const reply = await stage.call(read, { id: known.id }, { as })
      if (as === known.by) known.row = meetsProgress(known.row, reply)
      else answers(reply, forbidden.status, forbidden.body)
    },
    (model) => model.length > 0,
  )
}
