import { branch, mergeRequest, named } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, textIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import type { Stage } from '../../run/stage.ts'

const REQUEST = '/projects/:id/merge_requests/:merge_request_iid'
const NOTES = `POST ${REQUEST}/notes`
const needs = { repository: true } as const

/** A merge request, to which quick actions are said. */
async function sayingTo(stage: Stage, name: string) {
  const here = named(stage, await mergeRequest(stage, { branch: name }))
  return {
    here,
    shown: async (): Promise<Row> => (await stage.call(`GET ${REQUEST}`, here)).row(),
    /** Says actions alone, and expects what is told of them. */
    says: async (body: string, summary: string, more: Params = {}): Promise<void> => {
      const reply = await stage.call(NOTES, { ...here, body, ...more })
      answers(reply, 202)
      has(reply.row(), { summary: [summary] }, reply)
    },
  }
}

export const approvalActions = check({
  id: 'discussions/approval-actions',
  says: '`/approve` and `/unapprove` are an approval of the caller and its end, and neither can be applied twice',
  source: 'discussions#quick-action-approve',
  level: 'should',
  covers: [NOTES, `GET ${REQUEST}/approvals`],
  needs: { ...needs, tier: 'premium' },
  holds: async (stage) => {
    const { call, user } = stage
    if (!stage.has('developer')) stage.unknown('nobody else is there who writes what the owner approves')
    const { here, says } = await sayingTo(stage, 'approved')
    const approvers = async () => {
      const reply = await call(`GET ${REQUEST}/approvals`, here)
      const given = reply.row().approved_by as readonly { readonly user: Row }[]
      return given.map(({ user: { id = null } }) => id)
    }
    await says('/unapprove', 'Could not apply unapprove command.')
    await says('/approve', 'Approved the current merge request.')
    equals('who approved', await approvers(), [user('owner').id])
    await says('/approve', 'Could not apply approve command.')
    await says('/unapprove', 'Unapproved the current merge request.')
    equals('who approved', await approvers(), [])
  },
})

export const branchActions = check({
  id: 'discussions/branch-actions',
  says: '`/target_branch` sets a branch that exists; `/draft` and `/ready` mark a merge request, and `/rebase` starts a rebase of an open one',
  source:
    'discussions#quick-action-branches, discussions#quick-action-draft, discussions#quick-action-rebase',
  level: 'should',
  covers: [NOTES, `GET ${REQUEST}`],
  needs,
  holds: async (stage) => {
    await branch(stage, 'other-target')
    const { says, shown } = await sayingTo(stage, 'retargeted')
    await says('/target_branch no-such-branch', 'Set target branch to no-such-branch.')
    has(await shown(), { target_branch: stage.project.branch })
    await says('/target_branch other-target', 'Set target branch to other-target.')
    has(await shown(), { target_branch: 'other-target' })
    await says('/ready', "No change to this merge request's draft status.")
    await says('/draft', 'Marked this merge request as a draft.')
    has(await shown(), { draft: true, title: 'Draft: retargeted' })
    await says('/ready', 'Marked this merge request as ready.')
    has(await shown(), { draft: false, title: 'retargeted' })
    await says('/rebase', 'Scheduled a rebase of branch retargeted.')
    await says('/close', 'Closed this merge request.')
    await says('/rebase', 'Could not apply rebase command.')
  },
})

export const mergeAction = check({
  id: 'discussions/merge-action',
  says: '`/merge` merges the head that the caller names, and nothing without it',
  source: 'discussions#quick-action-merge',
  level: 'should',
  covers: [NOTES, `GET ${REQUEST}`],
  needs,
  holds: async (stage) => {
    const { says, shown } = await sayingTo(stage, 'merged-by-words')
    await says('/merge', 'Merged this merge request.')
    const before = await shown()
    has(before, { state: 'opened' })
    const head = { merge_request_diff_head_sha: textIn(before, 'sha') }
    await says('/merge', 'Merged this merge request.', head)
    const after = await stage.until(shown, ({ state }) => state === 'merged', { seconds: 30 })
    has(after, { state: 'merged' })
    await says('/merge', 'Could not apply merge command.', head)
  },
})
