import { differs, inDialect } from '../../lib/dialect.ts'
import type { Group } from '../../model/groups/group.ts'
import type { Project } from '../../model/projects/project.ts'
import { settingInForce } from '../../model/settings/in-force.ts'
import type { World } from '../../model/world.ts'
import { type AbilityOn, can } from '../../policy/abilities.ts'
import { below, everywhere, within } from '../../policy/places.ts'
import { licensed } from '../../policy/tier.ts'
import { type Listing, listed, produced } from '../../protocol/listing.ts'
import type { Context } from '../../protocol/operation.ts'
import type { ParamsOf } from '../../protocol/params.ts'
import { message } from '../../protocol/refusal.ts'
import { isAbusive } from './abusive.ts'
import type { Asked } from './asked.ts'
import { commitsFound } from './commits.ts'
import { blobsFound, wikiPagesFound } from './files.ts'
import { issuesFound, mergeRequestsFound } from './issuables.ts'
import { milestonesFound } from './milestones.ts'
import { notesFound } from './notes.ts'
import { advancedScopes, type filterParams, type SearchScope } from './params.ts'
import { projectsFound } from './projects.ts'
import { snippetsFound } from './snippets.ts'
import { usersFound } from './users.ts'

/** What all three operations are given. */
export type Given = Pick<Context, 'world' | 'view' | 'header'> & {
  readonly params: ParamsOf<typeof filterParams> & {
    readonly search: string | null
    readonly scope: SearchScope | null
    readonly ref?: string | null | undefined
  }
}
/** What the search is confined to. */
export interface Confined {
  readonly group?: Group
  readonly project?: Project
}

/** What is found in a scope; nothing where the caller may not read that of a project. */
export function search(
  { world, view, params, header }: Given,
  { group, project }: Confined,
): Listing<unknown> {
  const { situation } = view
  const { search: text, scope, ref } = params
  const engine = hasEngine(world)
  header('X-Search-Type', engine ? 'advanced' : 'basic')
  const paid = inDialect(differs('F12', { specification: true, real: false }), view.dialect)
  const served = project === undefined ? engine : !paid || licensed(world, 'premium')
  if (!served && isAdvanced(scope))
    throw message(400, { error: 'Scope not supported without Elasticsearch!' })
  const query = (text ?? '').trim()
  const readable =
    project === undefined || abilitiesFor[scope ?? 'issues'].some((it) => can(situation, it, project))
  if (!readable || isAbusive(query)) return listed([])
  const asked: Asked = {
    situation,
    place: project ? within(project) : group ? below(situation, group) : everywhere(situation),
    group,
    project,
    query,
    params,
    ref: ref || undefined,
    // The engine knows the default branch alone.
    advanced: engine && (!ref || ref === project?.defaultBranch),
  }
  return produced(() => finders[scope ?? 'issues'](asked))
}

/** The search engine answers where administrators switched it on and the plan has it. */
function hasEngine(world: World): boolean {
  return licensed(world, 'premium') && settingInForce(world, 'elasticsearch_search')
}

function isAdvanced(scope: SearchScope | null): boolean {
  return advancedScopes.some((advanced) => advanced === scope)
}

const finders: { readonly [scope in SearchScope]: (asked: Asked) => Iterable<unknown> } = {
  projects: projectsFound,
  issues: issuesFound,
  merge_requests: mergeRequestsFound,
  milestones: milestonesFound,
  users: usersFound,
  snippet_titles: snippetsFound,
  blobs: blobsFound,
  wiki_blobs: wikiPagesFound,
  commits: commitsFound,
  notes: notesFound,
}

/** Of these a caller needs one, to find something of the scope in a project (dossier 1, 8.1). */
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
