import { answers, numberIn, says } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import { creation, type Form, meetsNew, place } from '../vulnerability-exports.ts'
import { command, type ModelCommand } from './command.ts'

export type Exporter = 'owner' | 'developer'

/** An export as it was last seen. */
export interface KnownExport {
  readonly id: number
  readonly by: Exporter
  row: Row
}

/** The exports of a session, the oldest first. */
export type Exports = KnownExport[]

/** Exports something; ids go up. */
export function openExport(form: Form, by: Exporter): ModelCommand<Exports> {
  return command(`export the ${form} as ${by}`, async (model, stage) => {
    const as = stage.has(by) ? by : 'owner'
    const goesOn = model.some(({ row }) => row.status !== 'finished')
    // Of the dashboard others may be exporting, too: theirs is waited for.
    const options = goesOn ? ({ as, atOnce: true } as const) : { as }
    const reply = await stage.call(creation[form], place(stage, form), options)
    // In newer releases one that goes on is left to its end.
    if (reply.status === 429 && goesOn)
      return stage.changed('vulnerability-exports#later-one-at-a-time', {
        before: () => answers(reply, 201),
        after: () =>
          says(reply, 429, 'Export already in progress. Please retry after the current export completes.'),
      })
    const row = meetsNew(stage, form, reply)
    model.push({ id: numberIn(row, 'id'), by: as, row })
  })
}
