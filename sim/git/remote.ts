import { concatAll, text, utf8 } from '../lib/bytes.ts'
import type { Steps } from '../lib/steps.ts'
import { GitError } from './git-error.ts'
import { FLUSH, PacketReader, pktLine } from './pack/pkt-line.ts'
import { nothingBelow, type ObjectsBelow, objectsBelow } from './pack/whole-pack.ts'

/** Sends one request below the address of a repository, and gives the body of its answer. Throws for a refusal. */
export type Exchange = (method: 'GET' | 'POST', path: string, body?: Uint8Array) => Uint8Array

/** Bytes and milliseconds that an answer of a repository elsewhere may take. */
export const transfer = { atMost: 200 * 1024 * 1024, within: 120_000 } as const

export interface RemoteRef {
  readonly name: string
  readonly id: string
}

/** What a repository elsewhere has. */
export interface Fetched {
  /** Its branches and tags, or what else was wanted. */
  readonly refs: readonly RemoteRef[]
  /** What they lead to, and no other objects. */
  readonly objects: ObjectsBelow
}

/**
 * Fetches all branches and tags of a repository, or what else is wanted, over HTTP, in the first version of the protocol
 * and without any of its capabilities: every server has that. Step by step, for others' repositories are as large as they
 * like. Throws a GitError for an answer that is none, and for one that lacks objects.
 */
export function* fetchRemote(exchange: Exchange, isWanted?: (name: string) => boolean): Steps<Fetched> {
  const refs = advertisedRefs(exchange('GET', '/info/refs?service=git-upload-pack'), isWanted)
  if (refs.length === 0) return { refs, objects: nothingBelow }
  const pack = packIn(exchange('POST', '/git-upload-pack', fetchRequest(refs)))
  return {
    refs,
    objects: yield* objectsBelow(refs, pack, (name) => `the remote did not send all objects of ${name}`),
  }
}

/** What asks for all that some references point at. */
export function fetchRequest(refs: readonly RemoteRef[]): Uint8Array {
  const lines = [...new Set(refs.map(({ id }) => id))].map((id) => pktLine(`want ${id}\n`))
  return concatAll([...lines, FLUSH, pktLine('done\n')])
}

const isBranchOrTag = (name: string) => /^refs\/(?:heads|tags)\//.test(name)

/** The references that a server tells of: branches and tags, unless others are wanted. */
export function advertisedRefs(bytes: Uint8Array, isWanted = isBranchOrTag): readonly RemoteRef[] {
  const reader = new PacketReader(bytes)
  const refs: RemoteRef[] = []
  for (let packet = reader.next(); packet !== undefined; packet = reader.next()) {
    if (typeof packet === 'string') continue
    const [line = ''] = text(packet).split('\0', 1)
    const [, id = '', name = ''] = /^([0-9a-f]{40}) (refs\/.+?)\n?$/.exec(line) ?? []
    // What a tag points at is fetched with it.
    if (name !== '' && !name.endsWith('^{}') && isWanted(name)) refs.push({ name, id })
  }
  return refs
}

/** The pack in an answer. Throws a GitError for an answer without one. */
export function packIn(reply: Uint8Array): Uint8Array {
  const nak = utf8('0008NAK\n')
  const start = text(reply.subarray(0, nak.length)) === '0008NAK\n' ? nak.length : 0
  const pack = reply.subarray(start)
  if (text(pack.subarray(0, 4)) !== 'PACK') throw new GitError('the remote sends no pack')
  return pack
}
