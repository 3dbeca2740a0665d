import type { Mutant } from './mutant.ts'
import { calls, withRows } from './wire.ts'

const PROJECT = '/projects/:id'

/** Faults in what runs by itself, and in how it is told to. */
export const automationMutants: readonly Mutant[] = [
  {
    name: 'pipeline-variables-as-values',
    says: 'Every variable of a pipeline is told to be a value, files too',
    caughtBy: 'automation/pipeline-variables',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `GET ${PROJECT}/pipelines/:pipeline_id/variables`)) return reply
      return withRows(reply, (row) => ({ ...row, variable_type: 'env_var' }))
    },
  },
]
