import { isRows, type Json, type Row } from '../kit/json.ts'
import type { Mutant } from './mutant.ts'
import { as, calls, paramsOf, pathOf, withJson, withParams, withRows } from './wire.ts'

const configuration = '/projects/:id/approvals'
const rules = '/projects/:id/approval_rules'
const rule = `${rules}/:approval_rule_id`
const onRequest = '/projects/:id/merge_requests/:merge_request_iid'

/** Faults in the approval configuration, in approval rules, and in what they add up to. */
export const approvalMutants: readonly Mutant[] = [
  {
    name: 'author-approval-lost',
    says: 'Whether authors may approve is not stored',
    caughtBy: 'approvals/configuration-kept',
    fault: (request, next) =>
      next(
        calls(request, `POST ${configuration}`)
          ? withParams(request, ({ merge_requests_author_approval, ...rest }) =>
              merge_requests_author_approval === undefined
                ? rest
                : { ...rest, require_password_to_approve: false },
            )
          : request,
      ),
  },
  {
    name: 'selective-wins',
    says: 'Removing code owners selectively switches the reset of approvals off instead of being refused',
    caughtBy: 'approvals/selective-removals',
    fault: (request, next) =>
      next(
        calls(request, `POST ${configuration}`) && paramsOf(request).selective_code_owner_removals === true
          ? withParams(request, (params) => ({ ...params, reset_approvals_on_push: false }))
          : request,
      ),
  },
  {
    name: 'configuration-200',
    says: 'A changed configuration answers 200',
    caughtBy: 'approvals/configuration-kept',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, `POST ${configuration}`) && reply.status === 201
        ? { ...reply, status: 200 }
        : reply
    },
  },
  {
    name: 'rule-number-kept',
    says: 'An update of a rule keeps the number of approvals',
    caughtBy: 'approvals/rule-lives',
    fault: (request, next) =>
      next(
        calls(request, `PUT ${rule}`)
          ? withParams(request, (params) => ({ ...params, approvals_required: 2 }))
          : request,
      ),
  },
  {
    name: 'rule-number-capped',
    says: 'A number of approvals that is too high becomes the highest',
    caughtBy: 'approvals/rule-refusals',
    fault: (request, next) =>
      next(
        calls(request, `POST ${rules}`)
          ? withParams(request, (params) => ({
              ...params,
              approvals_required: Math.min(Number(params.approvals_required), 100),
            }))
          : request,
      ),
  },
  {
    name: 'rule-users-added',
    says: 'An update of a rule adds users instead of replacing them',
    caughtBy: 'approvals/rule-lists',
    fault: async (request, next) => {
      if (!calls(request, `PUT ${rule}`)) return next(request)
      const present = await next(reading(request))
      const before = (JSON.parse(present.body).users as readonly Row[] | undefined) ?? []
      const ids = before.map(({ id }) => id ?? null)
      return next(
        withParams(request, (params) =>
          Array.isArray(params.user_ids) ? { ...params, user_ids: [...ids, ...params.user_ids] } : params,
        ),
      )
    },
  },
  {
    name: 'rule-names-first',
    says: 'Names of users overrule their ids',
    caughtBy: 'approvals/rule-approvers',
    fault: (request, next) =>
      next(
        calls(request, `POST ${rules}`) && paramsOf(request).usernames !== undefined
          ? withParams(request, ({ user_ids: _ids, ...params }) => params)
          : request,
      ),
  },
  {
    name: 'rule-always-regular',
    says: 'A rule that names nobody is a regular one',
    caughtBy: 'approvals/rule-for-anybody',
    fault: (request, next) =>
      next(
        calls(request, `POST ${rules}`)
          ? withParams(request, (params) => ({ rule_type: 'regular', ...params }))
          : request,
      ),
  },
  {
    name: 'rule-everywhere',
    says: 'A rule holds for every branch, whatever it is bound to',
    caughtBy: 'approvals/rule-branches',
    fault: (request, next) =>
      next(
        calls(request, `POST ${rules}`)
          ? withParams(request, ({ protected_branch_ids: _ids, ...params }) => params)
          : request,
      ),
  },
  {
    name: 'approvals-subtracted',
    says: 'What is left is what is required less all approvals, whoever gave them',
    caughtBy: 'approvals/session',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `GET ${onRequest}/approvals`)) return reply
      return withRows(reply, (row) => ({
        ...row,
        approvals_left: Math.max(0, Number(row.approvals_required) - countOf(row.approved_by)),
      }))
    },
  },
  {
    name: 'any-approval-approves',
    says: 'A merge request counts as approved as soon as anybody has approved it',
    caughtBy: 'approvals/session',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `GET ${onRequest}/approvals`)) return reply
      return withRows(reply, (row) => ({ ...row, approved: countOf(row.approved_by) > 0 }))
    },
  },
  {
    name: 'approved-again',
    says: 'A second approval of the same user is answered like the first',
    caughtBy: 'approvals/approve-sha',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `POST ${onRequest}/approve`) || reply.status !== 401) return reply
      const { body: _body, ...rest } = request
      const url = pathOf(request.url).replace(/approve$/, 'approvals')
      return { ...(await next({ ...rest, method: 'GET', url })), status: 201 }
    },
  },
  {
    name: 'approvals-survive-push',
    says: 'A push keeps approvals, whatever the project says',
    caughtBy: 'approvals/session',
    fault: (request, next) =>
      next(
        calls(request, `POST ${configuration}`)
          ? withParams(request, (params) => ({ ...params, reset_approvals_on_push: false }))
          : request,
      ).then((reply) =>
        withRows(reply, (row) => {
          const wished = paramsOf(request).reset_approvals_on_push
          return calls(request, `POST ${configuration}`) && wished !== undefined
            ? { ...row, reset_approvals_on_push: wished }
            : row
        }),
      ),
  },
  {
    name: 'merged-unapproved',
    says: 'Missing approvals keep nobody from merging',
    caughtBy: 'approvals/merge-waits',
    fault: async (request, next, { credentials }) => {
      const reply = await next(request)
      if (!calls(request, `PUT ${onRequest}/merge`) || reply.status !== 405) return reply
      const url = pathOf(request.url).replace(/merge$/, 'approve')
      await next(as({ ...request, method: 'POST', url }, credentials.maintainer))
      return next(request)
    },
  },
  {
    name: 'number-not-inherited',
    says: 'A merge request takes any number of approvals that it is given',
    caughtBy: 'approvals/inherited-number',
    fault: async (request, next) => {
      const reply = await next(request)
      const wish = paramsOf(request).approvals_before_merge
      if (!calls(request, 'POST /projects/:id/merge_requests') || reply.status !== 201) return reply
      if (wish === undefined || wish === null) return reply
      const { iid } = JSON.parse(reply.body)
      const url = `${pathOf(request.url)}/${iid}/approvals`
      await next({ ...request, url, body: JSON.stringify({ approvals_required: wish }) })
      return reply
    },
  },
  {
    name: 'overriding-403',
    says: 'Where overriding is disabled, changing the number is forbidden',
    caughtBy: 'approvals/required-number-refused',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, `POST ${onRequest}/approvals`) && reply.status === 422
        ? { ...withJson(reply, { message: '403 Forbidden' }), status: 403 }
        : reply
    },
  },
  {
    name: 'never-overwritten',
    says: 'The approval state never tells that rules of the merge request replace the project’s',
    caughtBy: 'approvals/state-of-rules',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `GET ${onRequest}/approval_state`)) return reply
      return withRows(reply, (row) => ({ ...row, approval_rules_overwritten: false }))
    },
  },
  {
    name: 'group-ignored',
    says: 'What the group decides is not looked at',
    caughtBy: 'approvals/locked-by-group',
    fault: async (request, next) => {
      if (!calls(request, 'PUT /groups/:id/merge_request_approval_setting')) return next(request)
      const { body: _body, ...rest } = request
      return next({ ...rest, method: 'GET' })
    },
  },
  {
    name: 'owners-unasked',
    says: 'A protection that asks for code owners is kept without that',
    caughtBy: 'approvals/code-owners',
    fault: (request, next) =>
      next(
        calls(request, 'POST /projects/:id/protected_branches')
          ? withParams(request, ({ code_owner_approval_required: _asked, ...params }) => params)
          : request,
      ),
  },
  {
    name: 'owners-kept',
    says: 'Removing code owners selectively removes nobody',
    caughtBy: 'approvals/owners-of-push',
    fault: (request, next) =>
      next(
        calls(request, `POST ${configuration}`)
          ? withParams(request, ({ selective_code_owner_removals: _kept, ...params }) => params)
          : request,
      ),
  },
]

function reading(request: Parameters<typeof calls>[0]) {
  const { body: _body, ...rest } = request
  return { ...rest, method: 'GET', url: pathOf(request.url) }
}

function countOf(list: Json | undefined): number {
  return list !== undefined && isRows(list) ? list.length : 0
}
