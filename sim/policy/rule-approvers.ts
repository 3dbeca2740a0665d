import type { Project } from '../model/projects/project.ts'
import { levelIn, type Situation } from './abilities.ts'
import { seesGroup } from './visible.ts'

/** Whom a caller names for a rule. */
export interface NamedApprovers {
  readonly userIds: readonly number[]
  readonly usernames: readonly string[]
  readonly groupIds: readonly number[]
}

/** Users of those named who belong to the project, each once; others are silently left out. */
export function eligibleUserIds(
  situation: Situation,
  project: Project,
  { userIds, usernames }: Omit<NamedApprovers, 'groupIds'>,
): number[] {
  const { world, now } = situation
  const byName = usernames.map((name) => world.users.find('byUsername', name.toLowerCase()))
  const users = [...userIds.map((id) => world.users.get(id)), ...byName]
  const members = users.filter(
    (user) =>
      user !== undefined && levelIn({ world, now, caller: { ...situation.caller, user } }, project) > 0,
  )
  return [...new Set(members.map((user) => user?.id as number))]
}

/** Groups of those named that the caller sees, each once. */
export function visibleGroupIds({ world, caller, now }: Situation, groupIds: readonly number[]): number[] {
  return [...new Set(groupIds)].filter((id) => {
    const group = world.groups.get(id)
    return group !== undefined && seesGroup(world, caller, group, now)
  })
}

/** The groups of a rule when others are named in their place: those that the caller cannot see stay. */
export function replacedGroupIds(
  situation: Situation,
  present: readonly number[],
  named: readonly number[],
  dropHidden: boolean,
): number[] {
  const hidden = dropHidden ? [] : present.filter((id) => visibleGroupIds(situation, [id]).length === 0)
  return [...new Set([...visibleGroupIds(situation, named), ...hidden])]
}
