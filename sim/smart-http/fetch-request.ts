import { GitError } from '../git/git-error.ts'
import type { Deepening } from '../git/pack/shallow.ts'

/** What a client wants, has and supports; both versions of the protocol use the same lines. */
export interface FetchRequest {
  readonly wants: readonly string[]
  readonly haves: readonly string[]
  /** The shallow boundary of the client's history. */
  readonly shallow: readonly string[]
  readonly deepening: Deepening | undefined
  /** Names of references whose history is not wanted. */
  readonly not: readonly string[]
  readonly done: boolean
  /** `include-tag`, `no-progress` and so on. */
  readonly options: ReadonlySet<string>
}

const WITH_ID = /^(want|have|shallow) ([0-9a-f]{40})$/
const DEEPEN = /^deepen(-since)? (\d{1,12})$/
const DEEPEN_NOT = /^deepen-not (\S+)$/

/** Parses a fetch request. Throws a GitError for a line outside the protocol. */
export function readFetch(lines: readonly string[], capabilities: readonly string[] = []): FetchRequest {
  const ids = { want: new Set<string>(), have: new Set<string>(), shallow: new Set<string>() }
  const options = new Set(capabilities)
  const numbers: { depth?: number; since?: number } = {}
  const not: string[] = []
  for (const line of lines) {
    const [, kind, id] = WITH_ID.exec(line) ?? []
    const [, since, number] = DEEPEN.exec(line) ?? []
    const name = DEEPEN_NOT.exec(line)?.[1]
    if (kind !== undefined && id !== undefined) ids[kind as keyof typeof ids].add(id)
    else if (number !== undefined) numbers[since === undefined ? 'depth' : 'since'] = Number(number)
    else if (name !== undefined) not.push(name)
    else if (/^[a-z][a-z0-9-]*$/.test(line)) options.add(line)
    else throw new GitError(`protocol error: unexpected line '${line.slice(0, 80)}'`)
  }
  const deepens = Object.keys(numbers).length > 0 || not.length > 0
  return {
    wants: [...ids.want],
    haves: [...ids.have],
    shallow: [...ids.shallow],
    deepening: deepens ? { ...numbers, relative: options.has('deepen-relative') } : undefined,
    not,
    done: options.has('done'),
    options,
  }
}
