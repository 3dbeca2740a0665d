import { FLUSH, sideBand } from '../git/pack/pkt-line.ts'
import { utf8 } from '../lib/bytes.ts'
import type { FetchPlan } from './fetch-plan.ts'
import type { FetchRequest } from './fetch-request.ts'

/** The pack in side-band packets, after a progress message. */
export function* packLines(plan: FetchPlan, { options }: FetchRequest): Generator<Uint8Array> {
  const { bytes, count } = plan.pack()
  if (!options.has('no-progress')) yield* sideBand(2, utf8(`Enumerating objects: ${count}, done.\n`))
  yield* sideBand(1, bytes)
  yield FLUSH
}
