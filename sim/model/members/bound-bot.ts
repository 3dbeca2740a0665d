import type { User } from '../users/user.ts'
import type { World } from '../world.ts'

export const BOUND = 'project bots cannot be added to other groups / projects'

/** True for the bot of an access token that is a member already, and so can be one nowhere else (members#bots). */
export function isBoundBot(world: World, user: User): boolean {
  return user.bot && world.members.by('byUser', user.id).first() !== undefined
}
