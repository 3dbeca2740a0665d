import { headOf, propose, suggest, write } from '../../arrange/suggestions.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, numberIn, refuses, says } from '../../kit/expect.ts'
import { missing, reasons } from '../../oracle/suggestions.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'

const apply = 'PUT /suggestions/:id/apply'

const batch = 'PUT /suggestions/batch_apply'

const needs = { repository: true } as const

const request = 'PUT /projects/:id/merge_requests/:merge_request_iid'

const SONG = 'one\ntwo\nthree\n'

const second = { path: 'song.txt', from: 2, to: 2, lines: ['TWO'] } as const

/** Neither alone nor in a batch. */
async function refused(stage: Stage, id: number, reason: string): Promise<void> {
  says(await stage.call(apply, { id }), 400, reason)
  says(await stage.call(batch, { ids: [id] }), 400, reason)
}

async function suggested(stage: Stage, edit: Parameters<typeof suggest>[2] = second) {
  const proposal = await propose(stage, 'edit', { 'song.txt': SONG })
  return { proposal, id: numberIn(await suggest(stage, proposal, edit), 'id') }
}

export const refusedApplied = check({
  id: 'suggestions/refused-applied',
  says: 'A suggestion that is applied already answers 400',
  source: 'suggestions#already-applied',
  level: 'must',
  covers: [apply, batch],
  needs,
  holds: async (stage) => {
    const { id } = await suggested(stage)
    answers(await stage.call(apply, { id }), 200)
    await refused(stage, id, reasons.applied)
  },
})

export const refusedChanged = check({
  id: 'suggestions/refused-changed',
  says: 'A suggestion whose lines have changed answers 400, with different texts for one line and for several',
  source: 'suggestions#lines-changed',
  level: 'must',
  covers: [apply, batch],
  needs,
  each: () => [[2, reasons.line] as const, [3, reasons.lines] as const],
  holds: async (stage, [to, reason]) => {
    const { id } = await suggested(stage, { ...second, to })
    await write(stage, 'edit', { 'song.txt': 'one\n2\nthree\n' })
    await refused(stage, id, reason)
  },
})

export const refusedNotOpen = check({
  id: 'suggestions/refused-not-open',
  says: 'A suggestion of a closed or merged merge request answers 400',
  source: 'suggestions#not-open',
  level: 'must',
  covers: [apply, batch],
  needs,
  each: () => ['close', 'merge'] as const,
  holds: async (stage, how) => {
    const { proposal, id } = await suggested(stage)
    const named = { id: stage.project.id, merge_request_iid: proposal.iid }
    const done =
      how === 'close'
        ? await stage.call(request, { ...named, state_event: 'close' })
        : await stage.call(`${request}/merge`, named)
    expectArranged(done)
    await refused(stage, id, how === 'close' ? reasons.closed : reasons.merged)
  },
})

export const refusedBranchDeleted = check({
  id: 'suggestions/refused-branch-deleted',
  says: 'A suggestion whose source branch is deleted answers 400',
  source: 'suggestions#branch-deleted',
  level: 'must',
  covers: [apply, batch],
  needs,
  holds: async (stage) => {
    const { id } = await suggested(stage)
    const params = { id: stage.project.id, branch: 'edit' }
    expectArranged(await stage.call('DELETE /projects/:id/repository/branches/:branch', params))
    await refused(stage, id, reasons.noBranch)
  },
})

export const refusedFileDeleted = check({
  id: 'suggestions/refused-file-deleted',
  says: 'A suggestion whose file is deleted answers 400',
  source: 'suggestions#file-missing',
  level: 'should',
  covers: [apply, batch],
  needs,
  holds: async (stage) => {
    const { id } = await suggested(stage)
    await write(stage, 'edit', { 'song.txt': '' }, 'delete')
    const reply = await stage.call(apply, { id })
    // A service that still has the old diff at hand tells of its lines.
    if (stage.dialect === undefined) answers(reply, 400)
    else says(reply, 400, reasons.noFile)
  },
})

export const refusedSameContent = check({
  id: 'suggestions/refused-same-content',
  says: 'A suggestion that equals the current content answers 400',
  source: 'suggestions#same-content',
  level: 'must',
  covers: [apply, batch],
  needs,
  holds: async (stage) => {
    const { id } = await suggested(stage, { ...second, lines: ['two'] })
    await refused(stage, id, reasons.same)
  },
})

export const refusedNotebook = check({
  id: 'suggestions/refused-notebook',
  says: 'A suggestion for a notebook (`.ipynb`) answers 400',
  source: 'suggestions#notebooks',
  level: 'should',
  covers: [apply, batch],
  needs,
  holds: async (stage) => {
    const proposal = await propose(stage, 'edit', { 'book.ipynb': '{}\n' })
    const edit = { path: 'book.ipynb', from: 1, to: 1, lines: ['{ }'] }
    const id = numberIn(await suggest(stage, proposal, edit), 'id')
    await refused(stage, id, reasons.notebook)
  },
})

export const batchSeveralBranches = check({
  id: 'suggestions/batch-several-branches',
  says: 'A batch of suggestions with different source branches answers 400 and applies none',
  source: 'suggestions#several-branches',
  level: 'must',
  covers: [batch],
  needs,
  holds: async (stage) => {
    const ids: number[] = []
    for (const branch of ['one', 'other']) {
      const proposal = await propose(stage, branch, { 'song.txt': SONG })
      ids.push(numberIn(await suggest(stage, proposal, second), 'id'))
    }
    says(await stage.call(batch, { ids }), 400, reasons.branches)
    for (const id of ids) answers(await stage.call(apply, { id }), 200)
  },
})

export const batchAllOrNothing = check({
  id: 'suggestions/batch-all-or-nothing',
  says: 'A batch with one suggestion that cannot be applied applies none',
  source: 'suggestions#all-or-nothing',
  level: 'must',
  covers: [batch],
  needs,
  holds: async (stage) => {
    const { proposal, id } = await suggested(stage)
    const none = { path: 'song.txt', from: 1, to: 1, lines: ['one'] }
    const same = numberIn(await suggest(stage, proposal, none), 'id')
    const before = (await headOf(stage, 'edit')).id
    says(await stage.call(batch, { ids: [id, same] }), 400, reasons.same)
    equals('the head', (await headOf(stage, 'edit')).id, before)
    answers(await stage.call(apply, { id }), 200)
  },
})

export const notFound = check({
  id: 'suggestions/not-found',
  says: 'An unknown suggestion answers 404, alone and in a batch, as does one that is sent twice in a batch',
  source: 'suggestions#unknown, suggestions#invalid-id, suggestions#batch-unknown, suggestions#batch-ids',
  level: 'must',
  covers: [apply, batch],
  needs,
  holds: async (stage) => {
    const { id } = await suggested(stage)
    const { call } = stage
    says(await call(apply, { id: 987_654_321 }), 404, missing.one)
    for (const ids of [[id, 987_654_321], [987_654_321], [id, id], 'a,b'])
      says(await call(batch, { ids }), 404, missing.several)
    refuses(await call(apply, { id: 'abc' }), 'id is invalid')
    refuses(await call(batch, {}), 'ids is missing')
    answers(await call(apply, { id }), 200)
  },
})
