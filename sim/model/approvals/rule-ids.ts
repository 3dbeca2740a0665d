import type { Project } from '../projects/project.ts'
import { nextId, type World } from '../world.ts'

/** From here on ids are those of default rules of projects, which keep them when they become rows. */
const PRECONFIGURED = 1_000_000_000

/** The id of a new rule. */
export function nextRuleId(world: World): number {
  return nextId(world, 'approvalRules', PRECONFIGURED)
}

/** The id of the default rule of a project. */
export function preconfiguredRuleId({ id }: Project): number {
  return PRECONFIGURED + id
}
