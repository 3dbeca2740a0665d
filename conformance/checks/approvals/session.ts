import fc from 'fast-check'
import { mergeRequest } from '../../arrange/records.ts'
import { check } from '../../check.ts'
import { numberIn } from '../../expect.ts'
import { approvalBranch, approvalCommands } from '../../oracle/approval-commands/index.ts'
import { readApprovals } from '../../oracle/approval-commands/read.ts'
import {
  type ApprovalModel,
  type Approver,
  approvers,
  freshConfiguration,
  groupMembers,
} from '../../oracle/approvals.ts'
import { arranged, expectArranged, type Stage } from '../../stage.ts'

const request = '/projects/:id/merge_requests/:merge_request_iid'

export const session = check({
  id: 'approvals/session',
  says: 'After any session of writing rules, configuring, approving, withdrawing, pushing and merging, who may approve and what is missing is what a model predicts',
  source: 'specification 1, Merge request approvals; dossier 1, 10.2 to 10.8',
  level: 'must',
  after: ['approvals/rule-lives'],
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
  const named = { name: 'approvers', path: 'approvers', parent_id: stage.group.id }
  const id = numberIn(arranged(await stage.call('POST /groups', named)), 'id')
  for (const who of groupMembers.filter((it): it is Exclude<Approver, 'owner'> => it !== 'owner'))
    expectArranged(
      await stage.call('POST /groups/:id/members', { id, user_id: stage.user(who).id, access_level: 20 }),
    )
  return id
}
