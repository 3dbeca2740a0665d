import { log } from '../../git/history.ts'
import type { LogEntry } from '../../git/log-options.ts'
import { parseTrailers } from '../../git/trailers.ts'
import type { World } from '../world.ts'
import { ChangelogError } from './changelog-error.ts'
import { objectsOf } from './repository.ts'

const MOST = 15_000
const REVERT = /^This reverts commit ([0-9a-f]{40})/im

/** A commit that belongs into a changelog. */
export interface ChangelogCommit extends LogEntry {
  /** The last value of each key. */
  readonly trailers: { readonly [key: string]: string }
}

/**
 * The commits that `to` has and `from` has not, newest first, that carry a trailer and that no later one among them
 * reverts. Throws a ChangelogError when there are too many to look at.
 */
export function changelogCommits(world: World, from: string, to: string, trailer: string): ChangelogCommit[] {
  const found: ChangelogCommit[] = []
  const reverted = new Set<string>()
  let looked = 0
  for (const { id, commit } of log(objectsOf(world), to, { exclude: [from] })) {
    looked++
    if (looked > MOST) throw new ChangelogError(`The commits range exceeds ${MOST} elements.`)
    const { message } = commit
    if (reverted.has(id)) continue
    const sha = REVERT.exec(belowTitle(message))?.[1]
    if (sha !== undefined) reverted.add(sha)
    const trailers = Object.fromEntries(parseTrailers(message).map(({ key, value }) => [key, value]))
    if (Object.hasOwn(trailers, trailer)) found.push({ id, commit, trailers })
  }
  return found
}

function belowTitle(message: string): string {
  const end = message.indexOf('\n')
  return end < 0 ? '' : message.slice(end + 1)
}
