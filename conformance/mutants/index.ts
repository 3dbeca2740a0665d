import { accessRequestsMutants } from './access-requests.ts'
import { accessTokensMutants } from './access-tokens.ts'
import { approvalsMutants } from './approvals.ts'
import { auditEventsMutants } from './audit-events.ts'
import { avatarsMutants } from './avatars.ts'
import { awardEmojiMutants } from './award-emoji.ts'
import { badgesMutants } from './badges.ts'
import { boardsMutants } from './boards.ts'
import { branchesMutants } from './branches.ts'
import { bulkImportsMutants } from './bulk-imports.ts'
import { clustersMutants } from './clusters.ts'
import { commitsMutants } from './commits.ts'
import { containerRegistryMutants } from './container-registry.ts'
import { conventionsMutants } from './conventions.ts'
import { customAttributesMutants } from './custom-attributes.ts'
import { dependenciesMutants } from './dependencies.ts'
import { deploymentsMutants } from './deployments.ts'
import { discussionsMutants } from './discussions.ts'
import { epicsMutants } from './epics.ts'
import { externalImportMutants } from './external-import.ts'
import { featureFlagUserListsMutants } from './feature-flag-user-lists.ts'
import { featureFlagsMutants } from './feature-flags.ts'
import { groupsMutants } from './groups.ts'
import { hooksMutants } from './hooks.ts'
import { installationMutants } from './installation.ts'
import { issuesMutants } from './issues.ts'
import { jobsMutants } from './jobs.ts'
import { keysMutants } from './keys.ts'
import { labelsMutants } from './labels.ts'
import { membersMutants } from './members.ts'
import { mergeRequestsMutants } from './merge-requests.ts'
import { milestonesMutants } from './milestones.ts'
import type { Mutant } from './mutant.ts'
import { packagesMutants } from './packages.ts'
import { pipelinesMutants } from './pipelines.ts'
import { projectExportMutants } from './project-export.ts'
import { projectImportMutants } from './project-import.ts'
import { projectsMutants } from './projects.ts'
import { protectedBranchesMutants } from './protected-branches.ts'
import { protectedTagsMutants } from './protected-tags.ts'
import { pushRulesMutants } from './push-rules.ts'
import { releasesMutants } from './releases.ts'
import { remoteMirrorsMutants } from './remote-mirrors.ts'
import { repositoryMutants } from './repository.ts'
import { repositoryFilesMutants } from './repository-files.ts'
import { resourceEventsMutants } from './resource-events.ts'
import { runnersMutants } from './runners.ts'
import { searchMutants } from './search.ts'
import { settingsMutants } from './settings.ts'
import { snippetsMutants } from './snippets.ts'
import { suggestionsMutants } from './suggestions.ts'
import { roundTripMutants } from './systematic/round-trip.ts'
import { tagsMutants } from './tags.ts'
import { topicsMutants } from './topics.ts'
import { uploadsMutants } from './uploads.ts'
import { usersMutants } from './users.ts'
import { vulnerabilityExportsMutants } from './vulnerability-exports.ts'
import { wikisMutants } from './wikis.ts'

export { type Mutant, mutated } from './mutant.ts'

/** Every planted fault; each names the check that must catch it. */
export const mutants: readonly Mutant[] = [
  ...conventionsMutants,
  ...roundTripMutants,
  ...accessRequestsMutants,
  ...accessTokensMutants,
  ...approvalsMutants,
  ...auditEventsMutants,
  ...avatarsMutants,
  ...awardEmojiMutants,
  ...badgesMutants,
  ...boardsMutants,
  ...branchesMutants,
  ...bulkImportsMutants,
  ...clustersMutants,
  ...commitsMutants,
  ...containerRegistryMutants,
  ...customAttributesMutants,
  ...dependenciesMutants,
  ...deploymentsMutants,
  ...discussionsMutants,
  ...epicsMutants,
  ...externalImportMutants,
  ...featureFlagUserListsMutants,
  ...featureFlagsMutants,
  ...groupsMutants,
  ...hooksMutants,
  ...installationMutants,
  ...issuesMutants,
  ...jobsMutants,
  ...keysMutants,
  ...labelsMutants,
  ...membersMutants,
  ...mergeRequestsMutants,
  ...milestonesMutants,
  ...packagesMutants,
  ...pipelinesMutants,
  ...projectExportMutants,
  ...projectImportMutants,
  ...projectsMutants,
  ...protectedBranchesMutants,
  ...protectedTagsMutants,
  ...pushRulesMutants,
  ...releasesMutants,
  ...remoteMirrorsMutants,
  ...repositoryMutants,
  ...repositoryFilesMutants,
  ...resourceEventsMutants,
  ...runnersMutants,
  ...searchMutants,
  ...settingsMutants,
  ...snippetsMutants,
  ...suggestionsMutants,
  ...tagsMutants,
  ...topicsMutants,
  ...uploadsMutants,
  ...usersMutants,
  ...vulnerabilityExportsMutants,
  ...wikisMutants,
]

export function mutantNamed(name: string): Mutant | undefined {
  return mutants.find((mutant) => mutant.name === name)
}
