import { isRow } from '../kit/json.ts'
import type { Mutant } from './mutant.ts'
import { calls, rowsChanged, withParams } from './wire.ts'

/** Faults in commits. */
export const commitsMutants: readonly Mutant[] = [
  rowsChanged(
    'compared-commit-authored-when-committed',
    'The commits of a comparison are shown as authored when they were committed',
    'commits/times-of-a-picked-commit',
    ['GET /projects/:id/repository/compare'],
    ({ commit, ...row }) => ({
      ...row,
      commit: isRow(commit) ? { ...commit, authored_date: commit.committed_date ?? null } : (commit ?? null),
    }),
  ),
  rowsChanged(
    'trailers-not-asked-for',
    'A single commit shows the trailers of its message',
    'commits/trailers',
    ['GET /projects/:id/repository/commits/:sha'],
    (row) => ({ ...row, trailers: String(row.message).includes('Issue: ') ? { Issue: '7' } : {} }),
  ),
  {
    name: 'status-links-anywhere',
    says: 'A status takes any text for the address that it links to',
    caughtBy: 'commits/status-refusals',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'POST /projects/:id/statuses/:sha') && reply.status === 400
        ? { ...reply, status: 201 }
        : reply
    },
  },
  {
    name: 'topological-order-of-time',
    says: 'Commits that are asked for in topological order are listed by time',
    caughtBy: 'commits/topological-order',
    fault: (request, next) =>
      next(
        calls(request, 'GET /projects/:id/repository/commits')
          ? { ...request, url: request.url.replace('order=topo', 'order=default') }
          : request,
      ),
  },
  {
    name: 'start-project-ignored',
    says: 'A commit may start from a project that there is not',
    caughtBy: 'commits/start-branch',
    fault: (request, next) =>
      next(
        calls(request, 'POST /projects/:id/repository/commits')
          ? withParams(request, ({ start_project: _, ...params }) => params)
          : request,
      ),
  },
  {
    name: 'cherry-pick-without-reference',
    says: 'The message of a cherry-picked commit does not name the original',
    caughtBy: 'commits/cherry-pick-and-revert',
    fault: (request, next) =>
      next(
        calls(request, 'POST /projects/:id/repository/commits/:sha/cherry_pick')
          ? withParams(request, (params) => ({ message: 'Picked', ...params }))
          : request,
      ),
  },
]
