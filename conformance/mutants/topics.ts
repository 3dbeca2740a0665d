import type { Mutant } from './mutant.ts'
import { calls, withParams } from './wire.ts'

/** Faults in topics. */
export const topicsMutants: readonly Mutant[] = [
  {
    name: 'topics-merged-into-source',
    says: 'Merging topics keeps the source and deletes the target',
    caughtBy: 'topics/changes-reach-projects',
    fault: (request, next) =>
      next(
        calls(request, 'POST /topics/merge')
          ? withParams(request, (params) => ({
              source_topic_id: params.target_topic_id ?? null,
              target_topic_id: params.source_topic_id ?? null,
            }))
          : request,
      ),
  },
]
