import type { Mutant } from './mutant.ts'
import { calls, given, paramsOf, without, withParams, withRows } from './wire.ts'

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
  {
    name: 'topics-found-by-two-letters',
    says: 'A search of topics by two letters finds all topics',
    caughtBy: 'topics/search',
    fault: (request, next) =>
      next(
        calls(request, 'GET /topics') && given(request, 'search')?.length === 2
          ? without(request, (name) => name === 'search')
          : request,
      ),
  },
  {
    name: 'topics-spelled-by-projects',
    says: 'A project has a topic as it spells it itself',
    caughtBy: 'topics/names-in-any-case',
    fault: async (request, next) => {
      const reply = await next(request)
      const { topics } = paramsOf(request)
      return calls(request, 'PUT /projects/:id') && topics !== undefined
        ? withRows(reply, (row) => ({ ...row, topics }))
        : reply
    },
  },
]
