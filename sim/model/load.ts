import type { WorldDescription } from '../../fixtures/schema.ts'
import { versionOf } from '../lib/dialect.ts'
import { loadProjectRules } from './load/approvals.ts'
import { loadEnvironments, loadPipelines } from './load/ci.ts'
import { loadNamespaces } from './load/groups.ts'
import { loadIssueLinks } from './load/issue-links.ts'
import { type Loading, type LoadOptions, openLoading, type ProjectScope } from './load/loading.ts'
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
  const world = emptyWorld()
  const loading = openLoading(world, description, options)
  loadInstance(loading)
  loadNamespaces(loading)
  loadSettings(loading)
  loadProjects(loading)
  loadRunners(loading)
  const scopes = (description.projects ?? []).map((project) =>
    loading.projects.require(project.path, project.path),
  )
  for (const scope of scopes) loadRepository(loading, scope)
  for (const scope of scopes) loadContent(loading, scope)
  for (const scope of scopes) loadIssueLinks(loading, scope)
  description.tokens?.forEach((token, i) => {
    loadToken(loading, token, `tokens[${i}]`)
  })
  description.keys?.forEach((key, i) => {
    loadKey(loading, key, `keys[${i}]`)
  })
  loadSnippets(loading, undefined, description.snippets, 'snippets')
  loadAuditEvents(loading)
  if (description.external !== undefined)
    world.externalHosts.insert({ id: 1, described: description.external })
  for (const scope of scopes) finishProject(loading, scope)
  return world
}

function loadContent(loading: Loading, scope: ProjectScope): void {
  loadProtection(loading, scope)
  loadProjectRules(loading, scope)
  loadIssues(loading, scope)
  loadMergeRequests(loading, scope)
  loadReleases(loading, scope)
  loadPipelines(loading, scope)
  loadEnvironments(loading, scope)
  loadPackages(loading, scope)
  loadUserLists(loading, scope)
  loadFindings(loading, scope)
  loadSnippets(loading, scope, scope.description.snippets, `${scope.path}.snippets`)
  loadWiki(loading, scope)
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
