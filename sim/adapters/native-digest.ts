import { type Digest, portableDigest } from '../lib/hash.ts'

let known: Digest | undefined

/** Digests by Node's own code; where there is none, as in a browser, by ours. */
export const nativeDigest: Digest = (algorithm, data, encoding) => {
  known ??= found()
  return known(algorithm, data, encoding)
}

// Looked for when it is first needed, and not imported, so that what is joined for a browser has nothing of Node in it.
function found(): Digest {
  return globalThis.process?.getBuiltinModule?.('node:crypto')?.hash ?? portableDigest
}
