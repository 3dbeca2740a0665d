import type { Changes } from './change.ts'

export const bulkImports = {
  'bulk-imports#later-has-failures': {
    release: '16.5',
    before: 'Migrations have no `has_failures`',
    after: '`has_failures` tells whether something could not be imported',
  },
  'bulk-imports#later-source-url': {
    release: '17.3',
    before: 'Migrations do not tell their source',
    after: '`source_url` is the address of the source',
  },
  'bulk-imports#later-memberships': {
    release: '17.5',
    before: '`migrate_memberships` is ignored',
    after: 'It is taken, and shown: whether members are migrated, too',
  },
  'bulk-imports#later-projects': {
    release: '15.11',
    before: 'Groups are migrated, with their projects',
    after: '`source_type=project_entity` migrates a project on its own',
  },
  'bulk-imports#later-start-limit': {
    release: '15.9',
    before: 'Starting migrations has no limit of its own',
    after: 'A user starts six a minute, where requests are limited',
  },
  'bulk-imports#later-source-text': {
    release: '15.10',
    before: 'A source that is none is refused as one to which there is no connection',
    after: 'It is refused as an invalid address',
  },
  'bulk-imports#later-token-text': {
    release: '17.8',
    before: 'A token that opens nothing at the source is refused as one without the scope `api`',
    after: 'The refusal asks to check address and token',
    doubtful: true,
  },
  'bulk-imports#later-version-text': {
    release: '18.9',
    before:
      'Refusals of migrations have short forms, and that of an old source is `Unsupported GitLab Version`',
    after:
      "They have none, and that of an old source is `Unsupported GitLab version. The minimum supported version is '14'.`",
    doubtful: true,
  },
  'bulk-imports#later-destination-taken': {
    release: '15.9',
    before: 'A migration to a path that is taken begins, and fails',
    after: 'It is refused with 422',
    doubtful: true,
  },
  'bulk-imports#later-destination': {
    release: '15.11',
    before: 'A migration into a group that is missing, or not open to the caller, begins, and fails',
    after: 'It is refused with 422',
    doubtful: true,
  },
  'bulk-imports#later-source-switch': {
    release: '15.11',
    before: 'A migration from a source that has migrations switched off begins, and fails',
    after: 'It is refused with 422',
  },
  'bulk-imports#later-source-group': {
    release: '16.11',
    before: 'A migration of a group that the source has not, or does not let go, begins, and fails',
    after: 'It is refused with 422 if it is the first that is asked for',
    doubtful: true,
  },
  'bulk-imports#later-path-rules': {
    release: '16.4',
    before: 'Paths of a migration may end in a dash or an underscore',
    after: 'The last segment of a destination ends in a letter or digit, and the refusals have other texts',
    doubtful: true,
  },
  'bulk-imports#later-cancel': {
    release: '17.1',
    before: 'Migrations cannot be canceled',
    after: '`POST /bulk_imports/:import_id/cancel` cancels one, and `canceled` is a status',
  },
  'bulk-imports#later-list-of-failures': {
    release: '16.6',
    before: 'Failures of an entity are not listed on their own',
    after: '`GET /bulk_imports/:import_id/entities/:entity_id/failures` lists them',
  },
  'bulk-imports#later-stale': {
    release: '16.7',
    before: 'A migration times out eight hours after it began',
    after: 'It times out when nothing of it has changed for 24 hours',
    doubtful: true,
  },
  'bulk-imports#later-failures': {
    release: '16.6',
    before: 'Failures of an entity tell its step, its class and its time',
    after: 'They tell `source_url` and `source_title` instead',
    doubtful: true,
  },
  'bulk-imports#later-stats': {
    release: '16.9',
    before: 'Entities of a migration do not count',
    after: '`stats` counts the objects of each relation at the source, those fetched, and those imported',
  },
  'bulk-imports#later-titles': {
    release: '18.9',
    before: 'A milestone whose title is taken where its group arrives is a failure',
    after: 'Its title gets a mark and the time: `18.0 (imported-3d-1770206299)`',
    general: true,
  },
} as const satisfies Changes<'bulk-imports'>
