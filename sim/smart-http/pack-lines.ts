import { FLUSH, sideBand } from '../git/pack/pkt-line.ts'
import { utf8 } from '../lib/bytes.ts'
import type { FetchPlan } from './fetch-plan.ts'
import type { FetchRequest } from './fetch-request.ts'
import type { Parts } from './replies.ts'

/** The pack in side-band packets, after a progress message. */
export function* packLines(plan: FetchPlan, { options }: FetchRequest): Parts {
  const { pieces, count } = yield* plan.pack()
  if (!options.has('no-progress')) yield* sideBand(2, [utf8(`Enumerating objects: ${count}, done.\n`)])
  yield* sideBand(1, pieces)
  yield FLUSH
}
