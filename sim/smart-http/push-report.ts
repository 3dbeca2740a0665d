import { FLUSH, pktLine, sideBand } from '../git/pack/pkt-line.ts'
import { concatAll, utf8 } from '../lib/bytes.ts'
import type { RefChange } from '../policy/pushes.ts'

/** The result of a push. */
export interface Outcome {
  /** `ok`, or why nothing could be unpacked. */
  readonly unpacked: string
  readonly accepted: readonly RefChange[]
  /** Reasons by the names of references. */
  readonly refused: ReadonlyMap<string, string>
  /** Message for the user; git prints `remote:` before each line. */
  readonly message: string
  readonly changed: boolean
}

/** The result in the packets that the client asked for. */
export function* reportLines(outcome: Outcome, options: ReadonlySet<string>): Generator<Uint8Array> {
  const report = options.has('report-status') ? concatAll([...statusLines(outcome)]) : new Uint8Array()
  if (!options.has('side-band-64k')) return yield report
  yield* sideBand(2, [utf8(outcome.message)])
  yield* sideBand(1, [report])
  yield FLUSH
}

function* statusLines({ unpacked, accepted, refused }: Outcome): Generator<Uint8Array> {
  yield pktLine(`unpack ${unpacked}\n`)
  for (const { name } of accepted) yield pktLine(`ok ${name}\n`)
  for (const [name, reason] of refused) yield pktLine(`ng ${name} ${reason}\n`)
  yield FLUSH
}
