import { changed, differs, inDialect } from '../../lib/dialect.ts'
import type { Group } from '../../model/groups/group.ts'
import type { Project } from '../../model/projects/project.ts'
import { settingInForce } from '../../model/settings/in-force.ts'
import type { World } from '../../model/world.ts'
import { type AbilityOn, can } from '../../policy/abilities.ts'
import { groupPlace, projectPlace, wholeInstance, withoutArchived } from '../../policy/places.ts'
import { licensed } from '../../policy/tier.ts'
import { type Listing, lazyListing, listingOf } from '../../protocol/listing.ts'
import type { Context } from '../../protocol/operation.ts'
import type { ParamsOf } from '../../protocol/params.ts'
import { message } from '../../protocol/refusal.ts'
import { isAbusive } from './abusive.ts'
import { findCommits } from './commits.ts'
import { findBlobs, findWikiPages } from './files.ts'
import { findIssues, findMergeRequests } from './issuables.ts'
import { findMilestones } from './milestones.ts'
import { findNotes } from './notes.ts'
import { advancedScopes, type filterParams, type SearchScope } from './params.ts'
import { findProjects } from './projects.ts'
import type { SearchRequest } from './search-request.ts'
import { findSnippets } from './snippets.ts'
import { findUsers } from './users.ts'

/** The part of the context that all three operations pass on. */
export type Given = Pick<Context, 'world' | 'view' | 'header'> & {
  readonly params: ParamsOf<typeof filterParams> & {
    readonly search: string | null
    readonly scope: SearchScope | null
    readonly ref?: string | null | undefined
    readonly include_archived?: boolean | null | undefined
    readonly exclude_forks?: boolean | null | undefined
    readonly regex?: boolean | null | undefined
    readonly fields?: readonly string[] | null | undefined
  }
}
/** The group or project to search in; neither for the whole instance. */
export interface SearchPlace {
  readonly group?: Group
  readonly project?: Project
}

/** The results of a scope; an empty list if the caller may not read that part of a project. */
export function search(
  { world, view, params, header }: Given,
  { group, project }: SearchPlace,
): Listing<unknown> {
  const { situation } = view
  const { search: text, scope, ref } = params
  const engine = isAdvancedOn(world)
  header('X-Search-Type', engine ? 'advanced' : 'basic')
  const paid = inDialect(differs('F12', { specification: true, real: false }), view.dialect)
  const served = project === undefined ? engine : !paid || licensed(world, 'premium')
  if (!served && isAdvanced(scope))
    throw message(400, {
      error: inDialect(scopeTexts, view.dialect)[scope === 'blobs' ? 'blobs' : 'others'],
    })
  for (const name of ['exclude_forks', 'regex'] as const)
    if (params[name]) throw message(400, { error: `${name} supported only with exact code search` })
  if (params.fields) refuseFields(scope, engine)
  const query = (text ?? '').trim()
  const readable =
    project === undefined || abilitiesFor[scope ?? 'issues'].some((it) => can(situation, it, project))
  if (!readable || isAbusive(query)) return listingOf([])
  const around = group ? groupPlace(situation, group) : wholeInstance(situation)
  const hides = inDialect(archivedHidden, view.dialect) && params.include_archived !== true
  const request: SearchRequest = {
    situation,
    place: project ? projectPlace(project) : hides ? withoutArchived(world, around) : around,
    group,
    project,
    query,
    params,
    titlesAlone: params.fields != null && params.fields.length > 0,
    ref: ref || undefined,
    // The search engine indexes the default branch only.
    newestFirst:
      project === undefined && inDialect(differs('F22', { specification: true, real: false }), view.dialect),
    advanced: engine && (!ref || ref === project?.defaultBranch),
  }
  const found = finders[scope ?? 'issues'](request)
  return 'count' in found ? found : lazyListing(() => found)
}

const scopesWithFields = ['issues', 'merge_requests'] as const

function refuseFields(scope: SearchScope | null, engine: boolean): void {
  const takes = scopesWithFields.some((name) => name === scope)
  if (takes && engine) return
  const where = takes ? 'advanced search' : scopesWithFields.join(', ')
  throw message(400, { error: `fields is supported only for ${where}` })
}

const archivedHidden = changed('search#later-archived', { before: false, after: true })
const scopeTexts = changed('search#later-scope-words', {
  before: changed('search#later-scope-text', {
    before: textsOf('Scope not supported without Elasticsearch!', ''),
    after: textsOf('Scope supported only with Elasticsearch', ' or Zoekt'),
  }),
  after: textsOf('Scope supported only with advanced search', ' or exact code search'),
})

/** What newer releases decide of searches outside of projects. */
export const searchChanges = [archivedHidden, scopeTexts] as const

function textsOf(others: string, more: string) {
  return { others, blobs: others + more }
}

/** True if administrators enabled the search engine and the plan includes it. */
function isAdvancedOn(world: World): boolean {
  return licensed(world, 'premium') && settingInForce(world, 'elasticsearch_search')
}

function isAdvanced(scope: SearchScope | null): boolean {
  return advancedScopes.some((advanced) => advanced === scope)
}

const finders: {
  readonly [scope in SearchScope]: (request: SearchRequest) => Iterable<unknown> | Listing<unknown>
} = {
  projects: findProjects,
  issues: findIssues,
  merge_requests: findMergeRequests,
  milestones: findMilestones,
  users: findUsers,
  snippet_titles: findSnippets,
  blobs: findBlobs,
  wiki_blobs: findWikiPages,
  commits: findCommits,
  notes: findNotes,
}

/** The caller needs one of these abilities to find anything of the scope in a project (search#project-features). */
const abilitiesFor: { readonly [scope in SearchScope]: readonly AbilityOn<'project'>[] } = {
  projects: ['read_project'],
  issues: ['read_issues'],
  merge_requests: ['read_merge_requests'],
  milestones: ['read_milestone'],
  users: ['read_members'],
  snippet_titles: ['read_snippets'],
  blobs: ['read_code'],
  wiki_blobs: ['read_wiki'],
  commits: ['read_code'],
  notes: ['read_issues', 'read_merge_requests', 'read_code', 'read_snippets'],
}
