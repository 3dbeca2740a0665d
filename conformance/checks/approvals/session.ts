import fc from 'fast-check'
import { mergeRequest } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { numberIn } from '../../kit/expect.ts'
import { approve, unapprove } from '../../oracle/approval-commands/approve.ts'
import { configure } from '../../oracle/approval-commands/configure.ts'
import { approvalBranch, approvalCommands } from '../../oracle/approval-commands/index.ts'
import { merge } from '../../oracle/approval-commands/merge.ts'
import { push } from '../../oracle/approval-commands/push.ts'
import { readApprovals } from '../../oracle/approval-commands/read.ts'
import { addRule } from '../../oracle/approval-commands/rules.ts'
import {
  type ApprovalModel,
  type Approver,
  approvers,
  freshConfiguration,
  groupMembers,
} from '../../oracle/approvals.ts'
import { inTurn } from '../../oracle/commands/command.ts'
import { arranged, expectArranged, type Stage } from '../../run/stage.ts'

const request = '/projects/:id/merge_requests/:merge_request_iid'

export const session = check({
  id: 'approvals/session',
  says: 'Approval rules, configuration, approvals and merges behave in any order as the model predicts',
  source:
    'approvals#approved, approvals#approvals-required, approvals#approvals-left, approvals#approval-rules-left, approvals#user-can-approve, approvals#approve-roles, approvals#rules-overwritten, approvals#endpoints, approvals#overriding-disabled, approvals#reset-on-push, approvals#rule-approvals-left, approvals#approved-by, approvals#state-approved-by',
  level: 'must',
  after: ['approvals/rule-lifecycle'],
  covers: [
    'POST /projects/:id/approvals',
    'POST /projects/:id/approval_rules',
    'PUT /projects/:id/approval_rules/:approval_rule_id',
    'DELETE /projects/:id/approval_rules/:approval_rule_id',
    `GET ${request}/approvals`,
    `GET ${request}/approval_state`,
    `POST ${request}/approve`,
    `POST ${request}/unapprove`,
    `POST ${request}/approval_rules`,
    `PUT ${request}/approval_rules/:approval_rule_id`,
    `DELETE ${request}/approval_rules/:approval_rule_id`,
    `PUT ${request}/merge`,
  ],
  needs: { repository: true, tier: 'premium' },
  arrange: async (stage) => {
    for (const who of approvers) stage.user(who)
    const { id: project, inGroup } = { ...stage.project, inGroup: stage.inGroup }
    // Whatever the target's own defaults are, the model begins with those of the service.
    expectArranged(await stage.call('POST /projects/:id/approvals', { id: project, ...freshConfiguration }))
    const row = await mergeRequest(stage, { branch: approvalBranch })
    return { iid: numberIn(row, 'iid'), groupId: inGroup ? await approverGroup(stage) : undefined }
  },
  examples: [
    // A push takes back what all have approved.
    inTurn(approve('owner'), approve('maintainer'), push(approvalBranch), readApprovals('owner')),
    // An approval by somebody whom the rule does not ask.
    inTurn(
      addRule('project', { name: 'Backend', required: 1, users: ['maintainer'], group: false }),
      approve('reporter'),
      approve('owner'),
      readApprovals('owner'),
      merge(),
      approve('maintainer'),
      readApprovals('developer'),
      unapprove('maintainer'),
      merge(),
    ),
    // Rules of the merge request beside those of the project, until they may not differ.
    inTurn(
      addRule('project', { name: 'Backend', required: 1, users: ['maintainer'], group: true }),
      addRule('request', { name: 'Frontend', required: 2, users: ['owner', 'reporter'], group: false }),
      readApprovals('maintainer'),
      configure({ disable_overriding_approvers_per_merge_request: true }),
      addRule('request', { name: 'Security', required: 1, users: ['owner'], group: false }),
      approve('maintainer'),
      readApprovals('reporter'),
      push(approvalBranch),
      readApprovals('owner'),
    ),
  ],
  over: () => fc.commands([...approvalCommands], { maxCommands: 25 }),
  holds: async (stage, commands, { iid, groupId }) => {
    const model: ApprovalModel = {
      iid,
      groupId,
      configuration: freshConfiguration,
      projectRules: new Map(),
      requestRules: new Map(),
      approvals: [],
      merged: false,
      pushes: 0,
    }
    await fc.asyncModelRun(() => ({ model, real: stage }), commands)
    if (!model.merged) await readApprovals('owner').run(model, stage)
  },
})

/** A group below the throw-away group; the owner is a member by making it. */
async function approverGroup(stage: Stage): Promise<number> {
  const named = { name: 'The approvers', path: 'approvers', parent_id: stage.group.id }
  const id = numberIn(arranged(await stage.call('POST /groups', named)), 'id')
  for (const who of groupMembers.filter((it): it is Exclude<Approver, 'owner'> => it !== 'owner'))
    expectArranged(
      await stage.call('POST /groups/:id/members', { id, user_id: stage.user(who).id, access_level: 20 }),
    )
  return id
}
