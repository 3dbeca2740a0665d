import { law } from '../kit/check.ts'
import { Failure } from '../kit/finding.ts'
import { isRow, isRows, type Json, type Row, show } from '../kit/json.ts'
import { disagreement } from '../oracle/readers.ts'
import { placeable, reads, sampleCall } from './sample.ts'

const HOUR = 3600

/** Until what was begun to furnish a stage is over. */
const SETTLED = 2 * HOUR

/** Longer than whatever is kept for a day. */
const IDLE = 26 * HOUR

/** What tells how long ago something was, or has a term of its own: the archive of an export is kept for a day. */
const withTerm = ['online', 'status', 'active', 'expired', 'export_status', 'last_activity_on']

export const idle = law({
  name: 'idle',
  says: 'what is read is the same a day later if nobody has done anything',
  source: 'conventions#idle',
  level: 'should',
  needs: { furnished: true, rewinds: true, settled: SETTLED },
  readOnly: true,
  compares: true,
  appliesTo: (operation) =>
    placeable(operation) && reads(operation) && (operation.answer === 'one' || operation.answer === 'many'),
  holds: async (stage, operation) => {
    const before = await sampleCall(stage, operation)
    if (before.status !== 200) return stage.unknown('it is not read')
    await stage.wait(IDLE)
    const after = await sampleCall(stage, operation)
    const [old, now] = [rowsIn(before.json), rowsIn(after.json)]
    if (old.length !== now.length)
      throw new Failure({
        title: 'there are more or fewer than a day before',
        expected: String(old.length),
        actual: String(now.length),
        operation: operation.id,
      })
    for (const [i, row] of now.entries()) {
      const wrong = disagreement(row, old[i] ?? {}, withTerm)
      if (wrong !== undefined)
        throw new Failure({
          title: `${wrong.attribute} has changed by itself`,
          expected: show(wrong.read),
          actual: show(wrong.shown),
          operation: operation.id,
        })
    }
  },
})

function rowsIn(json: Json | undefined): readonly Row[] {
  if (json === undefined) return []
  return isRows(json) ? json : isRow(json) ? [json] : []
}
