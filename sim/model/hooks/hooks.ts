import type { Instant } from '../../time/calendar.ts'
import type { Group } from '../groups/group.ts'
import { groupsAbove } from '../groups/group-tree.ts'
import { InvalidRow } from '../invalid-row.ts'
import type { Project } from '../projects/project.ts'
import { nextId, type World } from '../world.ts'
import type { Hook, HookEvent, HookOwner } from './hook.ts'
import { callFault } from './outbound-rules.ts'

export interface HookPlace {
  readonly owner: HookOwner
  readonly ownerId: number
}
export type HookValues = Pick<
  Hook,
  'url' | 'name' | 'description' | 'token' | 'events' | 'branchFilter' | 'sslVerification'
>

/** Adds a hook. Throws InvalidRow. */
export function addHook(world: World, place: HookPlace, values: HookValues, now: Instant): Hook {
  refuse(world, values)
  return world.hooks.insert({ id: nextId(world, 'hooks'), ...place, ...values, createdAt: now })
}

/** Throws InvalidRow. */
export function changeHook(world: World, hook: Hook, changes: Partial<HookValues>): Hook {
  const changed = { ...hook, ...changes }
  refuse(world, changed)
  return world.hooks.put(changed)
}

export function hooksOf(world: World, { owner, ownerId }: HookPlace): Hook[] {
  return world.hooks.by('byOwner', owner, ownerId).list()
}

/** The hooks for an event in a project: its own, those of the groups above it, and the installation's. */
export function hooksFor(world: World, project: Project, event: HookEvent): Hook[] {
  const places: HookPlace[] = [
    { owner: 'project', ownerId: project.id },
    ...groupsAbove(world, project).map(({ id }) => ({ owner: 'group' as const, ownerId: id })),
    { owner: 'instance', ownerId: 0 },
  ]
  return places.flatMap((place) => hooksOf(world, place)).filter(({ events }) => events.includes(event))
}

/** The hooks for an event of a group: its own, and those of the groups above it. */
export function groupHooksFor(world: World, group: Group, event: HookEvent): Hook[] {
  const groups = groupsAbove(world, { namespaceKind: 'group', namespaceId: group.id })
  return groups
    .flatMap(({ id }) => hooksOf(world, { owner: 'group', ownerId: id }))
    .filter(({ events }) => events.includes(event))
}

function refuse(world: World, { url, branchFilter }: Pick<Hook, 'url' | 'branchFilter'>): void {
  if (!/^https?:\/\/[^\s/?#]+/.test(url) || callFault(world, url) !== undefined)
    throw new InvalidRow({ url: ['is blocked'] })
  if (branchFilter !== null && !/^[^\s~^:?[\\]*$/.test(branchFilter))
    throw new InvalidRow({ push_events_branch_filter: ['is invalid'] })
}
