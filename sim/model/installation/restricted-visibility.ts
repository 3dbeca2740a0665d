import type { Errors } from '../invalid-row.ts'
import { type Visibility, visibilities } from '../projects/visibility.ts'
import { settingInForce } from '../settings/in-force.ts'
import type { User } from '../users/user.ts'
import type { World } from '../world.ts'

/** True for a visibility level that only administrators may use. */
export function isRestricted(world: World, by: User, visibility: Visibility): boolean {
  return !by.admin && settingInForce(world, 'restricted_visibility_levels').includes(visibility)
}

/** The errors for a restricted level. */
export function restrictionFaults(world: World, by: User, visibility: Visibility): Errors {
  if (!isRestricted(world, by, visibility)) return {}
  return { visibility_level: [`${visibility} has been restricted by your GitLab administrator`] }
}

/** The highest level up to a wished one that is not restricted; private where all are. */
export function closestAllowedVisibility(world: World, wished: Visibility): Visibility {
  const restricted = settingInForce(world, 'restricted_visibility_levels')
  const lower = visibilities.slice(0, visibilities.indexOf(wished) + 1)
  return lower.findLast((level) => !restricted.includes(level)) ?? 'private'
}

/** The level of something that is imported or moved: no higher than that of its new place, and never a restricted one. */
export function cappedVisibility(world: World, wished: Visibility, place: Visibility = 'public'): Visibility {
  return closestAllowedVisibility(world, lowerVisibility(wished, place))
}

/** The lesser of two levels. */
export function lowerVisibility(one: Visibility, other: Visibility): Visibility {
  return visibilities.indexOf(one) < visibilities.indexOf(other) ? one : other
}
