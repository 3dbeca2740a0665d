import { setInstanceFeature } from '../../arrange/instance-settings.ts'
import { issue } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn, rowIn } from '../../kit/expect.ts'

const EPICS = '/groups/:id/epics'

export const quickActions = check({
  id: 'discussions/quick-actions',
  says: 'A note of nothing but quick actions answers 202 with what each has to say, or 400 where they have nothing to say, and `/promote` makes an epic of the issue',
  source:
    'discussions#quick-actions-only, discussions#quick-actions-refused, discussions#quick-action-promote',
  level: 'should',
  covers: ['POST /projects/:id/issues/:issue_iid/notes', `GET ${EPICS}`],
  needs: { in: 'group', tier: 'premium' },
  holds: async (stage) => {
    const { call, group } = stage
    const row = await issue(stage, { title: 'Large' })
    const here = { id: numberIn(row, 'project_id'), issue_iid: numberIn(row, 'iid') }
    const say = (body: string) => call('POST /projects/:id/issues/:issue_iid/notes', { ...here, body })
    const closed = await say('/close')
    answers(closed, 202)
    has(closed.row(), { commands_changes: { state_event: 'close' } }, closed)
    const again = await say('/close\n/weight 1')
    has(again.row(), { summary: ['Could not apply close command. Set weight to 1.'] }, again)
    answers(await say('/label ~"no such label"'), 400)
    answers(await say('/reopen'), 202)
    answers(await say('/promote'), 202)
    const shown = await call('GET /projects/:id/issues/:issue_iid', here)
    has(shown.row(), { state: 'closed' }, shown)
    const epics = await call(`GET ${EPICS}`, { id: group.id, state: 'opened' })
    equals('epics', epics.rows().length, 1)
  },
})

const NOTES = 'POST /projects/:id/issues/:issue_iid/notes'

const ISSUE = 'GET /projects/:id/issues/:issue_iid'

export const duplicate = check({
  id: 'discussions/duplicate-action',
  says: '`/duplicate` closes an issue, links it to the other one and says so on both; reopening makes it none',
  source: 'discussions#quick-action-duplicate, issues#reopened',
  level: 'should',
  covers: [NOTES, ISSUE, 'GET /projects/:id/issues/:issue_iid/links', 'PUT /projects/:id/issues/:issue_iid'],
  needs: { restores: true },
  holds: async (stage) => {
    const { call, project } = stage
    const open = async (title: string) => {
      const row = await issue(stage, { title })
      return { id: project.id, issue_iid: numberIn(row, 'iid') }
    }
    const [copy, original] = [await open('Copy'), await open('Original')]
    const failed = await call(NOTES, { ...copy, body: `/duplicate #${original.issue_iid + 1000}` })
    answers(failed, 202)
    has((await call(ISSUE, copy)).row(), { state: 'opened' })
    const done = await call(NOTES, { ...copy, body: `/duplicate #${original.issue_iid}` })
    answers(done, 202)
    has(done.row(), { summary: [`Marked this issue as a duplicate of #${original.issue_iid}.`] }, done)
    const shown = await call(ISSUE, copy)
    has(shown.row(), { state: 'closed' }, shown)
    const links = await call('GET /projects/:id/issues/:issue_iid/links', copy)
    equals(
      'the linked issues',
      links.rows().map(({ iid }) => iid ?? null),
      [original.issue_iid],
      links,
    )
    for (const [here, body] of [
      [copy, `marked this issue as a duplicate of #${original.issue_iid}`],
      [original, `marked #${copy.issue_iid} as a duplicate of this issue`],
    ] as const) {
      const notes = await call('GET /projects/:id/issues/:issue_iid/notes', here)
      const found = notes.rows().some((note) => note.system === true && note.body === body)
      holds(found, `a system note says: ${body}`, notes.json, notes)
    }
    if (!stage.has('admin')) return
    await setInstanceFeature(stage, 'closed_as_duplicate_of_issues_api', true)
    const linked = async () => rowIn((await call(ISSUE, copy)).row(), '_links').closed_as_duplicate_of ?? null
    const path = `/projects/${project.id}/issues/${original.issue_iid}`
    holds(String(await linked()).endsWith(path), 'the issue names the other one', await linked())
    answers(await call('PUT /projects/:id/issues/:issue_iid', { ...copy, state_event: 'reopen' }), 200)
    equals('what it is a duplicate of', await linked(), null)
  },
})

export const actionsForOneself = check({
  id: 'discussions/to-do-actions',
  says: '`/todo` adds a to-do item and `/done` completes it, each once; `/relate` links issues, `/remove_estimate` and `/remove_time_spent` reset times',
  source: 'discussions#quick-action-others',
  level: 'should',
  covers: [NOTES],
  holds: async (stage) => {
    const [one, other] = [await issue(stage, { title: 'One' }), await issue(stage, { title: 'Other' })]
    const here = { id: stage.project.id, issue_iid: numberIn(one, 'iid') }
    const say = (body: string) => stage.call(NOTES, { ...here, body })
    for (const [body, summary] of [
      ['/todo', 'Added a to do.'],
      ['/done', 'Marked to do as done.'],
      [`/relate #${numberIn(other, 'iid')}`, `Marked this issue as related to #${numberIn(other, 'iid')}.`],
    ] as const) {
      const reply = await say(body)
      answers(reply, 202)
      has(reply.row(), { summary: [summary] }, reply)
    }
    const links = await stage.call('GET /projects/:id/issues/:issue_iid/links', here)
    equals(
      'the linked issues',
      links.rows().map(({ iid }) => iid ?? null),
      [numberIn(other, 'iid')],
      links,
    )
    answers(await say('/estimate 2h\n/spend 1h'), 202)
    answers(await say('/remove_estimate\n/remove_time_spent'), 202)
    const shown = await stage.call(ISSUE, here)
    has(rowIn(shown.row(), 'time_stats'), { time_estimate: 0, total_time_spent: 0 }, shown)
  },
})
