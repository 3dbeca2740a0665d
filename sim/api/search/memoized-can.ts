import { type AbilityOn, can, type Situation } from '../../policy/abilities.ts'

/** Whether the caller has an ability on a project, computed once per project. */
export function memoizedCan(
  situation: Situation,
  ability: AbilityOn<'project'>,
): (projectId: number) => boolean {
  const known = new Map<number, boolean>()
  return (projectId) => {
    let may = known.get(projectId)
    if (may === undefined) {
      may = can(situation, ability, situation.world.projects.require(projectId))
      known.set(projectId, may)
    }
    return may
  }
}
