import type { Mutant } from './mutant.ts'
import { calls, withParams, withRows } from './wire.ts'

/** Faults in deployments. */
export const deploymentsMutants: readonly Mutant[] = [
  shownOtherwise(
    'pages-unique-domain-not-updated',
    'Pages are always shown with a unique domain',
    'deployments/pages-domains',
    ['GET /projects/:id/pages'],
    (row) => ({ ...row, is_unique_domain_enabled: true }),
  ),
  {
    name: 'environment-slug-taken',
    says: 'A slug that is sent for an environment is ignored',
    caughtBy: 'deployments/environment-refusals',
    fault: (request, next) =>
      next(
        calls(request, 'POST /projects/:id/environments')
          ? withParams(request, ({ slug: _slug, ...params }) => params)
          : request,
      ),
  },
  {
    name: 'deployment-of-job-updated',
    says: 'The deployment of a job can be updated',
    caughtBy: 'deployments/of-job-not-updated',
    fault: async (request, next) => {
      const reply = await next(request)
      return `${reply.body}`.includes('created using GitLab CI')
        ? { ...reply, status: 200, body: '{}' }
        : reply
    },
  },
  {
    name: 'last-deployment-deleted',
    says: 'The last deployment of an environment can be deleted',
    caughtBy: 'deployments/states',
    fault: async (request, next) => {
      const reply = await next(request)
      const last = `${reply.body}`.includes('Deployment currently deployed')
      return last ? { status: 204, headers: {}, body: '' } : reply
    },
  },
  {
    name: 'merge-requests-of-no-deployment-missing',
    says: 'The merge requests of a deployment that is not there are 404',
    caughtBy: 'deployments/states',
    fault: async (request, next) => {
      const reply = await next(request)
      const none = calls(request, 'GET /projects/:id/deployments/:deployment_id/merge_requests')
      return none && `${reply.body}` === '[]'
        ? { ...reply, status: 404, body: '{"message":"404 Not found"}' }
        : reply
    },
  },
  {
    name: 'deployment-approvals-unsaid',
    says: 'The answer that creates a deployment does not tell its approvals',
    caughtBy: 'deployments/approval-summary',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'POST /projects/:id/deployments') && reply.status === 201
        ? withRows(reply, ({ approval_summary: _, approvals: __, ...row }) => row)
        : reply
    },
  },
  {
    name: 'environment-stopped-without-job',
    says: 'An environment is stopped without running its stop job',
    caughtBy: 'deployments/stop-environment',
    fault: (request, next) =>
      next(
        calls(request, 'POST /projects/:id/environments/:environment_id/stop')
          ? withParams(request, (params) => ({ ...params, force: true }))
          : request,
      ),
  },
  {
    name: 'environment-protected-twice',
    says: 'Protecting a protected environment answers 201',
    caughtBy: 'deployments/protected-environment',
    fault: async (request, next) => {
      const reply = await next(request)
      const again = calls(request, 'POST /projects/:id/protected_environments') && reply.status === 409
      return again ? { ...reply, status: 201, body: '{}' } : reply
    },
  },
  {
    name: 'own-deployment-approved',
    says: 'Whoever deploys can approve the deployment',
    caughtBy: 'deployments/approval-required',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused =
        calls(request, 'POST /projects/:id/deployments/:deployment_id/approval') && reply.status === 400
      return refused ? { ...reply, status: 201, body: '{"status":"approved"}' } : reply
    },
  },
  {
    name: 'protected-environment-for-nobody',
    says: 'An environment that only strangers are named for is protected',
    caughtBy: 'deployments/protected-holders',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, 'POST /projects/:id/protected_environments') && reply.status === 422
      return refused ? { ...reply, status: 201 } : reply
    },
  },
  {
    ...shownOtherwise(
      'cluster-agent-hidden',
      'Environments do not tell the agent of their cluster',
      'deployments/cluster-agent',
      ['GET /projects/:id/environments/:environment_id'],
      ({ cluster_agent: _, ...row }) => row,
    ),
    release: '18.9',
  },
]

/** Answers of these operations with other rows. */
function shownOtherwise(
  name: string,
  says: string,
  caughtBy: string,
  operations: readonly string[],
  change: Parameters<typeof withRows>[1],
): Mutant {
  return {
    name,
    says,
    caughtBy,
    fault: async (request, next) => {
      const reply = await next(request)
      return operations.some((it) => calls(request, it)) ? withRows(reply, change) : reply
    },
  }
}
