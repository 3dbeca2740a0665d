import { mergeRequestReadEntity } from '../../entities/merge-request.ts'
import { differs, since } from '../../lib/dialect.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, integer, required, withDefault } from '../../protocol/params.ts'

const byJob = since('merge-requests#later-by-job', ['job_token'] as const)

export const getMergeRequest = operation(
  {
    method: 'GET',
    path: '/projects/:id/merge_requests/:merge_request_iid',
    summary: 'Get a merge request',
    params: {
      merge_request_iid: required(integer()),
      include_diverged_commits_count: withDefault(boolean(), false),
      include_rebase_in_progress: withDefault(boolean(), false),
      render_html: withDefault(boolean(), false),
    },
    auth: differs('F3', { specification: 'user', real: 'public' }),
    accepts: byJob,
    subject: 'merge_request',
    needs: 'read_merge_request',
    answers: { one: mergeRequestReadEntity },
    beyond: true,
  },
  ({ mergeRequest }) => mergeRequest,
)
