import { binary, concatAll, text, utf8 } from '../../lib/bytes.ts'
import { finished, type Steps } from '../../lib/steps.ts'
import { GitError } from '../git-error.ts'
import type { ObjectStore } from '../objects.ts'
import { packPieces } from '../pack/pack.ts'
import { type ObjectsBelow, objectsBelow } from '../pack/whole-pack.ts'
import { type Ref, validRefName } from '../refs.ts'
import { objectSelection } from '../selection.ts'

const SIGNATURE = '# v2 git bundle\n'
/** Most bytes of the lines before the pack, and most references in them. */
const bounds = { head: 16 * 1024 * 1024, refs: 100_000 }

/** A bundle that git clones from: these references with everything that they lead to. */
export function encodeBundle(objects: ObjectStore, refs: readonly Ref[]): Uint8Array {
  return finished(encodeBundleSteps(objects, refs))
}

/** The same step by step. */
export function* encodeBundleSteps(objects: ObjectStore, refs: readonly Ref[]): Steps<Uint8Array> {
  const lines = refs.map(({ name, id }) => `${id} ${name}\n`).join('')
  const ids = yield* objectSelection(objects, { wants: refs.map(({ id }) => id), haves: [] })
  const pieces = [utf8(`${SIGNATURE}${lines}\n`)]
  for (const piece of packPieces(objects, ids)) {
    pieces.push(piece.slice())
    yield
  }
  return concatAll(pieces)
}

/** What a bundle holds. */
export interface Bundle {
  /** `HEAD` among them, each name once. */
  readonly refs: readonly Ref[]
  /** The objects that the references lead to, and no others. */
  readonly objects: ObjectsBelow
}

/** Reads a bundle that comes from elsewhere. Throws a GitError for one that is broken, or builds on something else. */
export function decodeBundle(bytes: Uint8Array): Bundle {
  return finished(decodeBundleSteps(bytes))
}

/** The same step by step. */
export function* decodeBundleSteps(bytes: Uint8Array): Steps<Bundle> {
  const { refs, pack } = readHead(bytes)
  return { refs, objects: yield* objectsBelow(refs, pack, (name) => `bundle has not what ${name} leads to`) }
}

function readHead(bytes: Uint8Array): { readonly refs: Ref[]; readonly pack: Uint8Array } {
  const head = binary(bytes.subarray(0, SIGNATURE.length))
  if (head !== SIGNATURE) throw new GitError('does not look like a v2 bundle file')
  const refs = new Map<string, string>()
  for (let at = SIGNATURE.length; ; ) {
    const end = bytes.indexOf(10, at)
    if (end < 0 || end > bounds.head || refs.size > bounds.refs) throw new GitError('bundle is cut short')
    if (end === at)
      return { refs: [...refs].map(([name, id]) => ({ name, id })), pack: bytes.subarray(at + 1) }
    const line = text(bytes.subarray(at, end))
    const [, id = '', name = ''] = /^([0-9a-f]{40}) (\S+)$/.exec(line) ?? []
    // A line that starts with a dash names what the receiver has to have already.
    if (name !== 'HEAD' && !validRefName(name))
      throw new GitError(`bundle has an odd line: ${line.slice(0, 100)}`)
    refs.set(name, id)
    at = end + 1
  }
}
