import { GitError } from '../git/git-error.ts'
import { PacketReader } from '../git/pack/pkt-line.ts'
import type { RefChange } from '../policy/pushes.ts'

/** What a client pushes: changes of references, and the objects that they need. */
export interface PushRequest {
  readonly changes: readonly RefChange[]
  /** `report-status`, `side-band-64k`, `atomic` and so on. */
  readonly options: ReadonlySet<string>
  /** Push options, such as `ci.skip`. */
  readonly pushOptions: readonly string[]
  readonly pack: Uint8Array
}

/** How many references one push may change: they are checked and moved in one go. */
const MOST_CHANGES = 5000
const CHANGE = /^([0-9a-f]{40}) ([0-9a-f]{40}) ([^\0]+)(?:\0(.*))?$/
const SHALLOW = /^shallow [0-9a-f]{40}$/
const NOTHING = /^0+$/

/** Parses a push. Throws a GitError for lines outside the protocol. */
export function readPush(body: Uint8Array): PushRequest {
  const reader = new PacketReader(body)
  const changes = new Map<string, RefChange>()
  let capabilities = ''
  for (const line of reader.lines().lines) {
    // The client's shallow boundary does not matter: objects that the push builds on are here or missing.
    if (SHALLOW.test(line)) continue
    const [, from = '', to = '', name = '', behind] = CHANGE.exec(line) ?? []
    if (name === '' || changes.has(name)) throw new GitError('protocol error: bad commands')
    if (changes.size >= MOST_CHANGES)
      throw new GitError(`push changes more than ${MOST_CHANGES} references; push them in parts`)
    changes.set(name, { name, from: idOf(from), to: idOf(to) })
    capabilities = behind ?? capabilities
  }
  const options = new Set(capabilities.trim().split(' '))
  const pushOptions = options.has('push-options') ? reader.lines().lines : []
  return { changes: [...changes.values()], options, pushOptions, pack: reader.rest }
}

function idOf(digits: string): string | undefined {
  return NOTHING.test(digits) ? undefined : digits
}
