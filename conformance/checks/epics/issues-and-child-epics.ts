import { issue } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, lacks, numberIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import { hasLater } from '../../kit/later.ts'
import type { Params } from '../../kit/query.ts'
import { arranged } from '../../run/stage.ts'

const EPICS = '/groups/:id/epics'

const EPIC = `${EPICS}/:epic_iid`

export const issuesAndChildEpics = check({
  id: 'epics/issues-and-child-epics',
  says: 'The issues of an epic have an order in which they are moved, and an epic has child epics but never itself below itself',
  source:
    'epics#issue-add, epics#issue-order, epics#issue-move, epics#issue-remove, epics#child-add, epics#child-circle, epics#child-remove, epics#later-issue-shape',
  level: 'should',
  covers: [
    `GET ${EPIC}/issues`,
    `POST ${EPIC}/issues/:epic_issue_id`,
    `PUT ${EPIC}/issues/:epic_issue_id`,
    `DELETE ${EPIC}/issues/:epic_issue_id`,
    `GET ${EPIC}/epics`,
    `POST ${EPIC}/epics/:child_epic_id`,
    `DELETE ${EPIC}/epics/:child_epic_id`,
  ],
  needs: { in: 'group', tier: 'ultimate' },
  holds: async (stage) => {
    const { call, group } = stage
    const { id } = group
    const epic = async (title: string) => arranged(await call(`POST ${EPICS}`, { id, title }))
    const first = await epic('First')
    const second = await epic('Second')
    const at = { id, epic_iid: numberIn(first, 'iid') }
    const parts: number[] = []
    for (const title of ['One', 'Two']) {
      const row = await issue(stage, { title })
      const added = await call(`POST ${EPIC}/issues/:epic_issue_id`, {
        ...at,
        epic_issue_id: numberIn(row, 'id'),
      })
      answers(added, 201)
      parts.push(numberIn(added.row(), 'id'))
    }
    const titles = async () => (await call(`GET ${EPIC}/issues`, at)).rows().map((row) => row.title ?? '')
    equals('the issues', await titles(), ['Two', 'One'])
    const listed = await call(`GET ${EPIC}/issues`, at)
    const later = {
      'epics#later-issue-shape': { has_tasks: ['boolean'], _links: ['object'], references: ['object'] },
    } as const
    for (const row of listed.rows()) await hasLater(stage, row, later, listed)
    const [one = 0, two = 0] = parts
    const move = `PUT ${EPIC}/issues/:epic_issue_id`
    answers(await call(move, { ...at, epic_issue_id: two, move_before_id: one }), 200)
    equals('the issues', await titles(), ['One', 'Two'])
    answers(await call(move, { ...at, epic_issue_id: two, move_after_id: one }), 200)
    equals('the issues', await titles(), ['Two', 'One'])
    answers(await call(`DELETE ${EPIC}/issues/:epic_issue_id`, { ...at, epic_issue_id: two }), 200)
    equals('the issues', await titles(), ['One'])
    const child = { ...at, child_epic_id: numberIn(second, 'id') }
    const added = await call(`POST ${EPIC}/epics/:child_epic_id`, child)
    answers(added, 201)
    has(added.row(), { parent_id: first.id ?? null, parent_iid: first.iid ?? null }, added)
    const circle = { id, epic_iid: numberIn(second, 'iid'), child_epic_id: numberIn(first, 'id') }
    answers(await call(`POST ${EPIC}/epics/:child_epic_id`, circle), 400)
    answers(await call(`DELETE ${EPIC}/epics/:child_epic_id`, child), 200)
    equals('the epics below', (await call(`GET ${EPIC}/epics`, at)).json, [])
  },
})

export const childEpicsMove = check({
  id: 'epics/child-epics-move',
  says: 'A child epic is moved behind the one that comes before it, or ahead of the one that comes after it',
  source: 'epics#child-create, epics#child-move',
  level: 'should',
  covers: [`POST ${EPIC}/epics`, `PUT ${EPIC}/epics/:child_epic_id`],
  needs: { in: 'group', tier: 'ultimate' },
  holds: async ({ call, group }) => {
    const { id } = group
    const whole = arranged(await call(`POST ${EPICS}`, { id, title: 'Whole' }))
    const at = { id, epic_iid: numberIn(whole, 'iid') }
    const ids: number[] = []
    for (const title of ['One', 'Two', 'Three'])
      ids.push(numberIn(arranged(await call(`POST ${EPIC}/epics`, { ...at, title })), 'id'))
    const [one = 0, two = 0, three = 0] = ids
    const moved = async (child_epic_id: number, neighbours: Params) => {
      const answer = await call(`PUT ${EPIC}/epics/:child_epic_id`, { ...at, child_epic_id, ...neighbours })
      answers(answer, 200)
      return answer.rows().map((row) => row.title ?? '')
    }
    equals('the epics', await moved(one, { move_before_id: two }), ['Two', 'One', 'Three'])
    equals('the epics', await moved(three, { move_after_id: two }), ['Three', 'Two', 'One'])
    equals('the epics', await moved(three, { move_before_id: two, move_after_id: one }), [
      'Two',
      'Three',
      'One',
    ])
    const lost = { ...at, child_epic_id: one, move_before_id: numberIn(whole, 'id') }
    answers(await call(`PUT ${EPIC}/epics/:child_epic_id`, lost), 404)
  },
})

export const secrecyOfEpics = check({
  id: 'epics/secrecy',
  says: 'Below a confidential epic are only confidential ones, and an epic with public parts does not become confidential',
  source: 'epics#secrecy',
  level: 'should',
  covers: [`POST ${EPIC}/epics`, `PUT ${EPIC}`],
  needs: { in: 'group', tier: 'ultimate' },
  holds: async (stage) => {
    const { call, group } = stage
    const { id } = group
    const placed = async (title: string, confidential: boolean) => {
      const row = arranged(await call(`POST ${EPICS}`, { id, title, confidential }))
      return { id, epic_iid: numberIn(row, 'iid') }
    }
    const secret = await placed('Secret', true)
    const below = await call(`POST ${EPIC}/epics`, { ...secret, title: 'Below', confidential: false })
    const message = 'A non-confidential epic cannot be assigned to a confidential parent epic'
    answers(below, 400, { message: { confidential: [message] } })
    const taken = await call(`POST ${EPIC}/epics`, { ...secret, title: 'Below' })
    answers(taken, 201)
    const kept = await call(`GET ${EPIC}`, { id, epic_iid: numberIn(taken.row(), 'iid') })
    has(kept.row(), { confidential: true }, kept)
    const open = await placed('Open', false)
    answers(await call(`POST ${EPIC}/epics`, { ...open, title: 'Seen' }), 201)
    answers(await call(`PUT ${EPIC}`, { ...open, confidential: true }), 400)
    const parted = await placed('Parted', false)
    const epic_issue_id = numberIn(await issue(stage, { title: 'Part' }), 'id')
    arranged(await call(`POST ${EPIC}/issues/:epic_issue_id`, { ...parted, epic_issue_id }))
    const refused = await call(`PUT ${EPIC}`, { ...parted, confidential: true })
    const why = 'Cannot make the epic confidential if it contains non-confidential issues'
    answers(refused, 400, { message: { confidential: [why] } })
  },
})

export const epicOfIssue = check({
  id: 'epics/epic-of-issue',
  says: 'An issue of a group shows the epic that it is part of',
  source: 'issues#shape',
  level: 'should',
  covers: ['GET /projects/:id/issues/:issue_iid'],
  needs: { in: 'group', tier: 'premium' },
  holds: async (stage) => {
    const { call, project, group } = stage
    const part = await issue(stage, { title: 'Part' })
    const named = { id: project.id, issue_iid: numberIn(part, 'iid') }
    const alone = await call('GET /projects/:id/issues/:issue_iid', named)
    has(alone.row(), { epic: null, epic_iid: null, iteration: null }, alone)
    const epic = arranged(await call(`POST ${EPICS}`, { id: group.id, title: 'Whole' }))
    const place = { id: group.id, epic_iid: numberIn(epic, 'iid') }
    answers(
      await call(`POST ${EPIC}/issues/:epic_issue_id`, { ...place, epic_issue_id: numberIn(part, 'id') }),
      201,
    )
    const shown = await call('GET /projects/:id/issues/:issue_iid', named)
    has(shown.row(), { epic_iid: place.epic_iid }, shown)
    equals('the epic', (shown.row().epic as Row).title, 'Whole', shown)
  },
})

export const endDateOfIssueEpic = check({
  id: 'epics/end-date-in-issue',
  says: 'The epic of an issue shows its end date in words, and no such field without one',
  source: 'epics#end-date-in-issue',
  level: 'should',
  covers: ['GET /projects/:id/issues/:issue_iid'],
  needs: { in: 'group', tier: 'premium' },
  each: () => [null, '2031-02-03', '2031-12-24'],
  holds: async (stage, due_date_fixed: string | null) => {
    const { call, group } = stage
    const dates = due_date_fixed === null ? {} : { due_date_fixed, due_date_is_fixed: true }
    const epic = arranged(await call(`POST ${EPICS}`, { id: group.id, title: 'Dated', ...dates }))
    const row = await issue(stage, { title: 'Part' })
    const part = { id: group.id, epic_iid: numberIn(epic, 'iid'), epic_issue_id: numberIn(row, 'id') }
    arranged(await call(`POST ${EPIC}/issues/:epic_issue_id`, part))
    const here = { id: numberIn(row, 'project_id'), issue_iid: numberIn(row, 'iid') }
    const shown = (await call('GET /projects/:id/issues/:issue_iid', here)).row().epic as Row
    if (due_date_fixed === null) lacks(shown, ['human_readable_end_date'])
    else
      has(shown, {
        human_readable_end_date: due_date_fixed === '2031-02-03' ? 'Feb 3, 2031' : 'Dec 24, 2031',
      })
  },
})
