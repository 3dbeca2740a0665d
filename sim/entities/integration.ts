import { since } from '../lib/dialect.ts'
import type { Integration } from '../model/hooks/integration.ts'
import { integrationEvents, integrationKinds } from '../model/hooks/integration-kinds.ts'
import { constant, entity, type Fields, flag, integer, json, text, timestamp } from './entity.ts'

// Others can be set, and came into what is shown with later releases.
const shownEvents = [
  ...['commit_events', 'push_events', 'issues_events', 'confidential_issues_events', 'merge_requests_events'],
  ...['tag_push_events', 'note_events', 'confidential_note_events', 'pipeline_events', 'wiki_page_events'],
  ...['job_events', 'comment_on_event_enabled'],
]

const events: Fields<Integration> = Object.fromEntries(
  shownEvents.map((name) => [name, flag(({ events: its }: Integration) => its[name] === true)]),
)

const laterEvents = Object.fromEntries(
  ['incident_events', 'alert_events', 'deployment_events'].map((name) => [
    name,
    since(
      'hooks#later-integration-events',
      flag<Integration>(({ events: its }) => its[name] ?? integrationEvents[name] === true),
    ),
  ]),
)

/** An integration among others. */
export const integrationEntity = entity<Integration>('Integration', {
  id: integer(({ id }) => id),
  title: text(({ slug }) => integrationKinds[slug]?.title ?? slug),
  slug: text(({ slug }) => slug),
  created_at: timestamp(({ createdAt }) => createdAt),
  updated_at: timestamp(({ updatedAt }) => updatedAt),
  active: flag(({ active }) => active),
  ...events,
  ...laterEvents,
  inherited: since('hooks#later-integration-events', constant<Integration>(false)),
  vulnerability_events: constant(false),
})

/** One integration with what its service needs, but for secrets. */
export const integrationDetailEntity = entity<Integration>('IntegrationDetail', {
  ...integrationEntity.fields,
  properties: json({ type: 'object' }, ({ slug, properties }) => {
    const fields = Object.entries(integrationKinds[slug]?.fields ?? {})
    const shown = fields.filter(
      ([name, { secret }]) => !secret && !(name in integrationEvents) && name !== 'active',
    )
    return Object.fromEntries(shown.map(([name]) => [name, properties[name] ?? null]))
  }),
})
