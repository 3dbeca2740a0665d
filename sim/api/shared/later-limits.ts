import { type Differs, since } from '../../lib/dialect.ts'
import type { ChangeId } from '../../lib/releases/changes.ts'
import type { LaterCountName } from '../../model/settings/attributes.ts'
import type { RateLimit } from '../../protocol/operation.ts'

/** A limit that a release brought: as many requests of a user, or of an anonymous address, as a setting says. */
export function laterLimit(
  change: ChangeId,
  count: LaterCountName,
  more: Omit<RateLimit, 'name' | 'user' | 'anonymous'> = {},
): Differs<RateLimit | undefined> {
  return since(change, {
    name: count,
    user: { later: count },
    anonymous: { later: count },
    ...more,
  })
}

/** Counted for each job, whoever sends its token. */
export const ofJob = { by: 'id', ofAll: true } as const
