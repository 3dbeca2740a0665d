import { concatAll, text } from '../lib/bytes.ts'
import type { Steps } from '../lib/steps.ts'
import { GitError } from './git-error.ts'
import type { ObjectStore } from './objects.ts'
import { packPieces } from './pack/encode.ts'
import { FLUSH, PacketReader, pktLine } from './pack/pkt-line.ts'
import { advertisedRefs, type Exchange, type RemoteRef } from './remote.ts'
import { objectSelection } from './selection.ts'

/** A reference of a remote as it is and as it is to be; undefined where it is not there, or is to go. */
export interface RemoteChange {
  readonly name: string
  readonly from: string | undefined
  readonly to: string | undefined
}

const NOTHING = '0'.repeat(40)

/**
 * Pushes to a repository over HTTP: `decide` is told what the remote has and says what is to change. Step by step, for
 * there may be much to send. Throws a GitError for an answer that is none, and with the remote's own words for changes
 * that it refuses.
 */
export function* pushRemote(
  exchange: Exchange,
  objects: ObjectStore,
  decide: (refs: readonly RemoteRef[]) => Steps<readonly RemoteChange[]>,
): Steps<void> {
  const refs = advertisedRefs(exchange('GET', '/info/refs?service=git-receive-pack'))
  const changes = yield* decide(refs)
  if (changes.length === 0) return
  const lines = changes.map(({ name, from = NOTHING, to = NOTHING }, i) =>
    pktLine(`${from} ${to} ${name}${i === 0 ? '\0 report-status' : ''}`),
  )
  const wants = changes.flatMap(({ to }) => to ?? [])
  const haves = refs.map(({ id }) => id).filter((id) => objects.get(id)?.type === 'commit')
  const pack: Uint8Array[] = []
  if (wants.length > 0)
    for (const piece of packPieces(objects, yield* objectSelection(objects, { wants, haves }))) {
      pack.push(piece.slice())
      yield
    }
  report(exchange('POST', '/git-receive-pack', concatAll([...lines, FLUSH, ...pack])))
}

function report(bytes: Uint8Array): void {
  const refused: string[] = []
  const reader = new PacketReader(bytes)
  for (let packet = reader.next(); packet !== undefined; packet = reader.next()) {
    if (typeof packet === 'string') continue
    const [, name, why] = /^(?:ng (\S+)|unpack) (.*?)\n?$/.exec(text(packet)) ?? []
    if (why !== undefined && (name !== undefined || why !== 'ok'))
      refused.push(name === undefined ? why : `${name}: ${why}`)
  }
  if (refused.length > 0) throw new GitError(refused.join('\n'))
}
