import fc from 'fast-check'
import { commit, mergeRequest, named } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { textIn } from '../../kit/expect.ts'
import { Failure } from '../../kit/finding.ts'
import { isRow, type Row } from '../../kit/json.ts'
import { drawn, isExplained, type Made, type Sequential } from '../../oracle/histories/history.ts'
import type { Stage } from '../../run/stage.ts'

const ONE = '/projects/:id/merge_requests/:merge_request_iid'

const acts = ['merge', 'close', 'reopen'] as const
type Act = (typeof acts)[number]
interface Became {
  /** opened, closed or merged. */
  readonly state: string
  readonly merges: number
}

/** A merge request is merged once, while it is open. What is refused changes nothing. */
const model: Sequential<Became, Act> = {
  key: ({ state, merges }) => `${state} ${merges}`,
  after: (before, act, { status }) => {
    if (status >= 300) return before
    if (act === 'merge')
      return before.state === 'opened' ? { state: 'merged', merges: before.merges + 1 } : undefined
    // What is merged stays so.
    if (before.state === 'merged') return before
    return { ...before, state: act === 'close' ? 'closed' : 'opened' }
  },
}

function send({ call }: Stage, one: { readonly id: number; readonly merge_request_iid: number }, act: Act) {
  if (act === 'merge') return call(`PUT ${ONE}/merge`, one)
  return call(`PUT ${ONE}`, { ...one, state_event: act })
}

/** Commits of the target branch that merge something. */
async function merges({ call, project: { id, branch } }: Stage): Promise<number> {
  const params = { id, ref_name: branch, per_page: 100 }
  const rows = (await call('GET /projects/:id/repository/commits', params)).rows()
  return rows.filter(({ parent_ids }) => Array.isArray(parent_ids) && parent_ids.length > 1).length
}

export const mergedOnce = check<readonly Act[]>({
  id: 'merge-requests/concurrent-calls',
  says: 'A merge request that several callers merge, close and reopen at once is merged at most once',
  source: 'conventions#concurrent-calls, merge-requests#merge',
  level: 'should',
  covers: [`PUT ${ONE}/merge`, `PUT ${ONE}`],
  needs: { repository: true, writes: true },
  hardy: true,
  races: true,
  share: 0.3,
  over: () => fc.array(fc.constantFrom(...acts), { minLength: 2, maxLength: 4 }),
  examples: [['merge', 'merge']],
  holds: async (stage, together) => {
    const topic = `topic-${stage.calls.length}`
    const row = await mergeRequest(stage, { branch: topic, title: topic, as: 'owner' })
    // Both branches go on, so that a merge needs a commit.
    await commit(stage, { branch: stage.project.branch, path: `beside-${topic}.txt` })
    const one = named(stage, row)
    const before = await merges(stage)
    const made: Made<Act>[] = []
    let now = 0
    const act = async (it: Act, lane: number) => {
      const began = ++now
      const { status, json } = await send(stage, one, it)
      const seen = { status, row: isRow(json) ? (json as Row) : undefined }
      made.push({ call: it, lane, began, ended: ++now, seen })
    }
    const acted = await Promise.allSettled(together.map(act))
    for (const it of acted) if (it.status === 'rejected') throw it.reason
    const read = async () => ({
      state: textIn((await stage.call(`GET ${ONE}`, one)).row(), 'state'),
      merges: (await merges(stage)) - before,
    })
    const explains = (seen: Became) =>
      isExplained(made, { state: 'opened', merges: 0 }, model, (end) => model.key(end) === model.key(seen))
    const seen = await stage.until(read, explains, { seconds: 5 })
    if (explains(seen)) return
    throw new Failure({
      title: 'no order of calls at once explains what became of a merge request',
      expected: 'that some order of the calls explains it',
      actual: `\n${drawn(made, (it) => it)}\n      after: ${seen.state}, merged ${seen.merges} times`,
      operation: `PUT ${ONE}/merge`,
    })
  },
})
