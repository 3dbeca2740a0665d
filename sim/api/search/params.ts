import { differs, since } from '../../lib/dialect.ts'
import { pageParams } from '../../protocol/paginate.ts'
import { boolean, listOf, oneOf, required, string, withDefault } from '../../protocol/params.ts'

/** Scopes that the database answers. */
const basicScopes = ['projects', 'issues', 'merge_requests', 'milestones', 'users'] as const
/** Scopes that need advanced search outside of projects (search#order-parameters). */
export const advancedScopes = ['blobs', 'commits', 'notes', 'wiki_blobs'] as const

export const globalScopes = [...basicScopes, 'snippet_titles', ...advancedScopes] as const
export const groupScopes = [...basicScopes, ...advancedScopes] as const
export const projectScopes = ['issues', 'merge_requests', 'milestones', 'users', ...advancedScopes] as const
export type SearchScope = (typeof globalScopes)[number]

export const searchParams = { search: required(string({ about: 'Search term' })) } as const

const stateParams = {
  state: oneOf(['all', 'opened', 'closed', 'merged'], { about: 'State of the issues or merge requests' }),
  confidential: boolean({ about: 'Only confidential issues, or only others' }),
} as const

// Anything else means the default order, and is no error (search#order-parameters).
const anyOrder = string({ about: 'Only `created_at`; anything else is the default order' })
const anyDirection = string({ about: '`asc` or `desc` (default), with `order_by`' })

export const filterParams = {
  ...stateParams,
  order_by: differs('F22', { specification: oneOf(['created_at']), real: anyOrder }),
  sort: differs('F22', { specification: oneOf(['asc', 'desc']), real: anyDirection }),
  ...pageParams,
} as const

const exactOnly = { about: 'Answers 400: there is no exact code search' }
/** Of newer releases. */
export const laterParams = {
  include_archived: since(
    'search#later-include-archived',
    withDefault(boolean({ about: 'Also what archived projects hold' }), false),
  ),
  exclude_forks: since('search#later-exclude-forks', boolean(exactOnly)),
} as const
export const engineParams = {
  regex: since('search#later-code-search', boolean(exactOnly)),
  fields: since(
    'search#later-fields',
    listOf(['title'], { about: 'Looks for issues and merge requests by these alone, in advanced search' }),
  ),
} as const

/** Of the search in a project the documentation shows no parameters. */
export const projectFilterParams = {
  ...stateParams,
  order_by: anyOrder,
  sort: anyDirection,
  ...pageParams,
} as const

export const searching = {
  method: 'GET',
  rateLimit: {
    name: 'search',
    user: 'search_rate_limit',
    anonymous: 'search_rate_limit_unauthenticated',
  },
  source: 'search#scopes',
} as const
