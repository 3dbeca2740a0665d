import type { Entity } from '../../entities/entity.ts'
import { groupHookEntity, projectHookEntity, systemHookEntity } from '../../entities/hook.ts'
import { type Differs, since } from '../../lib/dialect.ts'
import type { ChangeId } from '../../lib/releases/changes.ts'
import type { Group } from '../../model/groups/group.ts'
import {
  branchStrategies,
  type CustomHeader,
  type Hook,
  type HookEvent,
  hookEvents,
} from '../../model/hooks/hook.ts'
import { addHook, changeHook, type HookPlace, type HookValues, hooksOf } from '../../model/hooks/hooks.ts'
import { withVariables } from '../../model/hooks/url-variables.ts'
import type { Tier } from '../../model/installation/instance.ts'
import { InvalidRow } from '../../model/invalid-row.ts'
import type { Project } from '../../model/projects/project.ts'
import type { World } from '../../model/world.ts'
import type { AbilityName } from '../../policy/abilities.ts'
import { listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import {
  boolean,
  hashArray,
  integer,
  oneOf,
  type Param,
  type ParamsOf,
  required,
  string,
} from '../../protocol/params.ts'
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
  /** Where an event came later than in projects. */
  readonly changes?: { readonly [event in HookEvent]?: ChangeId }
  readonly defaultEvents: readonly HookEvent[]
  readonly of: (found: { readonly project?: Project; readonly group?: Group }) => HookPlace
}

const laterEvents: { readonly [event in HookEvent]?: ChangeId } = {
  member_events: 'hooks#later-member-events',
  emoji_events: 'hooks#later-emoji-events',
  feature_flag_events: 'hooks#later-feature-flag-events',
  milestone_events: 'hooks#later-milestone-events',
  resource_access_token_events: 'hooks#later-access-token-events',
  vulnerability_events: 'hooks#later-vulnerability-events',
  project_events: 'hooks#later-project-events',
}

const ofOthers = ['subgroup_events', 'member_events', 'repository_update_events', 'project_events']
const projectEvents = hookEvents.filter((event) => !ofOthers.includes(event))
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
  events: [...projectEvents, 'subgroup_events', 'member_events', 'project_events'],
  changes: { vulnerability_events: 'hooks#later-group-vulnerability-events' },
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

const variable = { key: required(string({ about: 'Name of the variable in the URL' })) }
const hookId = { hook_id: required(integer({ about: 'ID of the hook' })) }
const common = {
  name: since('hooks#later-names', string()),
  description: since('hooks#later-names', string()),
  token: string({ about: 'Secret token, sent as `X-Gitlab-Token`; never returned' }),
  enable_ssl_verification: boolean(),
  push_events_branch_filter: string({ about: 'Only pushes to branches that match; `*` is a wildcard' }),
  url_variables: hashArray(
    { key: required(string()), value: required(string()) },
    { about: 'What stands for `{key}` in the URL; values are never returned' },
  ),
  branch_filter_strategy: since('hooks#later-branch-filter-strategy', oneOf(branchStrategies)),
  custom_webhook_template: since(
    'hooks#later-custom-template',
    string({ about: 'JSON that is sent instead, with `{{fields}}` of the payload' }),
  ),
  custom_headers: since(
    'hooks#later-custom-headers',
    hashArray(
      { key: required(string()), value: required(string()) },
      { about: 'Headers that are sent with each call; values are never returned' },
    ),
  ),
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
export const setProjectHookUrlVariable = setVariable(ofProject)
export const setGroupHookUrlVariable = setVariable(ofGroup)
export const setSystemHookUrlVariable = setVariable(ofInstance)
export const deleteProjectHookUrlVariable = removeVariable(ofProject)
export const deleteGroupHookUrlVariable = removeVariable(ofGroup)
export const deleteSystemHookUrlVariable = removeVariable(ofInstance)

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

function add(place: Place) {
  const { path, hook, noun, gate, entity, events, defaultEvents, of } = place
  return operation(
    {
      ...gate,
      method: 'POST',
      path,
      summary: `Add a ${hook} to ${noun}`,
      params: { url: required(string()), ...common, ...eventParams(place) },
      answers: { status: 201, one: entity },
      refuses: [422],
      beyond: true,
    },
    ({ world, params, now, ...found }) => {
      const values = {
        url: params.url ?? '',
        token: params.token ?? null,
        events: enabledEvents(events, params, defaultEvents),
        ...laterValues(params),
        ...(params.url_variables != null && { urlVariables: params.url_variables.map(pairOf) }),
        branchFilter: params.push_events_branch_filter ?? null,
        sslVerification: params.enable_ssl_verification ?? true,
      }
      return refuseInvalid(() => addHook(world, of(found), values, now))
    },
  )
}

function update(place: Place) {
  const { path, hook, noun, gate, entity, events, of } = place
  return operation(
    {
      ...gate,
      method: 'PUT',
      path: `${path}/:hook_id`,
      summary: `Update a ${hook} of ${noun}`,
      params: { ...hookId, url: string(), ...common, ...eventParams(place) },
      answers: { one: entity },
      refuses: [404, 422],
      beyond: true,
    },
    ({ world, params, ...found }) => {
      const row = findHook(world, of(found), params.hook_id)
      const { url_variables: given } = params
      const changes = {
        ...changesFrom(params),
        ...(given?.length && {
          urlVariables: withVariables(row.urlVariables ?? [], given.map(pairOf)),
        }),
        events: enabledEvents(events, params, row.events),
      }
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

function setVariable({ path, hook, noun, gate, of }: Place) {
  return operation(
    {
      ...gate,
      method: 'PUT',
      path: `${path}/:hook_id/url_variables/:key`,
      summary: `Set a variable of the URL of a ${hook} of ${noun}`,
      params: { ...hookId, ...variable, value: required(string({ about: 'Never returned' })) },
      answers: { status: 204 },
      refuses: [404, 422],
      beyond: true,
    },
    ({ world, params, ...found }) => {
      const row = findHook(world, of(found), params.hook_id)
      const pair = pairOf(params)
      const urlVariables = withVariables(row.urlVariables ?? [], [pair])
      changeVariables(world, row, urlVariables, 'Illegal key or value')
    },
  )
}

function removeVariable({ path, hook, noun, gate, of }: Place) {
  return operation(
    {
      ...gate,
      method: 'DELETE',
      path: `${path}/:hook_id/url_variables/:key`,
      summary: `Delete a variable of the URL of a ${hook} of ${noun}`,
      params: { ...hookId, ...variable },
      answers: { status: 204 },
      refuses: [404, 422],
      beyond: true,
    },
    ({ world, params, ...found }) => {
      const row = findHook(world, of(found), params.hook_id)
      const { urlVariables = [] } = row
      const left = urlVariables.filter(({ key }) => key !== params.key)
      if (left.length === urlVariables.length) throw notFound('URL variable')
      changeVariables(world, row, left, 'Could not unset variable')
    },
  )
}

function changeVariables(
  world: World,
  row: Hook,
  urlVariables: HookValues['urlVariables'],
  error: string,
): void {
  try {
    changeHook(world, row, { ...(urlVariables && { urlVariables }) })
  } catch (problem) {
    if (!(problem instanceof InvalidRow)) throw problem
    throw new Refusal(422, { error })
  }
}

type EventParam = Param<boolean | null> | Differs<Param<boolean | null> | undefined>

function eventParams(place: Pick<Place, 'events' | 'changes'>): Readonly<Record<string, EventParam>> {
  const changes = { ...laterEvents, ...place.changes }
  return Object.fromEntries(
    place.events.map((event) => {
      const change = changes[event]
      return [event, change === undefined ? boolean() : since(change, boolean())]
    }),
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
  const { url, token } = params
  const { enable_ssl_verification: sslVerification, push_events_branch_filter: filter } = params
  return {
    ...(url != null && { url }),
    ...laterValues(params),
    ...(token !== undefined && { token }),
    ...(sslVerification != null && { sslVerification }),
    ...(filter !== undefined && { branchFilter: filter }),
  }
}

function laterValues(params: ParamsOf<typeof common>): Partial<HookValues> {
  const { name, description, custom_webhook_template: template, custom_headers: headers } = params
  const { branch_filter_strategy: branchStrategy } = params
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(branchStrategy != null && { branchStrategy }),
    ...(template !== undefined && { template: template || null }),
    ...(headers != null && { customHeaders: headers.map(pairOf) }),
  }
}

function pairOf({
  key,
  value,
}: {
  readonly key?: string | null
  readonly value?: string | null
}): CustomHeader {
  return { key: key ?? '', value: value ?? '' }
}

function refuseInvalid(rule: () => Hook): Hook {
  try {
    return rule()
  } catch (problem) {
    if (!(problem instanceof InvalidRow)) throw problem
    const {
      url,
      custom_headers: headers,
      custom_webhook_template: template,
      url_variables: variables,
    } = problem.errors
    if (headers !== undefined || template !== undefined || variables !== undefined)
      throw new Refusal(422, { message: problem.errors })
    throw new Refusal(422, { error: url === undefined ? 'Invalid branch filter given' : 'Invalid url given' })
  }
}

function findHook(world: World, { owner, ownerId }: HookPlace, id: number | null): Hook {
  const hook = world.hooks.get(id ?? 0)
  if (hook === undefined || hook.owner !== owner || hook.ownerId !== ownerId)
    throw owner === 'instance' ? notFound('System hook') : recordNotFound()
  return hook
}
