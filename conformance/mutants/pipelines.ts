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
  {
    name: 'artifacts-of-nothing',
    says: 'Archives of what jobs left are empty',
    caughtBy: 'beyond/artifacts-kept',
    fault: async (request, next) => {
      const reply = await next(request)
      const asked = calls(request, 'GET /projects/:id/jobs/:job_id/artifacts') && reply.status === 200
      return asked ? { ...reply, body: '' } : reply
    },
  },
  {
    name: 'jobs-again-themselves',
    says: 'A job that runs again is still the same one',
    caughtBy: 'beyond/job-again',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'POST /projects/:id/jobs/:job_id/retry') || reply.status !== 201) return reply
      return withJson(reply, {
        ...JSON.parse(String(reply.body)),
        id: Number(request.url.split('/').at(-2)),
      })
    },
  },
  {
    name: 'jobs-erased-again',
    says: 'An erased job can be erased once more',
    caughtBy: 'beyond/job-erased',
    fault: async (request, next) => {
      const reply = await next(request)
      const erased = calls(request, 'POST /projects/:id/jobs/:job_id/erase') && reply.status === 403
      return erased ? { ...reply, status: 201 } : reply
    },
  },
  {
    name: 'tests-skipped-uncounted',
    says: 'Skipped tests are left out of the count',
    caughtBy: 'beyond/test-report',
    fault: async (request, next) => {
      const reply = await next(request)
      const asked = calls(request, 'GET /projects/:id/pipelines/:pipeline_id/test_report')
      if (!asked || reply.status !== 200) return reply
      const report = JSON.parse(String(reply.body))
      return withJson(reply, { ...report, total_count: report.total_count - report.skipped_count })
    },
  },
  {
    name: 'environments-stopped-at-once',
    says: 'Environments stop without the job that stops them',
    caughtBy: 'beyond/environment-of-job',
    fault: (request, next) =>
      next(
        calls(request, 'POST /projects/:id/environments/:environment_id/stop')
          ? withParams(request, (params) => ({ ...params, force: true }))
          : request,
      ),
  },
  {
    name: 'pipelines-without-names',
    says: 'The name that a pipeline is given is forgotten',
    caughtBy: 'beyond/pipeline-name',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'GET /projects/:id/pipelines/:pipeline_id') || reply.status !== 200) return reply
      return withJson(reply, { ...JSON.parse(String(reply.body)), name: null })
    },
  },
  {
    name: 'environments-protected-again',
    says: 'An environment that is protected already is answered as if it were not',
    caughtBy: 'beyond/protected-environment',
    fault: async (request, next) => {
      const reply = await next(request)
      const again = calls(request, 'POST /projects/:id/protected_environments') && reply.status === 409
      return again ? { ...reply, status: 201, body: '{}' } : reply
    },
  },
  {
    name: 'agents-secrets-listed',
    says: 'Lists of tokens of agents show what the first one was told',
    caughtBy: 'beyond/agent-token-shown-once',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (calls(request, 'POST /projects/:id/cluster_agents/:agent_id/tokens') && reply.status === 201)
        memory.set('token', JSON.parse(String(reply.body)).token)
      const lists = calls(request, 'GET /projects/:id/cluster_agents/:agent_id/tokens')
      if (!lists || reply.status !== 200) return reply
      return withJson(
        reply,
        rowsOf(reply).map((row) => ({ ...row, token: memory.get('token') ?? null }) as never),
      )
    },
  },
  {
    name: 'service-accounts-unlisted',
    says: 'The accounts of machines are not listed',
    caughtBy: 'beyond/service-accounts-apart',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /groups/:id/service_accounts') && reply.status === 200
        ? withJson(reply, [])
        : reply
    },
  },
  {
    name: 'resources-in-one-order',
    says: 'The order in which jobs get a resource cannot be chosen',
    caughtBy: 'beyond/resource-group',
    fault: (request, next) =>
      next(
        calls(request, 'PUT /projects/:id/resource_groups/:key')
          ? withParams(request, ({ process_mode: _, ...params }) => params)
          : request,
      ),
  },
  {
    name: 'groups-forget-shared-runners',
    says: 'Groups share their runners whatever was chosen',
    caughtBy: 'beyond/group-settings-kept',
    fault: (request, next) =>
      next(
        calls(request, 'PUT /groups/:id')
          ? withParams(request, ({ shared_runners_setting: _, ...params }) => params)
          : request,
      ),
  },
  {
    name: 'projects-forget-depth',
    says: 'Projects are cloned as deep as ever',
    caughtBy: 'beyond/project-settings-kept',
    fault: (request, next) =>
      next(
        calls(request, 'PUT /projects/:id')
          ? withParams(request, ({ ci_default_git_depth: _, ...params }) => params)
          : request,
      ),
  },
  {
    name: 'deployments-consented-by-oneself',
    says: 'Whoever deploys may consent to it',
    caughtBy: 'beyond/deployment-consent',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused =
        calls(request, 'POST /projects/:id/deployments/:deployment_id/approval') && reply.status === 400
      return refused ? { ...reply, status: 201, body: '{"status":"approved"}' } : reply
    },
  },
  {
    name: 'issues-of-one-type',
    says: 'Whatever is reported is an ordinary issue',
    caughtBy: 'beyond/issue-types',
    fault: (request, next) =>
      next(
        calls(request, 'POST /projects/:id/issues')
          ? withParams(request, ({ issue_type: _, ...params }) => params)
          : request,
      ),
  },
]
