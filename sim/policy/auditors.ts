import type { World } from '../model/world.ts'
import type { Caller } from './caller.ts'
import { licensed } from './tier.ts'

/** True for auditors, who read everything and write only where they are members (users#auditors). */
export function isAuditor(world: World, { user }: Caller): boolean {
  return user?.auditor === true && licensed(world, 'premium')
}

/** True for who sees every project, group and snippet: administrators and auditors. */
export function readsEverything(world: World, caller: Caller): boolean {
  return caller.admin || isAuditor(world, caller)
}
