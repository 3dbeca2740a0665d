import type { WorldDescription } from '../../fixtures/schema.ts'
import { versionOf } from '../lib/dialect.ts'
import { finished, type Steps } from '../lib/steps.ts'
import { loadProjectRules } from './load/approvals.ts'
import { loadEnvironments, loadPipelines } from './load/ci.ts'
import { loadNamespaces } from './load/groups.ts'
import { loadIssueLinks } from './load/issue-links.ts'
import { type Loading, type LoadOptions, loadEach, openLoading, type ProjectScope } from './load/loading.ts'
import { loadMergeRequests } from './load/merge-requests.ts'
import { loadPackages } from './load/packages.ts'
import { loadKey, loadToken } from './load/people.ts'
import { placed } from './load/placed.ts'
import { loadIssues } from './load/planning.ts'
import { finishProject, loadProjects } from './load/projects.ts'
import { loadProtection } from './load/protection.ts'
import { loadReleases } from './load/releases.ts'
import { loadRepository } from './load/repository.ts'
import { loadRunners } from './load/runners.ts'
import { instanceRunnersToken } from './load/secrets.ts'
import { loadAuditEvents, loadFindings } from './load/security.ts'
import { loadSnippets, loadUserLists, loadWiki } from './load/writing.ts'
import { attributes } from './settings/attributes.ts'
import { changesOf } from './settings/change.ts'
import { presetSettings } from './settings/in-force.ts'
import { emptyWorld, type World } from './world.ts'

export type { LoadOptions } from './load/loading.ts'

/** The release whose behaviour is imitated. */
const RELEASE = { version: versionOf('specification'), revision: '4e963fe' } as const
/** Records that offset pagination reaches on a fresh installation. */
const OFFSET_LIMIT = 50_000

/**
 * Builds the world of a description. Ids follow the order of its lists, so equal descriptions give equal worlds.
 * Throws an Error that names the place in the description when it mentions something that does not exist.
 */
export function loadWorld(description: WorldDescription, options: LoadOptions): World {
  return finished(loadSteps(description, options))
}

/** The same step by step. */
export function* loadSteps(description: WorldDescription, options: LoadOptions): Steps<World> {
  const world = emptyWorld()
  const loading = openLoading(world, description, options)
  loadInstance(loading)
  yield* loadNamespaces(loading)
  loadSettings(loading)
  yield* loadProjects(loading)
  yield* loadRunners(loading)
  const scopes = (description.projects ?? []).map((project) =>
    loading.projects.require(project.path, project.path),
  )
  yield* loadEach(loading, scopes, (scope) => loadRepository(loading, scope))
  yield* loadEach(loading, scopes, (scope) => loadContent(loading, scope))
  yield* loadEach(loading, scopes, (scope) => loadIssueLinks(loading, scope))
  yield* loadEach(loading, description.tokens, (token, i) => loadToken(loading, token, `tokens[${i}]`))
  yield* loadEach(loading, description.keys, (key, i) => loadKey(loading, key, `keys[${i}]`))
  yield* loadSnippets(loading, undefined, description.snippets, 'snippets')
  yield* loadAuditEvents(loading)
  if (description.external !== undefined)
    world.externalHosts.insert({ id: 1, described: description.external })
  yield* loadEach(loading, scopes, (scope) => finishProject(loading, scope))
  return world
}

function* loadContent(loading: Loading, scope: ProjectScope): Steps<void> {
  yield* loadProtection(loading, scope)
  yield* loadProjectRules(loading, scope)
  yield* loadIssues(loading, scope)
  yield* loadMergeRequests(loading, scope)
  yield* loadReleases(loading, scope)
  yield* loadPipelines(loading, scope)
  yield* loadEnvironments(loading, scope)
  yield* loadPackages(loading, scope)
  yield* loadUserLists(loading, scope)
  yield* loadFindings(loading, scope)
  yield* loadSnippets(loading, scope, scope.description.snippets, `${scope.path}.snippets`)
  yield* loadWiki(loading, scope)
}

function loadInstance({ world, description, options }: Loading): void {
  world.instance.insert({
    id: 1,
    tier: options.tier,
    url: options.url,
    ...RELEASE,
    impersonation: description.settings?.impersonation ?? true,
    ...(description.settings?.saml && { saml: true }),
    offsetLimit: OFFSET_LIMIT,
    defaultBranch: 'main',
    runnersToken: instanceRunnersToken(options.seed),
    ...(options.s3Endpoint !== undefined && { s3Endpoint: options.s3Endpoint }),
  })
  const { bulkImport = false, advancedSearch = false } = description.settings ?? {}
  const values = {
    bulk_import_enabled: bulkImport,
    ...(advancedSearch ? { elasticsearch_search: true } : {}),
  }
  // Where migrations are on, they take projects with them.
  if (bulkImport) world.serviceFlags.insert({ id: 'bulk_import_projects', on: true })
  const { start } = options
  world.settings.insert({ id: 1, createdAt: start, updatedAt: start, stored: values, inForce: values })
}

/** Settings that the description names as the API does, in force from the beginning. */
function loadSettings({ world, description }: Loading): void {
  const { attributes: wished } = description.settings ?? {}
  if (wished === undefined) return
  for (const name of Object.keys(wished))
    if (!Object.hasOwn(attributes(), name)) throw new Error(`settings.attributes.${name}: no such setting`)
  placed('settings.attributes', () => presetSettings(world, changesOf(world, wished)))
}
