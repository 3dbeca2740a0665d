import { pageParams } from '../../protocol/paginate.ts'
import { boolean, oneOf, required, string } from '../../protocol/params.ts'

/** What rows of the database are found in. */
const everywhere = ['projects', 'issues', 'merge_requests', 'milestones', 'users'] as const
/** What takes the advanced search engine outside of projects (dossier 1, 8.1). */
export const advancedScopes = ['blobs', 'commits', 'notes', 'wiki_blobs'] as const

export const globalScopes = [...everywhere, 'snippet_titles', ...advancedScopes] as const
export const groupScopes = [...everywhere, ...advancedScopes] as const
export const projectScopes = ['issues', 'merge_requests', 'milestones', 'users', ...advancedScopes] as const
export type SearchScope = (typeof globalScopes)[number]

export const searchParams = { search: required(string({ about: 'What is looked for' })) } as const

export const filterParams = {
  state: oneOf(['all', 'opened', 'closed', 'merged'], { about: 'Of issues and merge requests' }),
  confidential: boolean({ about: 'Of issues' }),
  // Anything else means the default order, and is no error (dossier 1, 8.1).
  order_by: string({ about: '`created_at`' }),
  sort: string({ about: '`asc` or `desc`' }),
  ...pageParams,
} as const

export const searching = {
  method: 'GET',
  rateLimit: {
    name: 'search',
    user: 'search_rate_limit',
    anonymous: 'search_rate_limit_unauthenticated',
  },
  source: 'specification 1, Search',
} as const
