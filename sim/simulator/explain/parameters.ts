import type { Unread } from '../../control/explanation.ts'
import type { Station } from '../../lib/tracing.ts'
import { closest } from '../../protocol/closest.ts'

/** What every operation takes beside its own parameters. */
const everywhere = [
  'private_token',
  'access_token',
  'bearer_token',
  'job_token',
  'sudo',
  'format',
  'page',
  'per_page',
  'pagination',
]

/** The parameters that a request sent for nothing. Those of the path are read always. */
export function unreadIn(stations: readonly Station[], ofPath: readonly string[]): Unread[] {
  const told = stations.find((station) => station.station === 'parameters')
  if (told === undefined) return []
  const known = new Set([...told.read, ...everywhere, ...ofPath])
  return told.sent
    .filter((name) => !known.has(name))
    .map((name) => ({ name, nearest: closest(name, told.read) ?? null }))
}
