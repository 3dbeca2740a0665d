import type { Entity } from '../../entities/entity.ts'
import { groupHookEntity, projectHookEntity, systemHookEntity } from '../../entities/hook.ts'
import { type Differs, since } from '../../lib/dialect.ts'
import type { Group } from '../../model/groups/group.ts'
import { type Hook, type HookEvent, hookEvents } from '../../model/hooks/hook.ts'
import { addHook, changeHook, type HookPlace, type HookValues, hooksOf } from '../../model/hooks/hooks.ts'
import type { Tier } from '../../model/installation/instance.ts'
import { InvalidRow } from '../../model/invalid-row.ts'
import type { Project } from '../../model/projects/project.ts'
import type { World } from '../../model/world.ts'
import type { AbilityName } from '../../policy/abilities.ts'
import { listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, integer, type Param, type ParamsOf, required, string } from '../../protocol/params.ts'
import { notFound, Refusal, recordNotFound } from '../../protocol/refusal.ts'

/** Webhooks work alike in projects and in groups; those of the instance are called system hooks. */
interface Place {
  readonly path: string
  readonly hook: 'webhook' | 'system hook'
  readonly noun: string
  readonly gate:
    | { readonly auth: 'admin' }
    | { readonly subject: 'project' | 'group'; readonly needs: AbilityName; readonly tier?: Tier }
  readonly entity: Entity<Hook>
  readonly events: readonly HookEvent[]
  readonly defaultEvents: readonly HookEvent[]
  readonly of: (found: { readonly project?: Project; readonly group?: Group }) => HookPlace
}

const projectEvents = hookEvents.filter(
  (event) => !['subgroup_events', 'member_events', 'repository_update_events'].includes(event),
)
const ofProject: Place = {
  path: '/projects/:id/hooks',
  hook: 'webhook',
  noun: 'a project',
  gate: { subject: 'project', needs: 'admin_project' },
  entity: projectHookEntity,
  events: projectEvents,
  defaultEvents: ['push_events'],
  of: ({ project }) => ({ owner: 'project', ownerId: (project as Project).id }),
}
const ofGroup: Place = {
  path: '/groups/:id/hooks',
  hook: 'webhook',
  noun: 'a group',
  gate: { subject: 'group', needs: 'admin_group', tier: 'premium' },
  entity: groupHookEntity,
  events: [...projectEvents, 'subgroup_events', 'member_events'],
  defaultEvents: ['push_events'],
  of: ({ group }) => ({ owner: 'group', ownerId: (group as Group).id }),
}
const ofInstance: Place = {
  path: '/hooks',
  hook: 'system hook',
  noun: 'the instance',
  gate: { auth: 'admin' },
  entity: systemHookEntity,
  events: ['push_events', 'tag_push_events', 'merge_requests_events', 'repository_update_events'],
  defaultEvents: ['repository_update_events'],
  of: () => ({ owner: 'instance', ownerId: 0 }),
}

const hookId = { hook_id: required(integer({ about: 'ID of the hook' })) }
const common = {
  name: since('hooks#later-names', string()),
  description: since('hooks#later-names', string()),
  token: string({ about: 'Secret token, sent as `X-Gitlab-Token`; never returned' }),
  enable_ssl_verification: boolean(),
  push_events_branch_filter: string({ about: 'Only pushes to branches that match; `*` is a wildcard' }),
}

export const listProjectHooks = list(ofProject)
export const listGroupHooks = list(ofGroup)
export const listSystemHooks = list(ofInstance)
export const getProjectHook = get(ofProject)
export const getGroupHook = get(ofGroup)
export const getSystemHook = get(ofInstance)
export const addProjectHook = add(ofProject)
export const addGroupHook = add(ofGroup)
export const addSystemHook = add(ofInstance)
export const updateProjectHook = update(ofProject)
export const updateGroupHook = update(ofGroup)
export const updateSystemHook = update(ofInstance)
export const deleteProjectHook = remove(ofProject)
export const deleteGroupHook = remove(ofGroup)
export const deleteSystemHook = remove(ofInstance)

function list({ path, hook, noun, gate, entity, of }: Place) {
  return operation(
    {
      ...gate,
      method: 'GET',
      path,
      summary: `List the ${hook}s of ${noun}`,
      answers: { many: entity, unordered: true },
      beyond: true,
    },
    ({ world, ...found }) => listingOf(hooksOf(world, of(found))),
  )
}

function get({ path, hook, noun, gate, entity, of }: Place) {
  return operation(
    {
      ...gate,
      method: 'GET',
      path: `${path}/:hook_id`,
      summary: `Get a ${hook} of ${noun}`,
      params: hookId,
      answers: { one: entity },
      refuses: [404],
      beyond: true,
    },
    ({ world, params, ...found }) => findHook(world, of(found), params.hook_id),
  )
}

function add({ path, hook, noun, gate, entity, events, defaultEvents, of }: Place) {
  return operation(
    {
      ...gate,
      method: 'POST',
      path,
      summary: `Add a ${hook} to ${noun}`,
      params: { url: required(string()), ...common, ...eventParams(events) },
      answers: { status: 201, one: entity },
      refuses: [422],
      beyond: true,
    },
    ({ world, params, now, ...found }) => {
      const values = {
        url: params.url ?? '',
        token: params.token ?? null,
        events: enabledEvents(events, params, defaultEvents),
        ...(params.name != null && { name: params.name }),
        ...(params.description != null && { description: params.description }),
        branchFilter: params.push_events_branch_filter ?? null,
        sslVerification: params.enable_ssl_verification ?? true,
      }
      return refuseInvalid(() => addHook(world, of(found), values, now))
    },
  )
}

function update({ path, hook, noun, gate, entity, events, of }: Place) {
  return operation(
    {
      ...gate,
      method: 'PUT',
      path: `${path}/:hook_id`,
      summary: `Update a ${hook} of ${noun}`,
      params: { ...hookId, url: string(), ...common, ...eventParams(events) },
      answers: { one: entity },
      refuses: [404, 422],
      beyond: true,
    },
    ({ world, params, ...found }) => {
      const row = findHook(world, of(found), params.hook_id)
      const changes = { ...changesFrom(params), events: enabledEvents(events, params, row.events) }
      return refuseInvalid(() => changeHook(world, row, changes))
    },
  )
}

function remove({ path, hook, noun, gate, of }: Place) {
  return operation(
    {
      ...gate,
      method: 'DELETE',
      unmodifiedSince: 'record',
      path: `${path}/:hook_id`,
      summary: `Delete a ${hook} of ${noun}`,
      params: hookId,
      answers: { status: 204 },
      refuses: [404],
      beyond: true,
    },
    ({ world, params, unmodified, ...found }) => {
      world.hooks.delete(unmodified(findHook(world, of(found), params.hook_id)).id)
    },
  )
}

type EventParam = Param<boolean | null> | Differs<Param<boolean | null> | undefined>

function eventParams(events: readonly HookEvent[]): Readonly<Record<string, EventParam>> {
  return Object.fromEntries(
    events.map((event) => [
      event,
      event === 'member_events' ? since('hooks#later-member-events', boolean()) : boolean(),
    ]),
  )
}

/** The enabled events: as the request says, otherwise as before. */
function enabledEvents(
  events: readonly HookEvent[],
  params: object,
  before: readonly HookEvent[],
): HookEvent[] {
  const given = params as { readonly [event: string]: boolean | null | undefined }
  return events.filter((event) => given[event] ?? before.includes(event))
}

function changesFrom(
  params: ParamsOf<typeof common> & { readonly url?: string | null | undefined },
): Partial<HookValues> {
  const { url, name, description, token } = params
  const { enable_ssl_verification: sslVerification, push_events_branch_filter: filter } = params
  return {
    ...(url != null && { url }),
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(token !== undefined && { token }),
    ...(sslVerification != null && { sslVerification }),
    ...(filter !== undefined && { branchFilter: filter }),
  }
}

function refuseInvalid(rule: () => Hook): Hook {
  try {
    return rule()
  } catch (problem) {
    if (!(problem instanceof InvalidRow)) throw problem
    const text = problem.errors.url === undefined ? 'Invalid branch filter given' : 'Invalid url given'
    throw new Refusal(422, { error: text })
  }
}

function findHook(world: World, { owner, ownerId }: HookPlace, id: number | null): Hook {
  const hook = world.hooks.get(id ?? 0)
  if (hook === undefined || hook.owner !== owner || hook.ownerId !== ownerId)
    throw owner === 'instance' ? notFound('System hook') : recordNotFound()
  return hook
}
