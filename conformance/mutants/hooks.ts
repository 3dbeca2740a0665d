import { isRow, isRows } from '../kit/json.ts'
import type { Mutant } from './mutant.ts'
import { calls, paramsChanged, withoutParam, withParams, withRows } from './wire.ts'

/** Faults in hooks. */
export const hooksMutants: readonly Mutant[] = [
  shownOtherwise(
    'integration-secret-shown',
    'An integration shows its API key',
    'hooks/integration',
    ['GET /projects/:id/integrations/:slug'],
    (row) => ({ ...row, properties: { restrict_to_branch: 'main', api_key: 'a-secret' } }),
  ),
  shownOtherwise(
    'integration-without-job-events',
    'An integration of a group is shown without job events',
    'hooks/set-integrations',
    ['PUT /groups/:id/integrations/:slug'],
    (row) => ({ ...row, job_events: false }),
  ),
  {
    name: 'webhook-variable-unset',
    says: 'A variable that the URL of a webhook needs is said to be gone',
    caughtBy: 'hooks/url-variables',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, 'DELETE /projects/:id/hooks/:hook_id/url_variables/:key')
      return refused && reply.status === 422 ? { status: 204, headers: {}, body: '' } : reply
    },
  },
  {
    name: 'integration-property-lost',
    says: 'The thread of an integration of a group is not stored',
    caughtBy: 'hooks/integration-properties',
    fault: (request, next) =>
      next(
        calls(request, 'PUT /groups/:id/integrations/:slug')
          ? withParams(request, (params) => withoutParam(params, 'thread'))
          : request,
      ),
  },
  shownOtherwise(
    'failed-status-check-shown-passed',
    'A failed external status check is shown as passed',
    'hooks/external-status-check',
    ['GET /projects/:id/merge_requests/:merge_request_iid/status_checks'],
    (row) => ({ ...row, status: row.status === 'failed' ? 'passed' : (row.status ?? null) }),
  ),
  shownOtherwise(
    'pipeline-duration-not-as-told',
    'The duration of a pipeline is shown longer than webhooks are told',
    'hooks/pipeline-payload',
    ['GET /projects/:id/pipelines/:pipeline_id'],
    (row) => ({ ...row, duration: Number(row.duration) + 1 }),
  ),
  shownOtherwise(
    'job-start-not-as-told',
    'A job is shown to have started when it was created',
    'hooks/job-payload',
    ['GET /projects/:id/jobs/:job_id'],
    (row) => ({ ...row, started_at: row.created_at ?? null }),
  ),
  shownOtherwise(
    'release-sources-not-as-told',
    'The sources of a release are shown without the last one',
    'hooks/release-payload',
    ['POST /projects/:id/releases'],
    (row) => {
      const assets = isRow(row.assets) ? row.assets : {}
      return { ...row, assets: { ...assets, sources: isRows(assets.sources) ? assets.sources.slice(1) : [] } }
    },
  ),
  paramsChanged(
    'push-told-of-other-files',
    'A commit that deletes a file empties it, so that webhooks are told of a change',
    'hooks/push-payloads',
    'POST /projects/:id/repository/commits',
    (params) => ({
      ...params,
      actions: (isRows(params.actions) ? params.actions : []).map((it) =>
        it.action === 'delete' ? { ...it, action: 'update', content: '' } : it,
      ),
    }),
  ),
  paramsChanged(
    'retitling-not-told',
    'A new title of an issue becomes its description, and webhooks are told that',
    'hooks/planning-payloads',
    'PUT /projects/:id/issues/:issue_iid',
    ({ title, ...params }) => (title === undefined ? params : { ...params, description: title }),
  ),
  {
    name: 'webhook-test-without-data',
    says: 'Testing a webhook succeeds where the project has no object of the kind',
    caughtBy: 'hooks/test-project-hook',
    fault: async (request, next) => {
      const reply = await next(request)
      const noticed =
        calls(request, 'POST /projects/:id/hooks/:hook_id/test/:trigger') && reply.status === 422
      return noticed ? { ...reply, status: 201 } : reply
    },
  },
  {
    name: 'system-hook-test-without-data',
    says: 'Testing a system hook does not answer the data that it sends',
    caughtBy: 'hooks/test-system-hook',
    fault: async (request, next) => {
      const reply = await next(request)
      const noticed = calls(request, 'POST /hooks/:hook_id') && reply.status === 201
      return noticed ? { ...reply, body: '{}' } : reply
    },
  },
  {
    name: 'webhook-token-shown',
    says: 'A webhook shows its token',
    caughtBy: 'hooks/project-hook',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'POST /projects/:id/hooks')
        ? withRows(reply, (row) => ({ ...row, token: 'secret' }))
        : reply
    },
  },
  {
    name: 'empty-branch-filter-null',
    says: 'An empty branch filter of a webhook is null',
    caughtBy: 'hooks/empty-branch-filter',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'POST /projects/:id/hooks') || calls(request, 'PUT /projects/:id/hooks/:hook_id')
        ? withRows(reply, (row) => ({
            ...row,
            push_events_branch_filter: row.push_events_branch_filter || null,
          }))
        : reply
    },
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
