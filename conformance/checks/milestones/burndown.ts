import { issue, milestone } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, holds, numberIn, says, textIn } from '../../kit/expect.ts'
import { expectArranged } from '../../run/stage.ts'

const burndown = 'GET /projects/:id/milestones/:milestone_id/burndown_events'

export const burndownWithoutDates = check({
  id: 'milestones/burndown-without-dates',
  says: 'A milestone without a start date or a due date has no burndown events',
  source: 'milestones#burndown-dates',
  level: 'must',
  covers: [burndown],
  needs: { tier: 'premium' },
  each: () => [{}, { start_date: '2020-01-01' }, { due_date: '2040-01-01' }],
  holds: async (stage, dates) => {
    const milestone_id = numberIn(await milestone(stage, { title: 'open', ...dates }), 'id')
    await issue(stage, { title: 'a', milestone_id })
    answers(await stage.call(burndown, { id: stage.project.id, milestone_id }), 200, [])
  },
})

export const burndownEvents = check({
  id: 'milestones/burndown-events',
  says: 'Burndown events tell the creation, closing and reopening of each issue in the order of time',
  source: 'milestones#burndown-order',
  level: 'must',
  covers: [burndown],
  needs: { tier: 'premium' },
  holds: async (stage) => {
    const { call, project } = stage
    const row = await milestone(stage, { title: 'open', start_date: '2020-01-01', due_date: '2090-01-01' })
    const milestone_id = numberIn(row, 'id')
    const held = await issue(stage, { title: 'a', milestone_id })
    await issue(stage, { title: 'not in it' })
    for (const state_event of ['close', 'reopen', 'close']) {
      const params = { id: project.id, issue_iid: numberIn(held, 'iid'), state_event }
      expectArranged(await call('PUT /projects/:id/issues/:issue_iid', params))
    }
    const reply = await call(burndown, { id: project.id, milestone_id })
    answers(reply, 200)
    const told = reply.rows()
    equals(
      'the actions',
      told.map((event) => event.action ?? null),
      ['created', 'closed', 'reopened', 'closed'],
      reply,
    )
    const times = told.map((event) => textIn(event, 'created_at'))
    equals('the times', times, [...times].sort(), reply)
    equals('the first time', times[0], held.created_at, reply)
    holds(
      told.every((event) => event.weight === null),
      'no weight was given',
      told.map((event) => event.weight ?? null),
      reply,
    )
  },
})

export const burndownGivenTime = check({
  id: 'milestones/burndown-given-time',
  says: 'The creation of an issue that was given its `created_at` is a burndown event of that time',
  source: 'milestones#burndown-created, issues#backdating',
  level: 'should',
  covers: [burndown],
  needs: { tier: 'premium' },
  holds: async (stage) => {
    const row = await milestone(stage, { title: 'given', start_date: '2001-01-01', due_date: '2001-03-01' })
    const milestone_id = numberIn(row, 'id')
    const held = await issue(stage, { title: 'old', milestone_id, created_at: '2001-02-03T04:05:06Z' })
    const reply = await stage.call(burndown, { id: stage.project.id, milestone_id })
    answers(reply, 200)
    const told = reply.rows().map((event) => [event.action ?? null, event.created_at ?? null])
    equals('the events', told, [['created', held.created_at ?? null]], reply)
  },
})

export const burndownUntilDueDate = check({
  id: 'milestones/burndown-until-due-date',
  says: 'Issues that were created after the due date have no burndown events',
  source: 'milestones#burndown-issues',
  level: 'must',
  covers: [burndown],
  needs: { tier: 'premium' },
  holds: async (stage) => {
    const row = await milestone(stage, { title: 'past', start_date: '2001-01-01', due_date: '2001-02-01' })
    const milestone_id = numberIn(row, 'id')
    await issue(stage, { title: 'too late', milestone_id })
    answers(await stage.call(burndown, { id: stage.project.id, milestone_id }), 200, [])
  },
})

export const burndownEnds = check({
  id: 'milestones/burndown-ends',
  says: 'What happens to an issue after the due date is no burndown event',
  source: 'milestones#burndown-ends',
  level: 'must',
  covers: [burndown],
  needs: { tier: 'premium' },
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    const today = textIn((await call('GET /projects/:id', { id })).row(), 'last_activity_at')
    const due_date = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10)
    const row = await milestone(stage, { title: 'soon over', start_date: '2020-01-01', due_date })
    const milestone_id = numberIn(row, 'id')
    const held = await issue(stage, { title: 'closed too late', milestone_id })
    await stage.wait(3 * 86_400)
    const close = { id, issue_iid: numberIn(held, 'iid'), state_event: 'close' }
    expectArranged(await call('PUT /projects/:id/issues/:issue_iid', close))
    const reply = await call(burndown, { id, milestone_id })
    const actions = reply.rows().map((event) => event.action ?? null)
    equals('the actions', actions, ['created'], reply)
  },
})

export const burndownVisibleIssues = check({
  id: 'milestones/burndown-visible-issues',
  says: 'Issues that the caller does not see have no burndown events',
  source: 'milestones#burndown-issues',
  level: 'must',
  covers: [burndown],
  needs: { tier: 'premium' },
  holds: async (stage) => {
    const row = await milestone(stage, { title: 'open', start_date: '2020-01-01', due_date: '2090-01-01' })
    const params = { id: stage.project.id, milestone_id: numberIn(row, 'id') }
    await issue(stage, { title: 'secret', milestone_id: params.milestone_id, confidential: true })
    answers(await stage.call(burndown, params, { as: 'guest' }), 200, [])
    equals(
      'the events told to a reporter',
      (await stage.call(burndown, params, { as: 'reporter' })).rows().length,
      1,
    )
  },
})

export const burndownWithoutPlan = check({
  id: 'milestones/burndown-without-plan',
  says: 'Burndown events answer 405 without the premium plan',
  source: 'milestones#burndown-plan, conventions#method-not-allowed, conventions#tiers',
  level: 'should',
  covers: [burndown],
  needs: { tier: 'unlicensed' },
  holds: async (stage) => {
    const row = await milestone(stage, { title: 'open', start_date: '2020-01-01', due_date: '2040-01-01' })
    const reply = await stage.call(burndown, { id: stage.project.id, milestone_id: numberIn(row, 'id') })
    says(reply, 405, 'Milestone does not support burndown chart')
  },
})

export const burndownPages = check({
  id: 'milestones/burndown-pages',
  says: 'Burndown events come in pages like other lists, and all at once in the real service',
  source: 'milestones#burndown-order',
  level: 'must',
  covers: [burndown],
  needs: { tier: 'premium' },
  holds: async (stage) => {
    const { call, project } = stage
    const row = await milestone(stage, { title: 'open', start_date: '2020-01-01', due_date: '2090-01-01' })
    const milestone_id = numberIn(row, 'id')
    for (const title of ['a', 'b', 'c']) await issue(stage, { title, milestone_id })
    const reply = await call(burndown, { id: project.id, milestone_id, per_page: 2, page: 2 })
    answers(reply, 200)
    await stage.differs('F27', {
      specification: () => {
        equals('how many events the second page has', reply.rows().length, 1, reply)
        equals('X-Total', reply.headers['x-total'], '3', reply)
      },
      real: () => {
        equals('how many events there are', reply.rows().length, 3, reply)
        equals('X-Total', reply.headers['x-total'], undefined, reply)
      },
    })
  },
})
