import type { World } from '../../model/world.ts'
import type { Caller } from '../../policy/caller.ts'

/** Who publishes a package, and in which pipeline: a job token acts for its user, a deploy token for no user. */
export function buildOf(world: World, { user, token }: Caller) {
  const job = token?.kind === 'job' ? world.ciJobs.get(token.jobId ?? 0) : undefined
  return { creatorId: user?.id ?? null, pipelineId: job?.pipelineId }
}
