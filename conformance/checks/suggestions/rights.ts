import { propose, suggest } from '../../arrange/suggestions.ts'
import { check } from '../../kit/check.ts'
import { answers, numberIn } from '../../kit/expect.ts'
import { forbidden, unauthorized } from '../../oracle/texts.ts'
import { arranged, expectArranged } from '../../run/stage.ts'
import { roles } from '../../targets/target.ts'

const apply = 'PUT /suggestions/:id/apply'

const batch = 'PUT /suggestions/batch_apply'

const needs = { repository: true } as const

const edit = { path: 'song.txt', from: 1, to: 1, lines: ['ONE'] } as const

const may = ['admin', 'owner', 'maintainer', 'developer']

export const rights = check({
  id: 'suggestions/rights',
  says: 'Applying a suggestion requires the right to push to the source branch: others get 403, anonymous callers 401',
  source: 'suggestions#rights, suggestions#rights-first',
  level: 'must',
  covers: [apply, batch],
  needs,
  each: () => roles,
  holds: async (stage, as) => {
    if (as !== 'anonymous' && !stage.has(as)) return stage.observe('no credential to try', as)
    const proposal = await propose(stage, 'edit', { 'song.txt': 'one\n' })
    const id = numberIn(await suggest(stage, proposal, edit, 'owner'), 'id')
    const calls = [() => stage.call(batch, { ids: [id] }, { as }), () => stage.call(apply, { id }, { as })]
    const refusal = as === 'anonymous' ? unauthorized : forbidden
    if (may.includes(as)) {
      answers(await stage.call(apply, { id }, { as }), 200)
      answers(await stage.call(apply, { id }, { as }), 400)
    } else for (const call of calls) answers(await call(), refusal.status, refusal.body)
  },
})

export const protectedSourceBranch = check({
  id: 'suggestions/protected-source-branch',
  says: 'A suggestion on a protected source branch is applied only by those who may push to it, which is checked before anything else',
  source: 'suggestions#rights, suggestions#rights-first',
  level: 'must',
  covers: [apply],
  needs,
  holds: async (stage) => {
    const { call, project } = stage
    if (!stage.has('developer')) return stage.skip('the target was given no developer credential')
    const proposal = await propose(stage, 'edit', { 'song.txt': 'one\n' })
    const id = numberIn(await suggest(stage, proposal, edit), 'id')
    const protection = { id: project.id, name: 'edit', push_access_level: 40 }
    arranged(await call('POST /projects/:id/protected_branches', protection))
    const as = 'developer' as const
    answers(await call(apply, { id }, { as }), forbidden.status, forbidden.body)
    answers(await call(apply, { id }), 200)
    answers(await call(apply, { id }, { as }), forbidden.status, forbidden.body)
  },
})

export const rightsToAll = check({
  id: 'suggestions/rights-to-all',
  says: 'A batch needs the right to push to the branch of each of its suggestions, in whichever order they are sent',
  source: 'suggestions#rights, suggestions#rights-first',
  level: 'must',
  covers: [batch],
  needs,
  holds: async (stage) => {
    const { call, project } = stage
    if (!stage.has('developer')) return stage.skip('the target was given no developer credential')
    const open = await propose(stage, 'open', { 'song.txt': 'one\n' })
    const closed = await propose(stage, 'edit', { 'song.txt': 'one\n' })
    const proposals = [open, closed, open]
    const ids: number[] = []
    for (const proposal of proposals) ids.push(numberIn(await suggest(stage, proposal, edit), 'id'))
    arranged(
      await call('POST /projects/:id/protected_branches', {
        id: project.id,
        name: 'edit',
        push_access_level: 40,
      }),
    )
    for (const both of [ids.slice(0, 2), ids.slice(1)])
      answers(await call(batch, { ids: both }, { as: 'developer' }), forbidden.status, forbidden.body)
  },
})

export const archivedProject = check({
  id: 'suggestions/archived-project',
  says: 'Applying a suggestion in an archived project answers 403',
  source: 'suggestions#archived-project',
  level: 'should',
  covers: [apply],
  needs,
  holds: async (stage) => {
    const proposal = await propose(stage, 'edit', { 'song.txt': 'one\n' })
    const id = numberIn(await suggest(stage, proposal, edit), 'id')
    expectArranged(await stage.call('POST /projects/:id/archive', { id: stage.project.id }))
    answers(await stage.call(apply, { id }), forbidden.status, forbidden.body)
  },
})
