import { check } from '../../kit/check.ts'
import { answers, has } from '../../kit/expect.ts'
import { expectArranged, isNoRoute } from '../../run/stage.ts'

const read = 'GET /projects/:id/approvals'

const write = 'POST /projects/:id/approvals'

export const lockedByGroup = check({
  id: 'approvals/locked-by-group',
  says: "A setting that the group above decides is ignored in an update of a project's approval configuration, and the other settings are updated",
  source: 'approvals#locked-settings, approvals#locked-by-group',
  level: 'should',
  covers: [read, write],
  needs: { tier: 'premium', in: 'top' },
  each: () => [
    { above: { allow_author_approval: false }, own: { merge_requests_author_approval: true }, held: false },
    {
      above: { allow_committer_approval: false },
      own: { merge_requests_disable_committers_approval: false },
      held: true,
    },
    {
      above: { allow_overrides_to_approver_list_per_merge_request: false },
      own: { disable_overriding_approvers_per_merge_request: false },
      held: true,
    },
    { above: { retain_approvals_on_push: false }, own: { reset_approvals_on_push: false }, held: true },
    { above: { require_password_to_approve: true }, own: { require_password_to_approve: false }, held: true },
  ],
  holds: async ({ call, group, project, skip }, { above, own, held }) => {
    // Whatever one call leaves out is decided with it in some releases, so all of it is sent.
    const open = {
      allow_author_approval: true,
      allow_committer_approval: true,
      allow_overrides_to_approver_list_per_merge_request: true,
      retain_approvals_on_push: true,
      require_password_to_approve: false,
    }
    const decision = { id: group.id, ...open, ...above }
    const decided = await call('PUT /groups/:id/merge_request_approval_setting', decision)
    if (isNoRoute(decided)) return skip('the target lets no group decide')
    expectArranged(decided)
    const [name] = Object.keys(own) as [string]
    const reply = await call(write, { id: project.id, ...own, approvals_before_merge: 1 })
    answers(reply, 201)
    has(reply.row(), { [name]: held, approvals_before_merge: 1 }, reply)
    const again = await call(read, { id: project.id })
    has(again.row(), { [name]: held }, again)
  },
})

export const lockedByInstallation = check({
  id: 'approvals/locked-by-installation',
  says: "A setting that the installation decides is ignored in an update of a project's approval configuration, and locked approval rules are written by administrators only",
  source: 'approvals#locked-settings, approvals#locked-by-installation, settings#merge-approval-locks',
  level: 'should',
  covers: [write, 'POST /projects/:id/approval_rules'],
  needs: { tier: 'premium', rewinds: true },
  each: () => [
    {
      setting: 'prevent_merge_requests_author_approval',
      own: { merge_requests_author_approval: true },
      held: false,
      rule: 201,
    },
    {
      setting: 'prevent_merge_requests_committers_approval',
      own: { merge_requests_disable_committers_approval: false },
      held: true,
      rule: 201,
    },
    {
      setting: 'disable_overriding_approvers_per_merge_request',
      own: { disable_overriding_approvers_per_merge_request: false },
      held: true,
      rule: 403,
    },
  ],
  holds: async (stage, { setting, own, held, rule }) => {
    const { call, project, user } = stage
    expectArranged(await call('PUT /application/settings', { [setting]: true }, { as: 'admin' }))
    // The service acts on its settings as they were a minute ago.
    await stage.wait(61)
    const [name] = Object.keys(own) as [string]
    const reply = await call(write, { id: project.id, ...own })
    answers(reply, 201)
    has(reply.row(), { [name]: held }, reply)
    const wish = { id: project.id, approvals_required: 1, user_ids: [user('owner').id] }
    answers(await call('POST /projects/:id/approval_rules', { ...wish, name: 'Reviewers' }), rule)
    const byAdmin = { ...wish, name: 'By an administrator' }
    answers(await call('POST /projects/:id/approval_rules', byAdmin, { as: 'admin' }), 201)
  },
})
