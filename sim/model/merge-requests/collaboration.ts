import { type Dialect, differs, inDialect } from '../../lib/dialect.ts'
import type { Project } from '../projects/project.ts'
import { branchProtectionsIn, protectionsCovering } from '../protected-tags/protections.ts'
import type { World } from '../world.ts'
import type { MergeRequest } from './merge-request.ts'

/** Where the branch of a merge request lies, and where it is to be merged. */
export interface Ends {
  readonly source: Project | undefined
  readonly sourceBranch: string
  readonly target: Project
}

export function endsOf(world: World, { sourceProjectId, sourceBranch, projectId }: MergeRequest): Ends {
  return {
    source: world.projects.get(sourceProjectId),
    sourceBranch,
    target: world.projects.require(projectId),
  }
}

const anywhere = differs('F34', { specification: true, real: false })

/**
 * True where members of the target can be let push to the source branch: across forks, and by the service only where
 * neither is private and the branch is not protected (merge-requests#collaboration-effect).
 */
export function mayCollaborate(
  world: World,
  { source, sourceBranch, target }: Ends,
  dialect: Dialect,
): boolean {
  if (source === undefined || source.id === target.id) return false
  if (inDialect(anywhere, dialect)) return true
  if (source.visibility === 'private' || target.visibility === 'private') return false
  return protectionsCovering(branchProtectionsIn(world, source), sourceBranch).length === 0
}
