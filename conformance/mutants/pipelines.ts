import type { Mutant } from './mutant.ts'
import { calls, rowsOf, withJson, withParams } from './wire.ts'

/** Faults in what starts pipelines. */
export const pipelineMutants: readonly Mutant[] = [
  {
    name: 'pipelines-by-hand-alone',
    says: 'Pushes start no pipelines',
    caughtBy: 'beyond/push-starts-pipeline',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'GET /projects/:id/pipelines') || reply.status !== 200) return reply
      return withJson(
        reply,
        rowsOf(reply).filter((row) => row.source !== 'push'),
      )
    },
  },
  {
    name: 'pipelines-never-skipped',
    says: 'What a commit says of CI is not looked at',
    caughtBy: 'beyond/skip-ci',
    fault: (request, next) =>
      next(
        calls(request, 'POST /projects/:id/repository/commits')
          ? withParams(request, (params) => ({
              ...params,
              commit_message: String(params.commit_message).replace('[ci skip]', ''),
            }))
          : request,
      ),
  },
  {
    name: 'pipelines-without-variables',
    says: 'Variables of a pipeline do not reach its rules',
    caughtBy: 'beyond/pipeline-rules',
    fault: (request, next) =>
      next(
        calls(request, 'POST /projects/:id/pipeline')
          ? withParams(request, ({ variables: _, ...params }) => params)
          : request,
      ),
  },
  {
    name: 'pipelines-silent-about-errors',
    says: 'A configuration that makes no sense is not explained',
    caughtBy: 'beyond/pipeline-of-broken-configuration',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'GET /projects/:id/pipelines/:pipeline_id') || reply.status !== 200) return reply
      return withJson(reply, { ...JSON.parse(String(reply.body)), yaml_errors: null })
    },
  },
  {
    name: 'pipelines-of-branches-alone',
    says: 'Merge requests have no pipelines of their own',
    caughtBy: 'beyond/merge-request-pipeline',
    fault: async (request, next) => {
      const reply = await next(request)
      const lists = calls(request, 'GET /projects/:id/merge_requests/:merge_request_iid/pipelines')
      return lists && reply.status === 200 ? withJson(reply, []) : reply
    },
  },
]
