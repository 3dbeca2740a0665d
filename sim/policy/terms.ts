import { settingInForce, switchedOn } from '../model/settings/in-force.ts'
import type { User } from '../model/users/user.ts'
import type { World } from '../model/world.ts'

/** True for people who have not accepted the terms that administrators enforce, in their present wording. */
export function mustAcceptTerms(world: World, user: User): boolean {
  if (user.bot || !switchedOn(world, 'enforce_terms')) return false
  return user.acceptedTerms !== settingInForce(world, 'terms')
}
