import { slug } from '../../kit/check.ts'
import { isRow, parseJson } from '../../kit/json.ts'
import type { Fault, Mutant } from '../mutant.ts'
import { calls, paramsOf, rowsOf, withoutParam, withParams, withRows } from '../wire.ts'

/** Ways in which one attribute goes wrong, all others being as they were sent. */
const ways = {
  /** It is not stored. */
  lost: (operation: string, attribute: string) => (request, next) =>
    next(
      calls(request, operation) ? withParams(request, (params) => withoutParam(params, attribute)) : request,
    ),
  /** It is answered, and not stored. */
  told: (operation: string, attribute: string) => async (request, next) => {
    const { [attribute]: sent } = paramsOf(request)
    if (!calls(request, operation) || sent === undefined) return next(request)
    const reply = await next(withParams(request, (params) => withoutParam(params, attribute)))
    return reply.status < 300 ? withRows(reply, (row) => ({ ...row, [attribute]: sent })) : reply
  },
  /** It is emptied by an update that does not send it. */
  emptied: (operation: string, attribute: string) => (request, next) =>
    next(
      calls(request, operation) ? withParams(request, (params) => ({ [attribute]: '', ...params })) : request,
    ),
  /** It is switched off by an update that does not send it. */
  off: (operation: string, attribute: string) => (request, next) =>
    next(
      calls(request, operation)
        ? withParams(request, (params) => ({ [attribute]: false, ...params }))
        : request,
    ),
  /** A list shows it as it was when the list showed it first. */
  stale:
    (operation: string, attribute: string) =>
    async (request, next, { memory }) => {
      const reply = await next(request)
      if (!calls(request, operation) || reply.status !== 200 || rowsOf(reply).length === 0) return reply
      return withRows(reply, (row) => {
        const key = `${operation} ${String(row.id)}`
        const before = parseJson(memory.get(key) ?? '')
        if (before === undefined) memory.set(key, JSON.stringify(row[attribute] ?? null))
        return isRow(row) && before !== undefined ? { ...row, [attribute]: before } : row
      })
    },
} satisfies { readonly [way: string]: (operation: string, attribute: string) => Fault }

const says: { readonly [way in keyof typeof ways]: string } = {
  lost: 'is not stored',
  told: 'is answered as it was sent, and not stored',
  emptied: 'is emptied by an update that does not send it',
  off: 'is switched off by an update that does not send it',
  stale: 'is listed as it was at first',
}

/** The way, the operation, the attribute, and the operation at which the law notices. */
type Planted = readonly [keyof typeof ways, string, string, string?]

const planted: readonly Planted[] = [
  ['lost', 'PUT /projects/:id/approval_rules/:approval_rule_id', 'approvals_required'],
  ['told', 'POST /projects/:id/approvals', 'require_password_to_approve'],
  ['off', 'PUT /projects/:id/merge_requests/:merge_request_iid', 'discussion_locked'],
  [
    'stale',
    'GET /groups/:id/merge_requests',
    'description',
    'PUT /projects/:id/merge_requests/:merge_request_iid',
  ],
  ['stale', 'GET /projects/:id/milestones', 'due_date', 'PUT /projects/:id/milestones/:milestone_id'],
  ['told', 'POST /projects/:id/feature_flags_user_lists', 'user_xids'],
  ['lost', 'POST /projects', 'only_allow_merge_if_all_discussions_are_resolved'],
  ['lost', 'PUT /projects/:id', 'lfs_enabled'],
  ['lost', 'POST /projects/user/:user_id', 'environments_access_level'],
  ['lost', 'POST /groups', 'share_with_group_lock'],
  ['lost', 'POST /groups/:id/member_roles', 'admin_web_hook'],
  ['told', 'POST /projects/:id/hooks', 'confidential_note_events'],
  ['off', 'PUT /groups/:id/hooks/:hook_id', 'enable_ssl_verification'],
  ['lost', 'POST /projects/:id/access_tokens', 'access_level'],
  ['emptied', 'PUT /projects/:id/badges/:badge_id', 'name'],
  ['lost', 'PUT /groups/:id/boards/:board_id', 'hide_closed_list'],
  ['lost', 'PUT /projects/:id/environments/:environment_id', 'tier'],
  ['told', 'POST /groups/:id/epics/:epic_iid/epics', 'confidential'],
  ['emptied', 'PUT /groups/:id/epics/:epic_iid', 'description'],
  ['lost', 'POST /projects/:id/feature_flags', 'active'],
  ['told', 'POST /broadcast_messages', 'font'],
  ['stale', 'GET /issues', 'weight', 'PUT /projects/:id/issues/:issue_iid'],
  ['emptied', 'PUT /projects/:id/labels/:name', 'description'],
  ['told', 'PATCH /projects/:id/packages/protection/rules/:package_protection_rule_id', 'package_type'],
  ['lost', 'PUT /projects/:id/variables/:key', 'variable_type'],
  ['lost', 'PUT /projects/:id/pipeline_schedules/:pipeline_schedule_id', 'cron'],
  ['told', 'POST /projects/:id/protected_branches', 'allow_force_push'],
  ['off', 'PUT /projects/:id/push_rule', 'member_check'],
  ['emptied', 'PUT /projects/:id/releases/:tag_name', 'description'],
  ['told', 'POST /projects/:id/remote_mirrors', 'keep_divergent_refs'],
  ['lost', 'PUT /projects/:id/snippets/:snippet_id', 'visibility'],
  ['emptied', 'PUT /topics/:id', 'description'],
  ['emptied', 'PUT /users/:id', 'pronouns'],
  ['lost', 'PUT /projects/:id/notification_settings', 'fixed_pipeline'],
  ['lost', 'POST /projects/:id/wikis', 'format'],
  ['told', 'PUT /groups/:id/merge_request_approval_setting', 'allow_committer_approval'],
  ['lost', 'PUT /projects/:id/protected_environments/:name', 'required_approval_count'],
  ['told', 'POST /user/keys', 'usage_type'],
]

/** Faults in single attributes, one family after the other. */
export const roundTripMutants: readonly Mutant[] = planted.map(([way, operation, attribute, noticed]) => ({
  name: `${way}-${attribute.replaceAll('_', '-')}-${slug(operation)}`,
  says: `\`${attribute}\` of ${operation} ${says[way]}`,
  caughtBy: `laws/round-trip/${slug(noticed ?? operation)}`,
  fault: ways[way](operation, attribute),
}))
