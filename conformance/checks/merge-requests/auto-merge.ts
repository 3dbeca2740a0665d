import { mergeRequest, named } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, textIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'
import { pipeline, settled } from './head-pipeline.ts'

const path = '/projects/:id/merge_requests/:merge_request_iid'

const merge = `PUT ${path}/merge`

const common = {
  source: 'merge-requests#auto-merge-later',
  level: 'must',
  covers: [merge],
  needs: { repository: true },
} as const

/** A merge request that waits for its pipeline, at the owner's wish. */
async function waiting(stage: Stage, wishes: Row = {}): Promise<Row> {
  const row = await mergeRequest(stage, { branch: 'topic' })
  await pipeline(stage, row, 'running')
  const wish = { ...named(stage, row), merge_when_pipeline_succeeds: true, ...wishes }
  const reply = await stage.call(merge, wish, { as: 'owner' })
  answers(reply, 200)
  has(reply.row(), { state: 'opened', merge_when_pipeline_succeeds: true }, reply)
  return row
}

export const autoMergeWishes = check({
  ...common,
  id: 'merge-requests/auto-merge-wishes',
  says: 'A merge that waited for a pipeline squashes, uses both messages and removes the source branch as it was asked to',
  holds: async (stage) => {
    const { call, project } = stage
    const wishes = {
      squash: true,
      merge_commit_message: 'Merged as it was asked',
      squash_commit_message: 'Squashed as it was asked',
      should_remove_source_branch: true,
    }
    const row = await waiting(stage, wishes)
    await pipeline(stage, row, 'success')
    const after = await settled(stage, row, ({ state }) => state === 'merged')
    has(after, { state: 'merged', should_remove_source_branch: true })
    const titleOf = async (sha: string) =>
      (await call('GET /projects/:id/repository/commits/:sha', { id: project.id, sha })).row().title
    const squashed = await titleOf(textIn(after, 'squash_commit_sha'))
    equals('the title of the squash commit', squashed ?? null, wishes.squash_commit_message)
    const merged = await titleOf(textIn(after, 'merge_commit_sha'))
    equals('the title of the merge commit', merged ?? null, wishes.merge_commit_message)
    const branch = { id: project.id, branch: 'topic' }
    answers(await call('GET /projects/:id/repository/branches/:branch', branch), 404)
  },
})

export const autoMergeHindered = check<'draft' | 'role'>({
  ...common,
  id: 'merge-requests/auto-merge-hindered',
  says: 'A merge that waits for a pipeline is not carried out when the merge request has become a draft, or when who asked for it may not merge any more',
  each: () => ['draft', 'role'],
  needs: { repository: true, in: 'group' },
  holds: async (stage, hindrance) => {
    const { call, project } = stage
    const member = { id: project.id, user_id: stage.user('stranger').id }
    if (hindrance === 'role') {
      const invitation = { ...member, access_level: 40 }
      expectArranged(await call('POST /projects/:id/members', invitation, { as: 'owner' }))
      const row = await mergeRequest(stage, { branch: 'topic' })
      await pipeline(stage, row, 'running')
      const wish = { ...named(stage, row), merge_when_pipeline_succeeds: true }
      answers(await call(merge, wish, { as: 'stranger' }), 200)
      const removed = await call('DELETE /projects/:id/members/:user_id', member, { as: 'owner' })
      answers(removed, 204)
      await expectOpen(stage, row)
    } else {
      const row = await waiting(stage)
      const draft = { ...named(stage, row), title: `Draft: ${textIn(row, 'title')}` }
      expectArranged(await call(`PUT ${path}`, draft, { as: 'owner' }))
      await expectOpen(stage, row)
    }
  },
})

async function expectOpen(stage: Stage, row: Row): Promise<void> {
  await pipeline(stage, row, 'success')
  const { state = null } = await settled(stage, row, () => false)
  holds(state === 'opened', 'it stays open', state)
}
