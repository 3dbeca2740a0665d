import { since } from '../lib/dialect.ts'
import type { Hook, HookEvent } from '../model/hooks/hook.ts'
import { alertStatus, alertStatuses } from '../model/hooks/hook-health.ts'
import {
  constant,
  entity,
  type Field,
  type Fields,
  flag,
  integer,
  nullable,
  oneOfTexts,
  text,
  timestamp,
} from './entity.ts'

function told(event: HookEvent): Field<Hook> {
  return flag(({ events }) => events.includes(event))
}

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
  alert_status: oneOfTexts(alertStatuses, (hook, view) => alertStatus(view.world, hook, () => view.now)),
  disabled_until: nullable(timestamp(({ health }) => health?.until ?? null)),
  url_variables: constant([]),
}

/** A hook of the installation. */
export const systemHookEntity = entity<Hook>('SystemHook', basics)

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
  push_events_branch_filter: nullable(text(({ branchFilter }) => branchFilter as string)),
}

export const projectHookEntity = entity<Hook>('ProjectHook', {
  ...ofProjects,
  project_id: integer(({ ownerId }) => ownerId),
})

export const groupHookEntity = entity<Hook>('GroupHook', {
  ...ofProjects,
  group_id: integer(({ ownerId }) => ownerId),
  subgroup_events: told('subgroup_events'),
  member_events: since('hooks#later-member-events', told('member_events')),
})
