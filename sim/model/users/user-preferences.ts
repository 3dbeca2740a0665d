import type { World } from '../world.ts'
import type { User, UserPreferences } from './user.ts'

const initial: UserPreferences = {
  viewDiffsFileByFile: false,
  showWhitespaceInDiffs: true,
  passIdentitiesToJobs: false,
  advancedPolicyEditor: false,
}

export function preferencesOf({ preferences }: User): UserPreferences {
  return { ...initial, ...preferences }
}

export function changePreferences(world: World, user: User, changes: Partial<UserPreferences>): User {
  return world.users.put({ ...user, preferences: { ...user.preferences, ...changes } })
}
