import { GitError } from '../git/git-error.ts'
import { DELIMITER, FLUSH, type PacketReader, pktLine } from '../git/pack/pkt-line.ts'
import { FetchPlan } from './fetch-plan.ts'
import { readFetch } from './fetch-request.ts'
import { packLines } from './pack-lines.ts'
import { fetchable, headOf, peeled } from './references.ts'
import type { Parts } from './replies.ts'
import type { Session } from './service.ts'

/** Answers a command of version 2 of the protocol. Throws a GitError. */
export function* uploadPackV2(session: Session, reader: PacketReader): Parts {
  const { lines: head, mark } = reader.lines()
  const command = head.find((line) => line.startsWith('command='))?.slice('command='.length)
  if (command === undefined) return
  const args = mark === 'delimiter' ? reader.lines().lines : []
  if (command === 'ls-refs') yield* listRefs(session, args)
  else if (command === 'fetch') yield* fetch(session, args)
  else throw new GitError(`unknown command '${command.slice(0, 80)}'`)
}

function* listRefs({ world, project }: Session, args: readonly string[]): Generator<Uint8Array> {
  const asked = askedNames(args.filter((it) => it.startsWith('ref-prefix ')).map((it) => it.slice(11)))
  const symref = args.includes('symrefs') ? ` symref-target:refs/heads/${project.defaultBranch}` : ''
  const head = headOf(world, project)
  if (asked('HEAD') && (head !== undefined || args.includes('unborn')))
    yield pktLine(`${head ?? 'unborn'} HEAD${symref}\n`)
  for (const { name, id } of fetchable(world, project)) {
    if (!asked(name)) continue
    const end = args.includes('peel') ? peeled(world, id) : undefined
    yield pktLine(`${id} ${name}${end === undefined ? '' : ` peeled:${end}`}\n`)
  }
  yield FLUSH
}

/** Whether a name begins with one of these, of which there may be many. Without any, all are asked for. */
function askedNames(prefixes: readonly string[]): (name: string) => boolean {
  if (prefixes.length === 0) return () => true
  const known = new Set(prefixes)
  const lengths = [...new Set(prefixes.map(({ length }) => length))].sort((a, b) => a - b)
  return (name) => lengths.some((length) => length <= name.length && known.has(name.slice(0, length)))
}

// Until the client is done or negotiation can end, the reply only acknowledges common objects.
function* fetch(session: Session, args: readonly string[]): Parts {
  const request = readFetch(args)
  if (request.wants.length === 0) return yield FLUSH
  const plan = yield* FetchPlan.of(session, request)
  if (!request.done && request.haves.length > 0) {
    yield pktLine('acknowledgments\n')
    for (const id of plan.common) yield pktLine(`ACK ${id}\n`)
    if (plan.common.length === 0) yield pktLine('NAK\n')
    if (!(yield* plan.isReady())) return yield FLUSH
    yield pktLine('ready\n')
    yield DELIMITER
  }
  if (plan.cut !== undefined) {
    yield pktLine('shallow-info\n')
    const shallow = new Set(request.shallow)
    for (const id of plan.cut.shallow) if (!shallow.has(id)) yield pktLine(`shallow ${id}\n`)
    for (const id of plan.cut.unshallow) yield pktLine(`unshallow ${id}\n`)
    yield DELIMITER
  }
  yield pktLine('packfile\n')
  yield* packLines(plan, request)
}
