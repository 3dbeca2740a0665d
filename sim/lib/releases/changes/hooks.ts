import type { Changes } from './change.ts'

export const hooks = {
  'hooks#later-member-events': {
    release: '16.11',
    before: 'Webhooks of groups neither take nor show `member_events`; pages alone switch them on',
    after: '`member_events` is a parameter and an attribute of webhooks of groups',
    doubtful: true,
  },
  'hooks#later-names': {
    release: '17.1',
    before: 'Webhooks have neither name nor description',
    after: '`name` and `description` are taken and shown; null unless sent',
  },
  'hooks#later-branch-filter-strategy': {
    release: '17.2',
    before:
      'Webhooks filter branches by a pattern alone; system hooks do not show `push_events_branch_filter`',
    after:
      '`branch_filter_strategy` is taken and shown: `wildcard`, unless `regex` or `all_branches` was sent; system hooks show the pattern',
  },
  'hooks#later-custom-template': {
    release: '17.0',
    before: 'Webhooks have no `custom_webhook_template`',
    after: '`custom_webhook_template` is taken and shown; its `{{fields}}` make the payload',
    doubtful: true,
  },
  'hooks#later-custom-headers': {
    release: '17.1',
    before: 'Webhooks have no `custom_headers`',
    after: '`custom_headers` are taken, sent with each call and shown without values',
  },
  'hooks#later-emoji-events': {
    release: '16.4',
    before: 'Webhooks have no `emoji_events`',
    after: '`emoji_events` is taken and shown, and tells of reactions',
  },
  'hooks#later-feature-flag-events': {
    release: '17.5',
    before: 'Webhooks have no `feature_flag_events`',
    after: '`feature_flag_events` is taken and shown, and tells of feature flags that are turned on or off',
  },
  'hooks#later-milestone-events': {
    release: '18.2',
    before: 'Webhooks have no `milestone_events`',
    after:
      '`milestone_events` is taken and shown, and tells of milestones that are created, closed, reopened or deleted',
  },
  'hooks#later-access-token-events': {
    release: '16.11',
    before: 'Webhooks have no `resource_access_token_events`',
    after: '`resource_access_token_events` is taken and shown',
  },
  'hooks#later-vulnerability-events': {
    release: '17.7',
    before: 'Webhooks have no `vulnerability_events`',
    after: '`vulnerability_events` is taken and shown; for groups from 18.0 on',
  },
  'hooks#later-group-vulnerability-events': {
    release: '18.0',
    before: 'Webhooks of groups have no `vulnerability_events`',
    after: '`vulnerability_events` is taken and shown',
  },
  'hooks#later-project-events': {
    release: '17.6',
    before: 'Webhooks of groups have no `project_events`',
    after:
      '`project_events` is taken and shown, and tells of projects that are created or deleted in the group or below it',
  },
  'hooks#later-organization': {
    release: '18.4',
    before: 'System hooks have no `organization_id`',
    after: '`organization_id` of a system hook is 1',
    doubtful: true,
  },
  'hooks#later-integration-events': {
    release: '17.3',
    before:
      'Integrations show neither `incident_events`, `alert_events` and `deployment_events` nor `inherited`',
    after: 'They do',
    doubtful: true,
  },
  'hooks#later-test-limit': {
    release: '17.0',
    before: 'Testing a webhook has no limit of its own',
    after: 'Where requests are limited, a user tests five a minute of a project',
  },
} as const satisfies Changes<'hooks'>
