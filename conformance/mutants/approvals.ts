import { isRows, type Json, parseJson, type Row } from '../kit/json.ts'
import { textOf } from '../targets/target.ts'
import type { Mutant } from './mutant.ts'
import {
  as,
  calls,
  isBy,
  paramsChanged,
  paramsOf,
  pathOf,
  readFirst,
  rowOf,
  rowsChanged,
  rowsOf,
  withJson,
  withParams,
  withRows,
} from './wire.ts'

const configuration = '/projects/:id/approvals'

const rules = '/projects/:id/approval_rules'

const rule = `${rules}/:approval_rule_id`

const onRequest = '/projects/:id/merge_requests/:merge_request_iid'

/** Faults in approvals. */
export const approvalsMutants: readonly Mutant[] = [
  {
    name: 'private-settings-as-state',
    says: 'The approval settings of a merge request are its approval state',
    caughtBy: 'approvals/private-settings',
    fault: (request, next) =>
      next(
        calls(request, `GET ${onRequest}/approval_settings`)
          ? { ...request, url: request.url.replace('/approval_settings', '/approval_state') }
          : request,
      ),
  },
  {
    name: 'last-approval-outlives-push',
    says: 'Of several approvals the last one stays after a push',
    caughtBy: 'approvals/session',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      const place = 'projects/:id/merge_requests/:merge_request_iid'
      if (calls(request, 'POST /projects/:id/repository/commits')) memory.set('pushed', 'yes')
      if (calls(request, `POST /${place}/approve`) && reply.status === 201)
        memory.set('given', JSON.stringify(rowOf(reply).approved_by ?? []))
      const given = parseJson(memory.get('given') ?? '[]')
      if (!calls(request, `GET /${place}/approvals`) || !memory.has('pushed') || !isRows(given)) return reply
      return given.length < 2
        ? reply
        : withRows(reply, (row) => ({
            ...row,
            approved_by:
              isRows(row.approved_by) && row.approved_by.length > 0 ? row.approved_by : given.slice(-1),
          }))
    },
  },
  rowsChanged(
    'groups-of-rules-cut-short',
    'The groups of a rule lack a part of what is told of a group',
    'approvals/rule-lists-replaced',
    [`GET ${rule}`],
    (row) => ({
      ...row,
      groups: isRows(row.groups)
        ? row.groups.map(({ request_access_enabled: _, ...rest }) => rest)
        : (row.groups ?? []),
    }),
  ),
  paramsChanged(
    'rule-of-one-group',
    'A rule takes the first of several groups',
    'approvals/rule-groups',
    'POST /projects/:id/approval_rules',
    (params) => ({
      ...params,
      ...(Array.isArray(params.groups) && { groups: params.groups.slice(0, 1) }),
    }),
  ),
  paramsChanged(
    'rule-of-one-branch',
    'A rule takes the first of several protected branches',
    'approvals/rule-update-branches',
    'POST /projects/:id/approval_rules',
    ({ protected_branch_ids: ids, ...rest }) =>
      Array.isArray(ids) ? { ...rest, protected_branch_ids: ids.slice(0, 1) } : rest,
  ),
  {
    name: 'approval-setting-puts-back-another',
    says: 'To let authors approve puts the need for a password back to its default',
    caughtBy: 'approvals/configuration-update',
    fault: (request, next) => {
      const allows =
        calls(request, `POST ${configuration}`) &&
        paramsOf(request).merge_requests_author_approval === true &&
        paramsOf(request).require_password_to_approve === undefined
      const more = { require_password_to_approve: false }
      return next(allows ? withParams(request, (params) => ({ ...params, ...more })) : request)
    },
  },
  {
    name: 'branches-of-rule-never-cleared',
    says: 'An empty list of protected branches leaves a rule bound to those that it has',
    caughtBy: 'approvals/rule-update-branches',
    fault: (request, next) => {
      const { protected_branch_ids: ids, ...params } = calls(request, `PUT ${rule}`) ? paramsOf(request) : {}
      return next(Array.isArray(ids) && ids.length === 0 ? withParams(request, () => params) : request)
    },
  },
  {
    name: 'rule-branches-come-back',
    says: 'Branches that were named for a rule of all branches come back when it no longer applies to all',
    caughtBy: 'approvals/rule-branches',
    fault: async (request, next, { memory }) => {
      const { applies_to_all_protected_branches: all, protected_branch_ids: ids } = paramsOf(request)
      if (calls(request, `POST ${rules}`) && all === true && ids !== undefined)
        memory.set('ids', JSON.stringify(ids))
      const before = memory.get('ids')
      if (!calls(request, `PUT ${rule}`) || all !== false || before === undefined) return next(request)
      return next(withParams(request, (params) => ({ protected_branch_ids: JSON.parse(before), ...params })))
    },
  },
  rowsChanged(
    'optional-section-required',
    'Rules of code owners require an approval in optional sections, too',
    'approvals/code-owner-sections',
    [`GET ${onRequest}/approval_state`],
    (row) => ({
      ...row,
      rules: isRows(row.rules)
        ? row.rules.map((it) => (it.section === 'Style' ? { ...it, approvals_required: 1 } : it))
        : [],
    }),
  ),
  rowsChanged(
    'sections-by-spelling',
    'Sections of code owners whose names differ in case alone are two',
    'approvals/code-owner-sections',
    [`GET ${onRequest}/approval_state`],
    (row) => ({
      ...row,
      rules: isRows(row.rules)
        ? row.rules.map((it) => (it.name === 'docs/' ? { ...it, section: 'DOCS' } : it))
        : [],
    }),
  ),
  {
    name: 'hidden-subgroup-in-rule-shown',
    says: 'A group that is hidden is shown in a rule if it lies below another group',
    caughtBy: 'approvals/hidden-groups',
    fault: async (request, next, { credentials }) => {
      const reply = await next(request)
      if (!calls(request, `GET ${rule}`)) return reply
      const { groups } = rowOf(await next(as(request, credentials.owner)))
      const below = isRows(groups) ? groups.filter(({ parent_id }) => parent_id !== null) : []
      return below.length === 0 ? reply : withRows(reply, (row) => ({ ...row, groups: below }))
    },
  },
  rowsChanged(
    'hidden-group-untold-beside-another',
    'A rule with a group that the caller sees says nothing of those that are hidden',
    'approvals/hidden-groups',
    [`GET ${rule}`],
    (row) => (countOf(row.groups) > 0 ? { ...row, contains_hidden_groups: false } : row),
  ),
  {
    name: 'approval-rule-kept-without-approvals',
    says: 'A rule that needs no approvals is not deleted',
    caughtBy: 'approvals/listed-rules-deleted',
    fault: async (request, next) => {
      if (!calls(request, `DELETE ${rule}`)) return next(request)
      const { approvals_required } = rowOf(await readFirst(next, request))
      const reply = await next(approvals_required === 0 ? { ...request, method: 'GET' } : request)
      return approvals_required === 0 && reply.status === 200 ? { ...reply, status: 204, body: '' } : reply
    },
  },
  rowsChanged(
    'approval-rule-branches-without-owners',
    'The protected branches of a rule never ask for code owners',
    'approvals/rule-branches',
    [`GET ${rule}`, `POST ${rules}`],
    ({ protected_branches, ...row }) => {
      const branches = isRows(protected_branches) ? protected_branches : []
      const none = (value: Json | undefined) => (typeof value === 'string' ? 'false' : false)
      return {
        ...row,
        protected_branches: branches.map((one) => ({
          ...one,
          code_owner_approval_required: none(one.code_owner_approval_required),
        })),
      }
    },
  ),
  rowsChanged(
    'approval-rules-overwritten-by-code-owners',
    'A merge request with a rule for code owners has its rules overwritten',
    'approvals/code-owners',
    [`GET ${onRequest}/approval_state`],
    (row) => ({
      ...row,
      approval_rules_overwritten:
        isRows(row.rules) && row.rules.some(({ rule_type }) => rule_type === 'code_owner'),
    }),
  ),
  {
    name: 'approval-rule-users-of-one-list',
    says: 'An update with `user_ids` ignores `usernames`',
    caughtBy: 'approvals/rule-approvers-by-each-name',
    fault: (request, next) =>
      next(
        calls(request, `PUT ${rule}`)
          ? withParams(request, ({ usernames, ...params }) =>
              usernames === undefined || 'user_ids' in params ? params : { ...params, usernames },
            )
          : request,
      ),
  },
  {
    name: 'approval-rule-groups-added',
    says: 'Groups that an update of a rule sends are added to those before',
    caughtBy: 'approvals/rule-lists-replaced',
    fault: async (request, next) => {
      if (!calls(request, `PUT ${rule}`)) return next(request)
      const sent = paramsOf(request).group_ids
      const { groups } = rowOf(await readFirst(next, request))
      const before = isRows(groups) ? groups.map(({ id }) => id ?? null) : []
      if (!Array.isArray(sent) || sent.length === 0) return next(request)
      return next(withParams(request, (params) => ({ ...params, group_ids: [...before, ...sent] })))
    },
  },
  {
    name: 'approval-hidden-approvers-suggested',
    says: 'Members of groups that the caller cannot see are suggested as approvers',
    caughtBy: 'approvals/hidden-approvers',
    fault: async (request, next, { credentials }) => {
      const reply = await next(request)
      if (!calls(request, `GET ${onRequest}/approvals`) || reply.status !== 200) return reply
      const told = rowOf(await next(as(request, credentials.owner)))
      return withRows(reply, (row) => ({ ...row, suggested_approvers: told.suggested_approvers ?? [] }))
    },
  },
  {
    name: 'approval-hidden-approvers-eligible',
    says: 'Who is no member of a project is told the members of groups that cannot be seen',
    caughtBy: 'approvals/hidden-approvers',
    fault: async (request, next, { credentials }) => {
      const reply = await next(request)
      if (!calls(request, `GET ${rule}`) || reply.status !== 200) return reply
      const told = rowOf(await next(as(request, credentials.owner)))
      return withRows(reply, (row) => ({ ...row, eligible_approvers: told.eligible_approvers ?? [] }))
    },
  },
  {
    name: 'approval-rule-for-anybody-always-left',
    says: 'The rule for anybody is left as long as others are, whatever it needs',
    caughtBy: 'approvals/rules-left',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `GET ${onRequest}/approvals`)) return reply
      return withRows(reply, (row) => {
        const left = row.approval_rules_left
        if (left === undefined || !isRows(left) || left.length === 0) return row
        const rest = left.filter(({ rule_type }) => rule_type !== 'any_approver')
        return {
          ...row,
          approval_rules_left: [...rest, { id: 1, name: 'All Members', rule_type: 'any_approver' }],
        }
      })
    },
  },
  {
    name: 'approvals-required-of-most',
    says: '`approvals_required` is what rules with approvers require, or the rule for anybody, whichever is more',
    caughtBy: 'approvals/session',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'GET /projects/:id/merge_requests/:merge_request_iid/approvals')) return reply
      const state = await next({ ...request, url: request.url.replace('/approvals', '/approval_state') })
      const { rules: told } = JSON.parse(state.body) as { readonly rules?: Json }
      const rules = isRows(told) ? told : []
      const required = (anybody: boolean) =>
        rules
          .filter(({ rule_type }) => (rule_type === 'any_approver') === anybody)
          .reduce((sum, { approvals_required }) => sum + Number(approvals_required), 0)
      return withRows(reply, (row) => ({
        ...row,
        approvals_required: Math.max(required(true), required(false)),
      }))
    },
  },
  {
    name: 'approval-settings-without-plan',
    says: 'The approval configuration is shown without the premium plan',
    caughtBy: 'approvals/configuration-without-plan',
    tier: 'free',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'GET /projects/:id/approvals') || reply.status !== 403) return reply
      return { ...reply, status: 200, body: '{"approvals_before_merge":0,"reset_approvals_on_push":false}' }
    },
  },
  {
    name: 'author-approval-not-stored',
    says: 'The approval configuration does not store `merge_requests_author_approval`',
    caughtBy: 'approvals/configuration-update',
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
    name: 'exhausted-rule-unapproved',
    says: 'A merge request whose approvers have all approved is not approved while `approvals_left` is above 0',
    caughtBy: 'approvals/exhausted-rule',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `GET ${onRequest}/approvals`)) return reply
      return withRows(reply, (row) => (Number(row.approvals_left) > 0 ? { ...row, approved: false } : row))
    },
  },
  {
    name: 'selective-removals-switch-reset-off',
    says: 'Setting `selective_code_owner_removals` switches `reset_approvals_on_push` off instead of being refused',
    caughtBy: 'approvals/selective-removals-without-reset',
    fault: (request, next) =>
      next(
        calls(request, `POST ${configuration}`) && paramsOf(request).selective_code_owner_removals === true
          ? withParams(request, (params) => ({ ...params, reset_approvals_on_push: false }))
          : request,
      ),
  },
  {
    name: 'approval-configuration-200',
    says: 'An update of the approval configuration answers 200',
    caughtBy: 'approvals/configuration-update',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, `POST ${configuration}`) && reply.status === 201
        ? { ...reply, status: 200 }
        : reply
    },
  },
  {
    name: 'approval-rule-number-kept',
    says: 'An update of an approval rule keeps the number of approvals',
    caughtBy: 'approvals/rule-lifecycle',
    fault: (request, next) =>
      next(
        calls(request, `PUT ${rule}`)
          ? withParams(request, (params) => ({ ...params, approvals_required: 2 }))
          : request,
      ),
  },
  {
    name: 'approval-rule-number-capped',
    says: 'A number of approvals that is too high becomes the highest one allowed',
    caughtBy: 'approvals/rule-refused',
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
    name: 'approval-rule-users-added',
    says: 'An update of an approval rule adds users instead of replacing them',
    caughtBy: 'approvals/rule-update-approvers',
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
    name: 'approval-rule-ids-ignored',
    says: '`user_ids` of an approval rule are ignored where `usernames` are sent',
    caughtBy: 'approvals/rule-approvers',
    fault: (request, next) =>
      next(
        calls(request, `POST ${rules}`) && paramsOf(request).usernames !== undefined
          ? withParams(request, ({ user_ids: _ids, ...params }) => params)
          : request,
      ),
  },
  {
    name: 'approval-rule-always-regular',
    says: 'An approval rule without approvers is a regular one',
    caughtBy: 'approvals/any-approver-rule',
    fault: (request, next) =>
      next(
        calls(request, `POST ${rules}`)
          ? withParams(request, (params) => ({ rule_type: 'regular', ...params }))
          : request,
      ),
  },
  {
    name: 'approval-rule-branches-ignored',
    says: 'An approval rule applies to every branch, whatever branches it names',
    caughtBy: 'approvals/rule-branches',
    fault: (request, next) =>
      next(
        calls(request, `POST ${rules}`)
          ? withParams(request, ({ protected_branch_ids: _ids, ...params }) => params)
          : request,
      ),
  },
  {
    name: 'approvals-left-by-anyone',
    says: '`approvals_left` subtracts all approvals, also those of users who are no approvers of the rule',
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
    name: 'approved-by-any-approval',
    says: 'A merge request is approved as soon as anybody has approved it',
    caughtBy: 'approvals/session',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `GET ${onRequest}/approvals`)) return reply
      return withRows(reply, (row) => ({ ...row, approved: countOf(row.approved_by) > 0 }))
    },
  },
  {
    name: 'second-approval-accepted',
    says: 'A second approval of the same user is answered like the first',
    caughtBy: 'approvals/approve-sha',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `POST ${onRequest}/approve`) || reply.status !== 401) return reply
      return { ...(await next(readingStatus(request))), status: 201 }
    },
  },
  {
    name: 'approvals-kept-on-push',
    says: 'A push keeps approvals, whatever the project configures',
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
    name: 'merge-without-approvals',
    says: 'A merge request is merged although approvals are missing',
    caughtBy: 'approvals/merge-needs-approvals',
    fault: async (request, next, { credentials }) => {
      const reply = await next(request)
      if (!calls(request, `PUT ${onRequest}/merge`) || reply.status !== 405) return reply
      const url = pathOf(request.url).replace(/merge$/, 'approve')
      await next(as({ ...request, method: 'POST', url }, credentials.maintainer))
      return next(request)
    },
  },
  {
    name: 'approvals-number-unchecked',
    says: 'A merge request takes any number of approvals that is sent',
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
    says: 'An update of the required approvals answers 403 where overriding is disabled',
    caughtBy: 'approvals/required-number-refused',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, `POST ${onRequest}/approvals`) && reply.status === 422
        ? { ...withJson(reply, { message: '403 Forbidden' }), status: 403 }
        : reply
    },
  },
  {
    name: 'approval-rules-never-overwritten',
    says: 'The approval state never reports that rules of the merge request replace those of the project',
    caughtBy: 'approvals/approval-state',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `GET ${onRequest}/approval_state`)) return reply
      return withRows(reply, (row) => ({ ...row, approval_rules_overwritten: false }))
    },
  },
  {
    name: 'group-approval-settings-ignored',
    says: 'The approval settings of the group are ignored in its projects',
    caughtBy: 'approvals/locked-by-group',
    fault: async (request, next) => {
      if (!calls(request, 'PUT /groups/:id/merge_request_approval_setting')) return next(request)
      const { body: _body, ...rest } = request
      return next({ ...rest, method: 'GET' })
    },
  },
  {
    name: 'code-owner-approval-not-stored',
    says: 'The protection of a branch does not store `code_owner_approval_required`',
    caughtBy: 'approvals/code-owners',
    fault: (request, next) =>
      next(
        calls(request, 'POST /projects/:id/protected_branches')
          ? withParams(request, ({ code_owner_approval_required: _asked, ...params }) => params)
          : request,
      ),
  },
  {
    name: 'selective-removals-ignored',
    says: 'A push removes no approvals of code owners, although `selective_code_owner_removals` is on',
    caughtBy: 'approvals/selective-code-owner-removals',
    fault: (request, next) =>
      next(
        calls(request, `POST ${configuration}`)
          ? withParams(request, ({ selective_code_owner_removals: _kept, ...params }) => params)
          : request,
      ),
  },
  {
    name: 'hidden-groups-not-reported',
    says: '`contains_hidden_groups` is false although the rule has groups that the caller cannot see',
    caughtBy: 'approvals/hidden-groups',
    fault: async (request, next) => {
      const reply = await next(request)
      const reads = calls(request, 'GET /projects/:id/approval_rules/:approval_rule_id')
      return reads ? withRows(reply, (row) => ({ ...row, contains_hidden_groups: false })) : reply
    },
  },
  {
    name: 'committers-approve',
    says: 'A committer whose approval is refused is answered as if it was taken',
    caughtBy: 'approvals/who-may-approve',
    fault: async (request, next, { credentials }) => {
      const reply = await next(request)
      const refused = calls(request, `POST ${onRequest}/approve`) && reply.status === 401
      return refused && isBy(request, credentials.owner)
        ? { ...(await next(readingStatus(request))), status: 201 }
        : reply
    },
  },
  {
    name: 'approval-password-unchecked',
    says: 'Any `approval_password` approves where a password is required',
    caughtBy: 'approvals/who-may-approve',
    fault: async (request, next) => {
      const reply = await next(request)
      const refused = calls(request, `POST ${onRequest}/approve`) && reply.status === 401
      return refused && paramsOf(request).approval_password !== undefined
        ? { ...(await next(readingStatus(request))), status: 201 }
        : reply
    },
  },
  {
    name: 'approvers-suggested-again',
    says: '`suggested_approvers` names users who have approved already',
    caughtBy: 'approvals/status-approvers',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `GET ${onRequest}/approvals`)) return reply
      return withRows(reply, (row) => ({
        ...row,
        suggested_approvers: [
          ...(row.suggested_approvers as readonly Row[]),
          ...(row.approved_by as readonly Row[]).flatMap(({ user }) => user ?? []),
        ],
      }))
    },
  },
  {
    name: 'archived-approval-rules-hidden',
    says: 'The list of approval rules of an archived project is empty',
    caughtBy: 'approvals/archived-project',
    fault: async (request, next, { memory }) => {
      if (request.url.endsWith('/archive')) memory.set('archived', 'yes')
      const reply = await next(request)
      const hides = calls(request, `GET ${rules}`) && memory.has('archived') && reply.status === 200
      return hides ? withJson(reply, []) : reply
    },
  },
  {
    name: 'any-approver-rule-by-its-name',
    says: 'The approval state shows the rule that anybody satisfies by the name that it was given',
    caughtBy: 'approvals/own-rules',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `GET ${onRequest}/approval_state`)) return reply
      return withRows(reply, (row) => ({
        ...row,
        rules: (row.rules as readonly Row[]).map((rule) =>
          rule.rule_type === 'any_approver' ? { ...rule, name: 'Anybody' } : rule,
        ),
      }))
    },
  },
  {
    name: 'report-rules-in-between',
    says: 'Report rules are listed among the other approval rules, in the order of their creation',
    caughtBy: 'approvals/rule-order',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `GET ${rules}`) || reply.status !== 200) return reply
      return withJson(
        reply,
        [...rowsOf(reply)].sort((one, other) => Number(one.id) - Number(other.id)),
      )
    },
  },
  {
    name: 'groups-of-rules-without-parent',
    says: 'A group inside an approval rule is shown by its path instead of its full path',
    caughtBy: 'approvals/rule-groups',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, `POST ${rules}`)) return reply
      return withRows(reply, (row) => ({
        ...row,
        groups: (row.groups as readonly Row[]).map((group) => ({ ...group, full_path: `/${group.path}` })),
      }))
    },
  },
  {
    name: 'rule-unbound-never',
    says: 'An update that sends no `applies_to_all_protected_branches` sets it to true',
    caughtBy: 'approvals/rule-update-branches',
    fault: (request, next) =>
      next(
        calls(request, 'PUT /projects/:id/approval_rules/:approval_rule_id')
          ? withParams(request, (params) => ({ applies_to_all_protected_branches: true, ...params }))
          : request,
      ),
  },
  {
    name: 'approval-copies-stay',
    says: 'The copies of a deleted rule stay in open merge requests',
    caughtBy: 'approvals/copies-deleted',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (calls(request, `DELETE ${rule}`)) memory.set('deleted', 'yes')
      if (!calls(request, `GET ${onRequest}/approval_state`)) return reply
      const before = memory.get('state')
      if (!memory.has('deleted')) memory.set('state', reply.body)
      return memory.has('deleted') && before !== undefined ? { ...reply, body: before } : reply
    },
  },
  {
    name: 'approval-hidden-groups-replaced',
    says: 'Groups that are named for a rule replace those that the caller cannot see',
    caughtBy: 'approvals/hidden-groups',
    fault: (request, next) =>
      next(
        calls(request, `PUT ${rule}`)
          ? withParams(request, (params) =>
              Array.isArray(params.group_ids) && params.group_ids.length > 0
                ? { ...params, remove_hidden_groups: true }
                : params,
            )
          : request,
      ),
  },
  {
    name: 'approval-rule-stays-bound-to-all',
    says: 'A rule that was bound to all protected branches stays bound to them until an update says otherwise',
    caughtBy: 'approvals/rule-update-branches',
    fault: (request, next, { memory }) => {
      if (!calls(request, `PUT ${rule}`)) return next(request)
      const { applies_to_all_protected_branches: all } = paramsOf(request)
      if (all !== undefined) memory.set('all', String(all))
      return next(
        memory.get('all') === 'true'
          ? withParams(request, (params) => ({ ...params, applies_to_all_protected_branches: true }))
          : request,
      )
    },
  },
  {
    name: 'approval-blocked-approvers',
    says: 'Users who are blocked or banned stay eligible approvers',
    caughtBy: 'approvals/inactive-approvers',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (['block', 'ban'].some((how) => calls(request, `POST /users/:id/${how}`))) memory.set('gone', 'yes')
      if (!calls(request, `GET ${rule}`)) return reply
      const before = memory.get('rule')
      if (!memory.has('gone')) memory.set('rule', reply.body)
      return memory.has('gone') && before !== undefined ? { ...reply, body: before } : reply
    },
  },
  {
    name: 'approvals-approver-groups-bare',
    says: 'The approver groups of the approval status are not wrapped',
    caughtBy: 'approvals/status-approver-groups',
    fault: async (request, next) => {
      const reply = await next(request)
      const status = 'GET /projects/:id/merge_requests/:merge_request_iid/approvals'
      return calls(request, status) ? withRows(reply, (row) => ({ ...row, approver_groups: [{}] })) : reply
    },
  },
  {
    name: 'owned-names-as-comments',
    says: 'A line of `CODEOWNERS` that begins with a backslash and # is a comment',
    caughtBy: 'approvals/owned-names',
    fault: (request, next) => {
      const body = textOf(request.body ?? '')
      return next(
        calls(request, 'POST /projects/:id/repository/commits')
          ? { ...request, body: body.replace(String.raw`\\#`, '#') }
          : request,
      )
    },
  },
]

function readingStatus(request: Parameters<typeof calls>[0]) {
  const { body: _body, ...rest } = request
  return { ...rest, method: 'GET', url: pathOf(request.url).replace(/approve$/, 'approvals') }
}

function reading(request: Parameters<typeof calls>[0]) {
  const { body: _body, ...rest } = request
  return { ...rest, method: 'GET', url: pathOf(request.url) }
}

function countOf(list: Json | undefined): number {
  return list !== undefined && isRows(list) ? list.length : 0
}
