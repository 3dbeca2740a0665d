import { accountMutants } from './accounts.ts'
import { administeredMutants } from './administered.ts'
import { approvalMutants } from './approvals.ts'
import { auditMutants } from './audit-events.ts'
import { automationMutants } from './automation.ts'
import { boardMutants } from './boards.ts'
import { bulkImportMutants } from './bulk-imports.ts'
import { choiceMutants } from './choices.ts'
import { eventMutants } from './events.ts'
import { externalImportMutants } from './external-import.ts'
import { joiningMutants } from './joining.ts'
import { keyMutants } from './keys.ts'
import { mergeRequestMutants } from './merge-requests.ts'
import { milestoneMutants } from './milestones.ts'
import type { Mutant } from './mutant.ts'
import { packageMutants } from './packages.ts'
import { pictureMutants } from './pictures.ts'
import { pipelineMutants } from './pipelines.ts'
import { projectExportMutants } from './project-exports.ts'
import { projectImportMutants } from './project-imports.ts'
import { projectMutants } from './projects.ts'
import { protectedTagMutants } from './protected-tags.ts'
import { protocolMutants } from './protocol.ts'
import { publishingMutants } from './publishing.ts'
import { reachedMutants } from './reached.ts'
import { releaseMutants } from './releases.ts'
import { repositoryMutants } from './repository.ts'
import { runnerMutants } from './runners.ts'
import { searchMutants } from './search.ts'
import { securityMutants } from './security.ts'
import { settingsMutants } from './settings.ts'
import { suggestionMutants } from './suggestions.ts'
import { userListMutants } from './user-lists.ts'
import { vulnerabilityExportMutants } from './vulnerability-exports.ts'
import { workMutants } from './work.ts'
import { writingMutants } from './writing.ts'

export { type Mutant, mutated } from './mutant.ts'

/** Every planted fault; each names the check that must catch it. */
export const mutants: readonly Mutant[] = [
  ...protocolMutants,
  ...milestoneMutants,
  ...mergeRequestMutants,
  ...accountMutants,
  ...publishingMutants,
  ...approvalMutants,
  ...projectMutants,
  ...repositoryMutants,
  ...releaseMutants,
  ...packageMutants,
  ...runnerMutants,
  ...pipelineMutants,
  ...securityMutants,
  ...auditMutants,
  ...vulnerabilityExportMutants,
  ...searchMutants,
  ...protectedTagMutants,
  ...userListMutants,
  ...keyMutants,
  ...projectExportMutants,
  ...projectImportMutants,
  ...settingsMutants,
  ...suggestionMutants,
  ...externalImportMutants,
  ...bulkImportMutants,
  ...administeredMutants,
  ...boardMutants,
  ...automationMutants,
  ...joiningMutants,
  ...pictureMutants,
  ...reachedMutants,
  ...writingMutants,
  ...workMutants,
  ...choiceMutants,
  ...eventMutants,
]

export function mutantNamed(name: string): Mutant | undefined {
  return mutants.find((mutant) => mutant.name === name)
}
