import { changed, type Dialect, inEach, isInForce } from '../../lib/dialect.ts'
import { InvalidRow } from '../../model/invalid-row.ts'
import { accessLevels } from '../../model/members/access-level.ts'
import { oneOf } from '../../protocol/params.ts'

/** The roles of members that the release knows. */
export const rolesTaken = changed('members#later-planner', {
  before: [10, 20, 30, 40, 50] as readonly number[],
  after: [10, 15, 20, 30, 40, 50] as readonly number[],
})

/** A parameter that takes one of them. */
export const roleLevel = inEach(rolesTaken, (levels: readonly number[]) => oneOf(levels))

/** Throws InvalidRow for a role that the release does not know. */
export function refuseUnknownRole(dialect: Dialect, level: number): void {
  if (level === accessLevels.planner && !isInForce('members#later-planner', dialect))
    throw new InvalidRow({ access_level: ['is not included in the list'] })
}
