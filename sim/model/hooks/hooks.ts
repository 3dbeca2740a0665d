import { RE2JS, RE2JSException } from 're2js'
import { matchesGlob } from '../../lib/glob.ts'
import type { Instant } from '../../time/calendar.ts'
import type { Group } from '../groups/group.ts'
import { groupsAbove } from '../groups/group-tree.ts'
import { InvalidRow } from '../invalid-row.ts'
import type { Project } from '../projects/project.ts'
import { changedLaterSetting } from '../settings/in-force.ts'
import { nextId, type World } from '../world.ts'
import type { Hook, HookEvent, HookOwner } from './hook.ts'
import { callFault } from './outbound-rules.ts'
import { addressOf, areVariables, keptVariables } from './url-variables.ts'

export interface HookPlace {
  readonly owner: HookOwner
  readonly ownerId: number
}
export type HookValues = Omit<Hook, 'id' | 'owner' | 'ownerId' | 'createdAt' | 'health'>

/** Adds a hook. Throws InvalidRow. */
export function addHook(world: World, place: HookPlace, values: HookValues, now: Instant): Hook {
  const kept = withoutIdleFilter(values)
  refuse(world, kept)
  return world.hooks.insert({ id: nextId(world, 'hooks'), ...place, ...kept, createdAt: now })
}

/** Throws InvalidRow. */
export function changeHook(world: World, hook: Hook, changes: Partial<HookValues>): Hook {
  // What is sent to one address is no business of another.
  const moved = changes.url !== undefined && changes.url !== hook.url
  const asked = withoutIdleFilter({
    ...hook,
    ...(moved && hook.customHeaders !== undefined && { customHeaders: [] }),
    ...changes,
  })
  const changed =
    asked.urlVariables === undefined ? asked : { ...asked, urlVariables: keptVariables(hook, asked) }
  refuse(world, changed)
  return world.hooks.put(changed)
}

// Nothing is compared where all branches count.
function withoutIdleFilter<Values extends HookValues>(values: Values): Values {
  return values.branchStrategy === 'all_branches' ? { ...values, branchFilter: null } : values
}

/** Whether newer releases were told to call nobody. */
export function isSilent(world: World): boolean {
  return changedLaterSetting(world, 'silent_mode_enabled') === true
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

/** Whether a push to a branch calls a hook. */
export function callsFor({ branchFilter, branchStrategy }: Hook, branch: string): boolean {
  if (!branchFilter || branchStrategy === 'all_branches') return true
  if (branchStrategy !== 'regex') return matchesGlob(branchFilter, branch)
  return compiled(branchFilter)?.matcher(branch).find() === true
}

function compiled(expression: string): RE2JS | undefined {
  try {
    return RE2JS.compile(expression)
  } catch (problem) {
    if (problem instanceof RE2JSException) return undefined
    throw problem
  }
}

/** Headers of every delivery, which no other may replace. */
const OWN_HEADERS = /^(content-type|user-agent|idempotency-key|x-gitlab-.*)$/i
const HEADER = /^[a-z](?:[._-]?[a-z0-9])*$/i
const MOST_HEADERS = 20

const LONGEST_TEMPLATE = 4096

function refuse(world: World, values: HookValues): void {
  const { branchFilter, branchStrategy, customHeaders = [], template, urlVariables = [] } = values
  if (!areVariables(urlVariables)) throw new InvalidRow({ url_variables: ['must be a valid json schema'] })
  if ((template ?? '').length > LONGEST_TEMPLATE)
    throw new InvalidRow({
      custom_webhook_template: [`is too long (maximum is ${LONGEST_TEMPLATE} characters)`],
    })
  if (
    customHeaders.length > MOST_HEADERS ||
    !customHeaders.every(({ key }) => HEADER.test(key) && !OWN_HEADERS.test(key))
  )
    throw new InvalidRow({ custom_headers: ['must be a valid json schema'] })
  const url = addressOf(values)
  if (url === undefined || !/^https?:\/\/[^\s/?#]+/.test(url) || callFault(world, url) !== undefined)
    throw new InvalidRow({ url: ['is blocked'] })
  const isFilter =
    branchFilter === null ||
    (branchStrategy === 'regex' ? compiled(branchFilter) !== undefined : /^[^\s~^:?[\\]*$/.test(branchFilter))
  if (!isFilter) throw new InvalidRow({ push_events_branch_filter: ['is invalid'] })
}
