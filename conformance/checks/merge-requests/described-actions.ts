import { label, mergeRequest, milestone, named } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals } from '../../kit/expect.ts'
import { isRow, isRows, type Json, type Row } from '../../kit/json.ts'
import type { Stage } from '../../run/stage.ts'

const create = 'POST /projects/:id/merge_requests'

const update = 'PUT /projects/:id/merge_requests/:merge_request_iid'

const needs = { repository: true, tier: 'premium' } as const

/** What quick actions change of a merge request, in few words. */
function shown(row: Row): Row {
  const people = (value: Json | undefined) =>
    isRows(value) ? value.map(({ username = null }) => username) : []
  const {
    description = null,
    title = null,
    state = null,
    milestone: planned,
    labels = null,
    draft = null,
  } = row
  return {
    description,
    title,
    state,
    draft,
    labels,
    milestone: isRow(planned) ? (planned.title ?? null) : null,
    assignees: people(row.assignees),
    reviewers: people(row.reviewers),
    estimate: isRow(row.time_stats) ? (row.time_stats.time_estimate ?? null) : null,
  }
}

interface Names {
  readonly one: string
  readonly other: string
}

async function arranged(stage: Stage): Promise<Names> {
  await label(stage, 'bug')
  await label(stage, 'in progress')
  await milestone(stage, { title: 'First one' })
  return { one: stage.user('developer').username, other: stage.user('maintainer').username }
}

const everything = ({ one, other }: Names) =>
  [
    'Text',
    '',
    `/assign @${one} @${other}`,
    `/assign_reviewer ${one}`,
    '/LABEL ~bug ~"in progress"',
    '/milestone %"First one"',
    '/title Said in the text',
    '/estimate 1h 30m',
    '/close',
  ].join('\n')

export const actionsAtCreation = check({
  id: 'merge-requests/actions-at-creation',
  says: 'The description of a new merge request names people, labels, milestone and estimate by quick actions; what needs a merge request that is there is left out',
  source: 'merge-requests#quick-actions, discussions#quick-actions-described',
  level: 'should',
  covers: [create],
  needs,
  holds: async (stage) => {
    const names = await arranged(stage)
    const { one, other } = names
    const row = await mergeRequest(stage, { branch: 'topic', as: 'owner', description: everything(names) })
    equals('the merge request', shown(row), {
      description: 'Text',
      title: 'topic',
      state: 'opened',
      draft: false,
      labels: ['bug', 'in progress'],
      milestone: 'First one',
      assignees: [one, other],
      reviewers: [one],
      estimate: 5400,
    })
  },
})

/** Descriptions one after the other, and what each of them makes of the merge request. */
const steps: readonly (readonly [description: string, changes: (names: Names) => Row])[] = [
  ['/unassign @ONE', ({ other }) => ({ assignees: [other] })],
  ['/assign @ONE', ({ one, other }) => ({ assignees: [one, other] })],
  ['/reassign @ONE', ({ one }) => ({ assignees: [one] })],
  ['/assign @nobody-of-that-name', ({ one }) => ({ assignees: [one] })],
  ['/unassign', () => ({ assignees: [] })],
  ['/reassign @OTHER', ({ other }) => ({ assignees: [other] })],
  ['/assign_reviewer @OTHER', ({ one, other }) => ({ reviewers: [one, other] })],
  ['/unassign_reviewer @ONE', ({ other }) => ({ reviewers: [other] })],
  ['/reassign_reviewer @ONE', ({ one }) => ({ reviewers: [one] })],
  ['/unassign_reviewer', () => ({ reviewers: [] })],
  ['/unlabel ~bug', () => ({ labels: ['in progress'] })],
  ['/relabel ~bug', () => ({ labels: ['bug'] })],
  ['/label ~"in progress" ~"not there"', () => ({ labels: ['bug', 'in progress'] })],
  ['/unlabel', () => ({ labels: [] })],
  ['/remove_milestone', () => ({ milestone: null })],
  ['/title Said in the text', () => ({ title: 'Said in the text' })],
  ['/remove_estimate', () => ({ estimate: 0 })],
  ['```\n/close\n```', () => ({})],
  ['/close', () => ({ state: 'closed' })],
  ['/reopen', () => ({ state: 'opened' })],
]

export const actionsOfUpdates = check({
  id: 'merge-requests/actions-of-updates',
  says: 'The description of a changed merge request adds, replaces and removes people and labels by quick actions, and changes its state; in a block of code they are text',
  source: 'merge-requests#quick-actions, discussions#quick-actions-described, discussions#quick-actions',
  level: 'should',
  covers: [update],
  needs,
  holds: async (stage) => {
    const names = await arranged(stage)
    const row = await mergeRequest(stage, { branch: 'topic', as: 'owner', description: everything(names) })
    let expected = shown(row)
    for (const [action, changes] of steps) {
      const words = action.replace('ONE', names.one).replace('OTHER', names.other)
      const reply = await stage.call(update, { ...named(stage, row), description: `Now\n\n${words}` })
      answers(reply, 200)
      const description = action.startsWith('/') ? 'Now' : `Now\n\n${words}`
      expected = { ...expected, ...changes(names), description }
      equals(`the merge request after ${action}`, inOrder(shown(reply.row())), inOrder(expected), reply)
    }
  },
})

/** In which order people come who are added one by one is left open. */
function inOrder(row: Row): Row {
  const sorted = (value: Json | undefined) => (Array.isArray(value) ? [...value].map(String).sort() : [])
  return { ...row, assignees: sorted(row.assignees), reviewers: sorted(row.reviewers) }
}
