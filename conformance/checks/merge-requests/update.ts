import fc from 'fast-check'
import { mergeRequest, milestone, named } from '../../arrange/records.ts'
import { words } from '../../draw/params.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn, refuses, rowIn } from '../../kit/expect.ts'
import { isRows, type Json, type Row } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import { isDraft } from '../../oracle/draft.ts'
import { arranged, type Stage } from '../../run/stage.ts'

const update = 'PUT /projects/:id/merge_requests/:merge_request_iid'

const read = 'GET /projects/:id/merge_requests/:merge_request_iid'

const needs = { repository: true } as const

async function opened(stage: Stage): Promise<Row> {
  return mergeRequest(stage, {
    branch: 'topic',
    title: 'Before',
    description: 'text',
    labels: 'a,b',
    remove_source_branch: true,
  })
}

const changes = fc.record(
  {
    title: fc.oneof(words, fc.constantFrom('Draft: later', '[draft] later', 'WIP: later')),
    description: fc.oneof(words, fc.constant('')),
    labels: fc.constantFrom('c', 'a', '', 'c , a'),
    squash: fc.boolean(),
    remove_source_branch: fc.boolean(),
    discussion_locked: fc.boolean(),
  },
  { requiredKeys: [] },
)

type Change = Params & {
  readonly title?: string
  readonly labels?: string
  readonly remove_source_branch?: boolean
}

interface Changed {
  readonly closed: boolean
  readonly change: Change
}

export const updateKeepsTheRest = check({
  id: 'merge-requests/update-keeps-the-rest',
  says: 'An update changes the attributes it names and nothing else',
  source: 'merge-requests#update',
  level: 'must',
  covers: [update, read],
  needs,
  arrange: opened,
  over: () =>
    fc.record({
      closed: fc.boolean(),
      change: changes.filter((change) => Object.keys(change).length > 0),
    }),
  examples: [
    { closed: true, change: { title: 'later' } },
    { closed: true, change: { description: '', labels: 'c' } },
  ],
  holds: async (stage, { closed, change }: Changed, open) => {
    const place = named(stage, open)
    const before = closed ? arranged(await stage.call(update, { ...place, state_event: 'close' })) : open
    const reply = await stage.call(update, { ...place, ...change })
    answers(reply, 200)
    const { labels, remove_source_branch, ...plain } = change
    const expected: { [field: string]: Json } = { ...before, ...(plain as Row) }
    if (labels !== undefined)
      expected.labels = labels
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '')
        .sort()
    if (remove_source_branch !== undefined) expected.force_remove_source_branch = remove_source_branch
    const { title } = change
    if (title !== undefined) {
      expected.draft = expected.work_in_progress = isDraft(title)
      if (!closed) expected.detailed_merge_status = isDraft(title) ? 'draft_status' : 'mergeable'
    }
    // Notes that the change leaves are counted by other fields.
    const {
      updated_at: _time,
      user_notes_count: _notes,
      subscribed: _who,
      user: _may,
      // It follows from the project as well (merge-requests#later-squash-on-merge).
      squash_on_merge: _squash,
      ...rest
    } = expected
    has(reply.row(), rest, reply)
    const again = await stage.call(read, named(stage, before))
    const { first_contribution: _only, ...shown } = again.row()
    equals('the merge request read again', shown, reply.row(), again)
  },
})

export const updateTitleBlanks = check({
  id: 'merge-requests/update-title-blanks',
  says: 'Blanks around a title are dropped by an update',
  source: 'merge-requests#title-blanks',
  level: 'should',
  covers: [update],
  needs,
  arrange: opened,
  holds: async (stage, _none, before) => {
    const reply = await stage.call(update, { ...named(stage, before), title: '  After all ' })
    answers(reply, 200)
    has(reply.row(), { title: 'After all' }, reply)
  },
})

const parameters =
  'assignee_id, assignee_ids, reviewer_ids, description, labels, add_labels, remove_labels, milestone_id, remove_source_branch, allow_collaboration, allow_maintainer_to_push, squash, target_branch, title, state_event, discussion_locked'

export const updateNeedsAnAttribute = check({
  id: 'merge-requests/update-needs-an-attribute',
  says: 'An update without any attribute answers 400 with the list of attributes',
  source: 'merge-requests#update-needs-an-attribute',
  level: 'must',
  covers: [update],
  needs,
  arrange: opened,
  holds: async (stage, _none, before) => {
    const reply = await stage.call(update, { ...named(stage, before), source_branch: 'other' })
    answers(reply, 400)
    const text = (extra: string) =>
      `${parameters}${extra} are missing, at least one parameter must be provided`
    // The specification counts `squash_on_merge` among the parameters, so it may be listed as well (difference F4).
    await stage.differs('F4', {
      specification: () => {
        const error = reply.json
        const told =
          typeof error === 'object' && error !== null && 'error' in error ? String(error.error) : ''
        for (const name of parameters.split(', '))
          holds(told.includes(name), `the text lists ${name}`, told, reply)
        holds(
          told.endsWith(' are missing, at least one parameter must be provided'),
          'the text says that one is needed',
          told,
          reply,
        )
      },
      real: () =>
        stage.changed('merge-requests#later-merge-after', {
          before: () => refuses(reply, text('')),
          after: () => refuses(reply, text(', merge_after')),
        }),
    })
  },
})

export const squashOnMerge = check({
  id: 'merge-requests/squash-on-merge',
  says: '`squash_on_merge` is an attribute of creating and updating (real service: unknown and ignored)',
  source: 'merge-requests#squash-on-merge, merge-requests#update-needs-an-attribute',
  level: 'must',
  covers: [update, 'POST /projects/:id/merge_requests'],
  needs,
  arrange: opened,
  holds: async (stage, _none, before) => {
    const other = await mergeRequest(stage, { branch: 'other', squash_on_merge: true })
    await stage.differs('F4', {
      specification: () => has(other, { squash: true }),
      real: () => has(other, { squash: false }),
    })
    const reply = await stage.call(update, { ...named(stage, before), squash_on_merge: true })
    await stage.differs('F4', {
      specification: () => {
        answers(reply, 200)
        has(reply.row(), { squash: true }, reply)
      },
      real: () => answers(reply, 400),
    })
  },
})

export const updateBlank = check({
  id: 'merge-requests/update-blank',
  says: 'A blank title or target branch answers 400 to updating',
  source: 'merge-requests#update-blank',
  level: 'must',
  covers: [update],
  needs,
  arrange: opened,
  each: () =>
    [
      ['title', ''],
      ['title', '  '],
      ['target_branch', ''],
    ] as const,
  holds: async (stage, [name, value], before) =>
    refuses(await stage.call(update, { ...named(stage, before), [name]: value }), `${name} is empty`),
})

/** How later releases refuse a description. */
const inBytes = 'is too long (1 MiB). The maximum size is 1 MiB.'

export const updateTooLong = check({
  id: 'merge-requests/update-too-long',
  says: 'A title of 256 characters and a description of 1,048,577 answer 400 to updating, and change nothing',
  source: 'merge-requests#title-and-description',
  level: 'must',
  covers: [update],
  needs,
  arrange: opened,
  each: () =>
    [
      ['title', 'x'.repeat(256), 'is too long (maximum is 255 characters)'],
      ['description', 'x'.repeat(1_048_577), 'is too long (maximum is 1048576 characters)'],
    ] as const,
  holds: async (stage, [name, value, text], before) => {
    const place = named(stage, before)
    const reply = await stage.call(update, { ...place, [name]: value })
    const isRefused = (told: string) => answers(reply, 400, { message: { [name]: [told] } })
    if (name === 'description')
      await stage.changed('merge-requests#later-description-bytes', {
        before: () => isRefused(text),
        after: () => isRefused(inBytes),
      })
    else isRefused(text)
    const after = await stage.call('GET /projects/:id/merge_requests/:merge_request_iid', place)
    has(after.row(), { [name]: before[name] ?? null, updated_at: before.updated_at ?? null }, after)
  },
})

export const updateLabels = check({
  id: 'merge-requests/update-labels',
  says: '`labels` replaces all labels, `add_labels` and `remove_labels` keep the others, and together they act in this order',
  source: 'merge-requests#update-labels',
  level: 'must',
  covers: [update],
  needs,
  arrange: opened,
  each: () =>
    [
      [{ labels: 'x,y' }, ['x', 'y']],
      [{ add_labels: 'c' }, ['a', 'b', 'c']],
      [{ remove_labels: 'a,unknown' }, ['b']],
      // Names of labels differ by the case of their letters.
      [{ labels: 'Big,big', remove_labels: 'Big' }, ['big']],
      [{ labels: 'x', add_labels: 'y,z', remove_labels: 'z,x' }, ['y']],
      [{ add_labels: 'a,c', remove_labels: 'b' }, ['a', 'c']],
      [{ labels: '' }, []],
      [{ labels: [] }, []],
      [{ labels: null }, []],
      [{ labels: ['x', 'y,z'] }, ['x', 'y', 'z']],
      [{ labels: 'x', remove_labels: '' }, ['x']],
    ] as const,
  holds: async (stage, [change, expected], before) => {
    const reply = await stage.call(update, { ...named(stage, before), ...(change as Params) })
    answers(reply, 200)
    has(reply.row(), { labels: expected }, reply)
  },
})

export const updatePeople = check({
  id: 'merge-requests/update-people',
  says: 'Assignees and reviewers are replaced, and cleared by `0`, an empty text and an empty list, but not by a null `assignee_id`',
  source: 'merge-requests#update-people',
  level: 'must',
  covers: [update],
  needs,
  arrange: opened,
  each: () => [[0], '', []] as const,
  holds: async (stage, nobody, before) => {
    const { call, user } = stage
    const place = named(stage, before)
    const [first, second] = [user('maintainer').id, user('owner').id]
    const given = await call(update, { ...place, assignee_ids: [first], reviewer_ids: [second] })
    has(rowIn(given.row(), 'assignee'), { id: first }, given)
    equals('the reviewers', idsIn(given.row().reviewers), [second], given)
    const kept = await call(update, { ...place, assignee_id: null, title: 'Kept' })
    has(rowIn(kept.row(), 'assignee'), { id: first }, kept)
    const replaced = await call(update, { ...place, assignee_id: second })
    has(rowIn(replaced.row(), 'assignee'), { id: second }, replaced)
    const cleared = await call(update, {
      ...place,
      assignee_ids: nobody as readonly number[],
      reviewer_ids: nobody as readonly number[],
    })
    has(cleared.row(), { assignees: [], reviewers: [], assignee: null }, cleared)
    answers(await call(update, { ...place, assignee_id: first }), 200)
    has((await call(update, { ...place, assignee_id: 0 })).row(), { assignees: [] })
  },
})

function idsIn(people: Json | undefined): Json {
  return isRows(people) ? people.map((person) => person.id ?? null) : (people ?? null)
}

export const updateMilestone = check({
  id: 'merge-requests/update-milestone',
  says: 'A milestone is set by its global id and cleared by `0`, an empty text and null',
  source: 'merge-requests#update-milestone',
  level: 'must',
  covers: [update],
  needs,
  arrange: opened,
  each: () => [0, '', null],
  holds: async (stage, none, before) => {
    const row = await milestone(stage, { title: 'now' })
    const place = named(stage, before)
    const set = await stage.call(update, { ...place, milestone_id: numberIn(row, 'id') })
    equals('the milestone', set.row().milestone, row, set)
    const cleared = await stage.call(update, { ...place, milestone_id: none })
    has(cleared.row(), { milestone: null }, cleared)
  },
})

export const iidNotANumber = check({
  id: 'merge-requests/iid-not-a-number',
  says: 'An `iid` that is not a number answers 400 to getting and deleting, and 404 to updating and merging',
  source: 'merge-requests#iid-not-a-number',
  level: 'should',
  covers: [read, update],
  needs,
  holds: async ({ call, project }) => {
    const place = { id: project.id, merge_request_iid: 'abc' }
    refuses(await call(read, place), 'merge_request_iid is invalid')
    refuses(await call(`DELETE ${read.slice(4)}`, place), 'merge_request_iid is invalid')
    answers(await call(update, { ...place, title: 'x' }), 404, { message: '404 Not found' })
    answers(await call(`${update}/merge`, place), 404, { message: '404 Not found' })
  },
})

export const closedMilestone = check({
  id: 'merge-requests/closed-milestone',
  says: 'A milestone that is closed can be set, too',
  source: 'merge-requests#update-milestone',
  level: 'must',
  covers: [update],
  needs,
  holds: async (stage) => {
    const { call, project } = stage
    const place = named(stage, await opened(stage))
    const milestone_id = numberIn(await milestone(stage, { title: 'Over' }), 'id')
    const end = { id: project.id, milestone_id, state_event: 'close' }
    answers(await call('PUT /projects/:id/milestones/:milestone_id', end), 200)
    const reply = await call(update, { ...place, milestone_id })
    answers(reply, 200)
    has(rowIn(reply.row(), 'milestone'), { id: milestone_id, state: 'closed' }, reply)
    has(rowIn((await call(read, place)).row(), 'milestone'), { id: milestone_id })
  },
})
