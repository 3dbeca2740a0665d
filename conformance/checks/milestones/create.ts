import fc from 'fast-check'
import { groupMilestone, milestone } from '../../arrange/records.ts'
import { awkwardTexts } from '../../draw/hostile.ts'
import { words } from '../../draw/params.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn, refuses, says, textIn } from '../../kit/expect.ts'
import { dateErrors, failedTo, isExpired, normalisedDate, titleShown } from '../../oracle/milestones.ts'

const create = 'POST /projects/:id/milestones'

const read = 'GET /projects/:id/milestones/:milestone_id'

const dates = fc.constantFrom('2019-01-31', '20240229', '2030-02-01', '20300301', '2030-12-31')

const wishes = fc.record(
  {
    title: fc.oneof(words, fc.constantFrom(...awkwardTexts)),
    description: fc.oneof(words, fc.constant('')),
    start_date: dates,
    due_date: dates,
  },
  { requiredKeys: ['title'] },
)

interface Wish {
  readonly title: string
  readonly description?: string
  readonly start_date?: string
  readonly due_date?: string
}

export const createCheck = check({
  id: 'milestones/create',
  says: 'A created milestone is answered with 201 and all its fields, and reading and listing show the same; a due date that does not follow the start date answers 400',
  source:
    'milestones#create, milestones#fields, milestones#date-order, milestones#iids, conventions#web-urls, milestones#description, milestones#web-url, milestones#states',
  level: 'must',
  covers: [create, read, 'GET /projects/:id/milestones'],
  over: () => wishes,
  holds: async ({ call, project }, wish: Wish) => {
    const reply = await call(create, { id: project.id, ...wish })
    const start = wish.start_date === undefined ? null : normalisedDate(wish.start_date)
    const due = wish.due_date === undefined ? null : normalisedDate(wish.due_date)
    const title = titleShown(wish.title)
    const errors = { ...dateErrors(start, due), ...(title === '' && { title: "can't be blank" }) }
    if (Object.keys(errors).length > 0) return says(reply, 400, failedTo('create', errors))
    answers(reply, 201)
    const row = reply.row()
    const { description = null } = wish
    const times = { created_at: textIn(row, 'created_at'), updated_at: textIn(row, 'created_at') }
    const expired = isExpired(due, times.created_at)
    has(
      row,
      {
        iid: 1,
        project_id: project.id,
        title,
        description,
        state: 'active',
        start_date: start,
        due_date: due,
        expired,
        ...times,
      },
      reply,
    )
    holds(
      textIn(row, 'web_url').endsWith(`/${project.path}/-/milestones/1`),
      'web_url leads to the milestone',
      row.web_url,
      reply,
    )
    const again = await call(read, { id: project.id, milestone_id: numberIn(row, 'id') })
    equals('the milestone read again', again.json, row, again)
    const listed = await call('GET /projects/:id/milestones', { id: project.id })
    equals('the list', listed.json, [row], listed)
  },
})

export const timestamps = check({
  id: 'milestones/timestamps',
  says: 'Times are ISO 8601 in UTC with three decimals, and dates are YYYY-MM-DD',
  source: 'conventions#timestamps, milestones#dates',
  level: 'must',
  covers: [create],
  holds: async (stage) => {
    const row = await milestone(stage, { title: 'a', due_date: '20300105' })
    holds(
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(textIn(row, 'created_at')),
      'created_at has three decimals and a Z',
      row.created_at,
    )
    equals('due_date', row.due_date, '2030-01-05')
  },
})

export const titleTrimmed = check({
  id: 'milestones/title-trimmed',
  says: 'Blanks around a title are removed',
  source: 'milestones#title-trimmed',
  level: 'must',
  covers: [create],
  holds: async ({ call, project }) => {
    const reply = await call(create, { id: project.id, title: '  edges  ' })
    has(reply.row(), { title: 'edges' }, reply)
  },
})

export const titleHtml = check<readonly [sent: string, shown: string]>({
  id: 'milestones/title-html',
  says: 'HTML tags in a title are removed, in creating and in updating, and their text stays',
  source: 'milestones#title-html',
  level: 'must',
  covers: [create, 'PUT /projects/:id/milestones/:milestone_id'],
  each: () => [
    ['<b>foo & bar -> 2.2</b>', 'foo & bar -> 2.2'],
    ['one <i>of</i> two', 'one of two'],
    ['1 < 2', '1 < 2'],
  ],
  holds: async ({ call, project: { id } }, [title, shown]) => {
    const reply = await call(create, { id, title })
    has(reply.row(), { title: shown }, reply)
    const milestone_id = numberIn(reply.row(), 'id')
    const update = (text: string) =>
      call('PUT /projects/:id/milestones/:milestone_id', { id, milestone_id, title: text })
    const changed = await update(`<u>${title}</u>, again`)
    has(changed.row(), { title: `${shown}, again` }, changed)
    says(await update('<b></b>'), 400, failedTo('update', { title: "can't be blank" }))
  },
})

export const titleRequired = check({
  id: 'milestones/title-required',
  says: 'A missing title answers 400 `title is missing`, and a blank one 400 with the error of the model',
  source: 'milestones#title-missing, milestones#title-blank',
  level: 'must',
  covers: [create],
  each: () => ['', '   '],
  holds: async ({ call, project }, blank) => {
    refuses(await call(create, { id: project.id, description: 'no title' }), 'title is missing')
    says(
      await call(create, { id: project.id, title: blank }),
      400,
      failedTo('create', { title: "can't be blank" }),
    )
  },
})

export const titleLength = check({
  id: 'milestones/title-length',
  says: 'A title of more than 255 characters answers 400, in creating and in updating',
  source: 'milestones#title-length',
  level: 'should',
  covers: [create, 'PUT /projects/:id/milestones/:milestone_id'],
  holds: async ({ call, project }) => {
    const { id } = project
    const longest = await call(create, { id, title: 'x'.repeat(255) })
    answers(longest, 201)
    const errors = { title: 'is too long (maximum is 255 characters)' }
    const title = 'y'.repeat(256)
    says(await call(create, { id, title }), 400, failedTo('create', errors))
    const params = { id, milestone_id: numberIn(longest.row(), 'id'), title }
    says(await call('PUT /projects/:id/milestones/:milestone_id', params), 400, failedTo('update', errors))
  },
})

const taken = 'already being used for another group or project milestone.'

export const titleUnique = check({
  id: 'milestones/title-unique',
  says: 'A title that the project or its group already uses answers 400, in creating and in updating',
  source: 'milestones#title-unique',
  level: 'must',
  covers: [create, 'PUT /projects/:id/milestones/:milestone_id'],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call, project } = stage
    await milestone(stage, { title: 'here' })
    const other = await milestone(stage, { title: 'other' })
    await groupMilestone(stage, { title: 'above' })
    for (const title of ['here', 'above'])
      says(await call(create, { id: project.id, title }), 400, failedTo('create', { title: taken }))
    const params = { id: project.id, milestone_id: numberIn(other, 'id') }
    for (const title of ['here', 'above'])
      says(
        await call('PUT /projects/:id/milestones/:milestone_id', { ...params, title }),
        400,
        failedTo('update', { title: taken }),
      )
    answers(await call('PUT /projects/:id/milestones/:milestone_id', { ...params, title: 'other' }), 200)
  },
})

export const lastDate = check({
  id: 'milestones/last-date',
  says: 'A date after 9999-12-31 answers 400',
  source: 'milestones#last-date',
  level: 'should',
  covers: [create],
  each: () => ['due_date', 'start_date'],
  holds: async ({ call, project }, name) => {
    const reply = await call(create, { id: project.id, title: 'late', [name]: '10000-01-01' })
    says(reply, 400, failedTo('create', { [name]: 'date must not be after 9999-12-31' }))
  },
})

export const twoErrors = check({
  id: 'milestones/two-errors',
  says: 'Two errors are reported in one message',
  source: 'milestones#model-errors, milestones#model-errors-order',
  level: 'should',
  covers: [create],
  holds: async ({ call, project }) => {
    const reply = await call(create, {
      id: project.id,
      title: '',
      start_date: '2030-02-02',
      due_date: '2030-02-02',
    })
    answers(reply, 400)
    const errors = { due_date: 'must be greater than start date', title: "can't be blank" }
    const texts = [
      failedTo('create', errors),
      failedTo('create', { title: errors.title, due_date: errors.due_date }),
    ]
    holds(
      texts.some((text) => JSON.stringify({ message: text }) === JSON.stringify(reply.json)),
      'both errors are told',
      reply.json ?? null,
      reply,
    )
  },
})

export const dateFormats = check({
  id: 'milestones/date-formats',
  says: 'A date is accepted as YYYY-MM-DD and YYYYMMDD and shown as YYYY-MM-DD',
  source: 'milestones#date-formats, milestones#dates',
  level: 'must',
  covers: [create, 'PUT /projects/:id/milestones/:milestone_id'],
  each: () => ['2031-03-04', '20310304'],
  holds: async ({ call, project }, date) => {
    const reply = await call(create, { id: project.id, title: date, start_date: date })
    has(reply.row(), { start_date: '2031-03-04', due_date: null }, reply)
    const params = {
      id: project.id,
      milestone_id: numberIn(reply.row(), 'id'),
      start_date: null,
      due_date: date,
    }
    const changed = await call('PUT /projects/:id/milestones/:milestone_id', params)
    has(changed.row(), { start_date: null, due_date: '2031-03-04' }, changed)
  },
})

export const lenientDates = check({
  id: 'milestones/lenient-dates',
  says: 'Other spellings of a date are understood, and a text that is no date counts as null',
  source: 'milestones#lenient-dates, conventions#dates',
  level: 'should',
  covers: [create],
  each: () =>
    [
      ['2031/03/04', '2031-03-04'],
      ['4 March 2031', '2031-03-04'],
      ['2031-03-04T10:00:00Z', '2031-03-04'],
      ['soon', null],
      ['2031-02-30', null],
    ] as const,
  holds: async ({ call, project }, [sent, stored]) => {
    const reply = await call(create, { id: project.id, title: 'date', due_date: sent })
    answers(reply, 201)
    has(reply.row(), { due_date: stored }, reply)
  },
})

export const iids = check({
  id: 'milestones/iids',
  says: 'The milestones of a project are numbered 1, 2, 3 …, and the number of a deleted milestone is not used again',
  source: 'milestones#iids',
  level: 'must',
  covers: [create, 'DELETE /projects/:id/milestones/:milestone_id'],
  holds: async (stage) => {
    const { call, project } = stage
    const rows = [await milestone(stage, { title: 'a' }), await milestone(stage, { title: 'b' })]
    const last = rows[1] ?? {}
    answers(
      await call('DELETE /projects/:id/milestones/:milestone_id', {
        id: project.id,
        milestone_id: numberIn(last, 'id'),
      }),
      204,
    )
    rows.push(await milestone(stage, { title: 'c' }))
    equals(
      'the numbers',
      rows.map((row) => row.iid ?? null),
      [1, 2, 3],
    )
    holds(
      numberIn(rows[2] ?? {}, 'id') > numberIn(last, 'id'),
      'ids grow',
      rows.map((row) => row.id ?? null),
    )
  },
})
