import type { Changes } from './change.ts'

export const search = {
  'search#later-archived': {
    release: '16.6',
    before: 'Searches find what archived projects hold',
    after: 'They leave it out, unless it is searched in the project itself',
  },
  'search#later-include-archived': {
    release: '18.7',
    before: '`include_archived` is ignored',
    after: '`include_archived=true` finds what archived projects hold, too',
  },
  'search#later-scope-text': {
    release: '17.5',
    before: 'The refusal of a scope of advanced search is `Scope not supported without Elasticsearch!`',
    after: 'It is `Scope supported only with Elasticsearch`, with ` or Zoekt` for `blobs`',
    doubtful: true,
  },
  'search#later-scope-words': {
    release: '18.9',
    before: 'The refusal of a scope of advanced search names Elasticsearch',
    after: 'It is `Scope supported only with advanced search`, with ` or exact code search` for `blobs`',
    doubtful: true,
  },
  'search#later-group-id': {
    release: '16.2',
    before: 'Pages of wikis that a search finds have no `group_id`',
    after: '`group_id` stands behind `project_id`',
  },
  'search#later-attachment': {
    release: '18.0',
    before: 'Notes have `attachment`',
    after: 'They lack it',
    doubtful: true,
  },
  'search#later-code-search': {
    release: '18.9',
    before: '`regex` is ignored',
    after: 'It answers 400 without exact code search',
  },
  'search#later-exclude-forks': {
    release: '18.7',
    before: '`exclude_forks` is ignored',
    after: 'It answers 400 without exact code search',
    doubtful: true,
  },
  'search#later-fields': {
    release: '17.5',
    before: '`fields` is ignored',
    after: '`fields=title` looks for merge requests and issues by their titles alone, in advanced search',
  },
} as const satisfies Changes<'search'>
