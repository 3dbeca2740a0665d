import { accessTokens } from './changes/access-tokens.ts'
import { approvals } from './changes/approvals.ts'
import { auditEvents } from './changes/audit-events.ts'
import { branches } from './changes/branches.ts'
import { bulkImports } from './changes/bulk-imports.ts'
import type { Change } from './changes/change.ts'
import { clusters } from './changes/clusters.ts'
import { commits } from './changes/commits.ts'
import { conventions } from './changes/conventions.ts'
import { dependencies } from './changes/dependencies.ts'
import { deployments } from './changes/deployments.ts'
import { discussions } from './changes/discussions.ts'
import { epics } from './changes/epics.ts'
import { externalImport } from './changes/external-import.ts'
import { featureFlags } from './changes/feature-flags.ts'
import { groups } from './changes/groups.ts'
import { hooks } from './changes/hooks.ts'
import { installation } from './changes/installation.ts'
import { issues } from './changes/issues.ts'
import { jobs } from './changes/jobs.ts'
import { keys } from './changes/keys.ts'
import { members } from './changes/members.ts'
import { mergeRequests } from './changes/merge-requests.ts'
import { milestones } from './changes/milestones.ts'
import { packages } from './changes/packages.ts'
import { pipelines } from './changes/pipelines.ts'
import { projectExport } from './changes/project-export.ts'
import { projectImport } from './changes/project-import.ts'
import { projects } from './changes/projects.ts'
import { protectedBranches } from './changes/protected-branches.ts'
import { protectedTags } from './changes/protected-tags.ts'
import { pushRules } from './changes/push-rules.ts'
import { releaseChanges } from './changes/releases.ts'
import { remoteMirrors } from './changes/remote-mirrors.ts'
import { repository } from './changes/repository.ts'
import { runners } from './changes/runners.ts'
import { search } from './changes/search.ts'
import { settings } from './changes/settings.ts'
import { snippets } from './changes/snippets.ts'
import { suggestions } from './changes/suggestions.ts'
import { tags } from './changes/tags.ts'
import { topics } from './changes/topics.ts'
import { uploads } from './changes/uploads.ts'
import { users } from './changes/users.ts'
import { vulnerabilityExports } from './changes/vulnerability-exports.ts'
import { wikis } from './changes/wikis.ts'
import { compareReleases } from './release.ts'

export type { Change, Manner } from './changes/change.ts'

/**
 * Every change that some definition, entity or rule declares, by the row of `conformance/sources` in which it is
 * written down. The table of sim/reference/changes.md are made from this.
 */
export const changes = known({
  ...wikis,
  ...snippets,
  ...topics,
  ...discussions,
  ...branches,
  ...deployments,
  ...issues,
  ...groups,
  ...pushRules,
  ...releaseChanges,
  ...remoteMirrors,
  ...featureFlags,
  ...accessTokens,
  ...approvals,
  ...auditEvents,
  ...bulkImports,
  ...clusters,
  ...commits,
  ...conventions,
  ...dependencies,
  ...epics,
  ...externalImport,
  ...hooks,
  ...installation,
  ...jobs,
  ...keys,
  ...members,
  ...mergeRequests,
  ...milestones,
  ...packages,
  ...pipelines,
  ...projectExport,
  ...projectImport,
  ...projects,
  ...protectedBranches,
  ...protectedTags,
  ...repository,
  ...runners,
  ...search,
  ...settings,
  ...suggestions,
  ...tags,
  ...uploads,
  ...users,
  ...vulnerabilityExports,
})

// Their ids are known as such; what each says is a text, and would only make the published types long.
function known<Id extends string>(all: { readonly [id in Id]: Change }): { readonly [id in Id]: Change } {
  return all
}

export type ChangeId = keyof typeof changes
export const changeIds = Object.keys(changes) as readonly ChangeId[]

/** The changes that a release has, which may be told with what follows its two numbers: `17.11.0`. */
export function changesUntil(release: string): ReadonlySet<ChangeId> {
  return new Set(changeIds.filter((id) => compareReleases(release, changes[id].release) >= 0))
}
