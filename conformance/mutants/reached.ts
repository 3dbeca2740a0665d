import type { Row } from '../kit/json.ts'
import type { Mutant } from './mutant.ts'
import { as, calls, isBy, withJson, withParams, withRows } from './wire.ts'

const ruleDeletion = 'DELETE /projects/:id/approval_rules/:approval_rule_id'
const jobs = 'GET /runners/:id/jobs'
const changelog = 'POST /projects/:id/repository/changelog'
const settings = 'PUT /application/settings'

function without(params: Row, name: string): Row {
  return Object.fromEntries(Object.entries(params).filter(([key]) => key !== name))
}

/** Faults in what few calls ask for: maintenance, conditions, roles outside projects, rare parameters. */
export const reachedMutants: readonly Mutant[] = [
  {
    name: 'written-in-maintenance',
    says: 'Milestones are created while the installation is in maintenance',
    caughtBy: 'laws/maintenance/post-projects-id-milestones',
    fault: async (request, next) => {
      const reply = await next(request)
      return reply.status === 503 && calls(request, 'POST /projects/:id/milestones')
        ? withJson({ ...reply, status: 201 }, { id: 1, title: 'In spite of it' })
        : reply
    },
  },
  {
    name: 'job-of-another',
    says: 'The token of a job tells the job before it',
    caughtBy: 'beyond/job-of-its-token',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /job')
        ? withRows(reply, (row) => (typeof row.id === 'number' ? { ...row, id: row.id - 1 } : row))
        : reply
    },
  },
  {
    name: 'raw-diffs-of-one-file',
    says: 'The patch of a merge request ends after its first file',
    caughtBy: 'beyond/raw-diffs',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /projects/:id/merge_requests/:merge_request_iid/raw_diffs')
        ? { ...reply, body: reply.body.replace(/(?<=\n)diff --git .*/s, '') }
        : reply
    },
  },
  {
    name: 'runners-for-anybody',
    says: 'Whoever is signed in creates runners wherever they like',
    caughtBy: 'beyond/runner-created',
    fault: (request, next, { credentials }) =>
      next(calls(request, 'POST /user/runners') ? as(request, credentials.owner) : request),
  },
  {
    name: 'brought-by-anybody',
    says: 'Whoever owns a group brings projects into it',
    caughtBy: 'beyond/brought-into-a-group',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, 'POST /groups/:id/projects/:project_id') ? as(request, credentials.admin) : request,
      ),
  },
  {
    name: 'rule-precondition-ignored',
    says: '`If-Unmodified-Since` is not looked at when a rule is deleted',
    caughtBy: 'laws/unmodified-since/delete-projects-id-approval_rules-approval_rule_id',
    fault: (request, next) => {
      const { 'if-unmodified-since': _condition, ...headers } = request.headers
      return next(calls(request, ruleDeletion) ? { ...request, headers } : request)
    },
  },
  {
    name: 'jobs-for-strangers',
    says: 'The jobs of a runner are shown to whoever knows its number',
    caughtBy: 'laws/rights-elsewhere/get-runners-id-jobs',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, jobs) && isBy(request, credentials.stranger)
          ? as(request, credentials.admin)
          : request,
      ),
  },
  {
    name: 'labels-not-for-maintainers',
    says: 'Labels are deleted by reporters and developers, and refused to maintainers',
    caughtBy: 'laws/rights-grow-writing/delete-projects-id-labels-name',
    fault: async (request, next, { credentials }) => {
      const deletes = calls(request, 'DELETE /projects/:id/labels/:name')
      return deletes && isBy(request, credentials.maintainer)
        ? next(as(request, credentials.guest))
        : next(request)
    },
  },
  {
    name: 'unknown-list-deleted',
    says: 'Deleting a user list that is not there succeeds',
    caughtBy: 'laws/unknown-names/delete-projects-id-feature_flags_user_lists-iid',
    fault: async (request, next) => {
      const reply = await next(request)
      const deletes = calls(request, 'DELETE /projects/:id/feature_flags_user_lists/:iid')
      return deletes && reply.status === 404 ? { ...reply, status: 204, body: '' } : reply
    },
  },
  {
    name: 'changelog-on-default-branch',
    says: 'A changelog is written to the default branch, whichever is named',
    caughtBy: 'repository/changelog-branch',
    fault: (request, next) =>
      next(calls(request, changelog) ? withParams(request, (params) => without(params, 'branch')) : request),
  },
  {
    name: 'changelog-by-developers',
    says: 'Developers write a changelog to a protected branch',
    caughtBy: 'repository/changelog-rights',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, changelog) && isBy(request, credentials.developer)
          ? as(request, credentials.maintainer)
          : request,
      ),
  },
  {
    name: 'setting-forgotten',
    says: 'One of the switches is taken and not stored',
    caughtBy: 'settings/every-attribute',
    fault: (request, next) =>
      next(
        calls(request, settings)
          ? withParams(request, (params) => ({
              ...without(params, 'suggest_pipeline_enabled'),
              sign_in_text: '',
            }))
          : request,
      ),
  },
  {
    name: 'hidden-groups-shown',
    says: 'Groups that a caller does not know of are not told of at all',
    caughtBy: 'approvals/hidden-groups',
    fault: async (request, next) => {
      const reply = await next(request)
      const reads = calls(request, 'GET /projects/:id/approval_rules/:approval_rule_id')
      return reads ? withRows(reply, (row) => ({ ...row, contains_hidden_groups: false })) : reply
    },
  },
  {
    name: 'strangers-comment-on',
    says: 'A locked discussion keeps nobody out',
    caughtBy: 'merge-requests/locked-comments',
    fault: (request, next, { credentials }) => {
      const comments = calls(request, 'POST /projects/:id/merge_requests/:merge_request_iid/notes')
      return next(comments && isBy(request, credentials.stranger) ? as(request, credentials.owner) : request)
    },
  },
  {
    name: 'cursor-ignored',
    says: 'Every page by cursor is the first one',
    caughtBy: 'conventions/keyset-jobs',
    fault: (request, next) =>
      next(
        calls(request, 'GET /projects/:id/jobs')
          ? { ...request, url: request.url.replace(/([?&])cursor=[^&]*/, '$1') }
          : request,
      ),
  },
  {
    name: 'changelog-config-ignored',
    says: 'Another configuration of a changelog than the usual one is not looked at',
    caughtBy: 'repository/changelog-configured',
    fault: (request, next) => next({ ...request, url: request.url.replace(/([?&])config_file=[^&]*/, '$1') }),
  },
  {
    name: 'label-twice',
    says: 'A label that is there is answered as if it were created again',
    caughtBy: 'beyond/taken',
    fault: async (request, next) => {
      const reply = await next(request)
      const creates = calls(request, 'POST /projects/:id/labels')
      return creates && reply.status === 409 ? withJson({ ...reply, status: 201 }, { id: 1 }) : reply
    },
  },
]
