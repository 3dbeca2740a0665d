import { since } from '../lib/dialect.ts'
import {
  branchStrategies,
  type CustomHeader,
  type Hook,
  type HookEvent,
  type UrlVariable,
} from '../model/hooks/hook.ts'
import { alertStatus, alertStatuses } from '../model/hooks/hook-health.ts'
import {
  constant,
  entity,
  type Field,
  type Fields,
  flag,
  integer,
  many,
  nullable,
  oneOfTexts,
  text,
  timestamp,
} from './entity.ts'

function told(event: HookEvent): Field<Hook> {
  return flag(({ events }) => events.includes(event))
}

/** The value may be a secret. */
const customHeaderEntity = entity<CustomHeader>('CustomHeader', { key: text(({ key }) => key) })
const urlVariableEntity = entity<UrlVariable>('UrlVariable', { key: text(({ key }) => key) })

const later: Fields<Hook> = {
  branch_filter_strategy: since(
    'hooks#later-branch-filter-strategy',
    oneOfTexts<Hook, (typeof branchStrategies)[number]>(
      branchStrategies,
      ({ branchStrategy }) => branchStrategy ?? 'wildcard',
    ),
  ),
  custom_webhook_template: since(
    'hooks#later-custom-template',
    nullable(text<Hook>(({ template }) => (template ?? null) as string)),
  ),
  custom_headers: since(
    'hooks#later-custom-headers',
    many(customHeaderEntity, ({ customHeaders }: Hook) => customHeaders ?? []),
  ),
}

const branchFilter = nullable(text<Hook>(({ branchFilter }) => branchFilter as string))

const basics: Fields<Hook> = {
  id: integer(({ id }) => id),
  url: text(({ url }) => url),
  name: since('hooks#later-names', nullable(text<Hook>(({ name }) => (name ?? null) as string))),
  description: since(
    'hooks#later-names',
    nullable(text<Hook>(({ description }) => (description ?? null) as string)),
  ),
  created_at: timestamp(({ createdAt }) => createdAt),
  push_events: told('push_events'),
  tag_push_events: told('tag_push_events'),
  merge_requests_events: told('merge_requests_events'),
  repository_update_events: told('repository_update_events'),
  enable_ssl_verification: flag(({ sslVerification }) => sslVerification),
  alert_status: oneOfTexts(alertStatuses, (hook, view) => alertStatus(view.world, hook, view)),
  disabled_until: nullable(timestamp(({ health }) => health?.until ?? null)),
  url_variables: many(urlVariableEntity, ({ urlVariables }: Hook) => urlVariables ?? []),
}

/** A hook of the installation. */
export const systemHookEntity = entity<Hook>('SystemHook', {
  ...basics,
  organization_id: since('hooks#later-organization', constant<Hook>(1)),
  push_events_branch_filter: since('hooks#later-branch-filter-strategy', branchFilter),
  ...later,
})

const ofProjects: Fields<Hook> = {
  ...basics,
  issues_events: told('issues_events'),
  confidential_issues_events: told('confidential_issues_events'),
  note_events: told('note_events'),
  confidential_note_events: told('confidential_note_events'),
  pipeline_events: told('pipeline_events'),
  wiki_page_events: told('wiki_page_events'),
  deployment_events: told('deployment_events'),
  job_events: told('job_events'),
  releases_events: told('releases_events'),
  push_events_branch_filter: branchFilter,
  ...later,
  emoji_events: since('hooks#later-emoji-events', told('emoji_events')),
  feature_flag_events: since('hooks#later-feature-flag-events', told('feature_flag_events')),
  milestone_events: since('hooks#later-milestone-events', told('milestone_events')),
  resource_access_token_events: since(
    'hooks#later-access-token-events',
    told('resource_access_token_events'),
  ),
}

export const projectHookEntity = entity<Hook>('ProjectHook', {
  ...ofProjects,
  project_id: integer(({ ownerId }) => ownerId),
  vulnerability_events: since('hooks#later-vulnerability-events', told('vulnerability_events')),
})

export const groupHookEntity = entity<Hook>('GroupHook', {
  ...ofProjects,
  group_id: integer(({ ownerId }) => ownerId),
  subgroup_events: told('subgroup_events'),
  member_events: since('hooks#later-member-events', told('member_events')),
  vulnerability_events: since('hooks#later-group-vulnerability-events', told('vulnerability_events')),
  project_events: since('hooks#later-project-events', told('project_events')),
})
