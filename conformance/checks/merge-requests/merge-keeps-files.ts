import { commit, mergeRequest, named } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals } from '../../kit/expect.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'

const on = '/projects/:id/merge_requests/:merge_request_iid'

interface Way {
  readonly merge_method: 'merge' | 'rebase_merge' | 'ff'
  readonly squash: boolean
  /** Whether the target branch has a commit that the source branch lacks. */
  readonly moved: boolean
  readonly commits: number
}

/** Every way to merge; fast-forward needs a source branch that has all of its target. */
const ways: readonly Way[] = (['merge', 'rebase_merge', 'ff'] as const).flatMap((merge_method) =>
  [true, false].flatMap((squash) =>
    [true, false].flatMap((moved) => [1, 2].map((commits) => ({ merge_method, squash, moved, commits }))),
  ),
)

export const mergeKeepsFiles = check<Way>({
  id: 'merge-requests/merge-keeps-files',
  says: 'After a merge the target branch has the files of both branches, however it is merged',
  source: 'merge-requests#merge-methods, merge-requests#squash',
  level: 'must',
  covers: [`PUT ${on}/merge`],
  needs: { repository: true },
  each: () => ways.filter(({ merge_method, moved }) => merge_method === 'merge' || !moved),
  holds: async (stage, { merge_method, squash, moved, commits }) => {
    const { call, project } = stage
    expectArranged(await call('PUT /projects/:id', { id: project.id, merge_method }))
    const row = await mergeRequest(stage, { branch: 'topic' })
    if (commits > 1) await commit(stage, { branch: 'topic', path: 'second.txt' })
    if (moved) await commit(stage, { branch: project.branch, path: 'moved-on.txt' })
    const before = [...(await files(stage, project.branch)), ...(await files(stage, 'topic'))]
    answers(await call(`PUT ${on}/merge`, { ...named(stage, row), squash }), 200)
    equals('the files afterwards', await files(stage, project.branch), [...new Set(before)].sort())
  },
})

/** The files of a branch, each with the id of what is in it. */
async function files({ call, project: { id } }: Stage, ref: string): Promise<readonly string[]> {
  const reply = await call('GET /projects/:id/repository/tree', { id, ref, per_page: 100 })
  answers(reply, 200)
  return reply
    .rows()
    .map((row) => `${row.path} ${row.id}`)
    .sort()
}

export const reopenedIsCurrent = check({
  id: 'merge-requests/reopened-is-current',
  says: 'A merge request that is reopened shows the head that its source branch has by then',
  source: 'merge-requests#diff-refs',
  level: 'should',
  covers: [`PUT ${on}`],
  needs: { repository: true },
  holds: async (stage) => {
    const { call } = stage
    const place = named(stage, await mergeRequest(stage, { branch: 'topic' }))
    answers(await call(`PUT ${on}`, { ...place, state_event: 'close' }), 200)
    const head = await commit(stage, { branch: 'topic', path: 'second.txt' })
    answers(await call(`PUT ${on}`, { ...place, state_event: 'reopen' }), 200)
    const reply = await call(`GET ${on}`, place)
    const { sha = null, diff_refs = null } = reply.row()
    equals('the head', sha, head, reply)
    equals('the head of the diff', (diff_refs as { head_sha?: string } | null)?.head_sha, head, reply)
  },
})
