import { FLUSH, type PacketReader, pktLine } from '../git/pack/pkt-line.ts'
import { FetchPlan } from './fetch-plan.ts'
import { type FetchRequest, readFetch } from './fetch-request.ts'
import { packLines } from './pack-lines.ts'
import type { Parts } from './replies.ts'
import type { Session } from './service.ts'

/**
 * Answers a request to fetch in the first version of the protocol. Each request repeats all earlier lines of the
 * client: the server keeps no state in between. Throws a GitError.
 */
export function* uploadPackV0(session: Session, reader: PacketReader): Parts {
  const { lines } = reader.lines()
  if (lines.length === 0) return
  const rounds = [...haveLines(reader)]
  const [, first = '', capabilities = ''] = /^(want [0-9a-f]{40}) ?(.*)$/.exec(lines[0] ?? '') ?? []
  const wants = first === '' ? lines : [first, ...lines.slice(1)]
  const request = readFetch([...wants, ...rounds], capabilities.split(' '))
  const plan = yield* FetchPlan.of(session, request)
  if (plan.cut !== undefined) {
    const shallow = new Set(request.shallow)
    for (const id of plan.cut.shallow) if (!shallow.has(id)) yield pktLine(`shallow ${id}\n`)
    for (const id of plan.cut.unshallow) yield pktLine(`unshallow ${id}\n`)
    yield FLUSH
  }
  // A client that deepens first asks where its shallow boundary will be.
  if (plan.cut !== undefined && request.haves.length === 0 && !request.done) return
  yield* acknowledged(plan, request)
}

function* haveLines(reader: PacketReader): Generator<string> {
  for (let round = reader.lines(); ; round = reader.lines()) {
    yield* round.lines
    if (round.mark === undefined) return
  }
}

function* acknowledged(plan: FetchPlan, request: FetchRequest): Parts {
  const { options, done } = request
  const detailed = options.has('multi_ack_detailed')
  const last = plan.common.at(-1)
  const ready = detailed && !done && (yield* plan.isReady())
  if (detailed) {
    for (const id of plan.common) yield pktLine(`ACK ${id} common\n`)
    if (ready) yield pktLine(`ACK ${last} ready\n`)
  } else if (!done && last !== undefined) return yield pktLine(`ACK ${plan.common[0]}\n`)
  if (!done) yield pktLine('NAK\n')
  const sends = done || (ready && options.has('no-done'))
  if (!sends) return
  if (last === undefined) yield pktLine('NAK\n')
  else yield pktLine(`ACK ${detailed ? last : plan.common[0]}\n`)
  if (options.has('side-band-64k')) yield* packLines(plan, request)
  else yield* (yield* plan.pack()).pieces
}
