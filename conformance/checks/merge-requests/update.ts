import fc from 'fast-check'
import { branch, commit, mergeRequest, milestone, named } from '../../arrange/records.ts'
import { check } from '../../check.ts'
import { words } from '../../draw/params.ts'
import { answers, equals, has, holds, names, numberIn, refuses, rowIn, says, textIn } from '../../expect.ts'
import { isRows, type Json, type Row } from '../../json.ts'
import { isDraft } from '../../oracle/draft.ts'
import type { Params } from '../../query.ts'
import type { Stage } from '../../stage.ts'

const update = 'PUT /projects/:id/merge_requests/:merge_request_iid'
const read = 'GET /projects/:id/merge_requests/:merge_request_iid'
const source = 'specification 1, Merge requests; dossier 1, 9.6'
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

export const keepsTheRest = check({
  id: 'merge-requests/update-keeps-the-rest',
  says: 'An update changes what it names and nothing else',
  source,
  level: 'must',
  covers: [update, read],
  needs,
  arrange: opened,
  over: () => changes.filter((change) => Object.keys(change).length > 0),
  holds: async (stage, change: Change, before) => {
    const reply = await stage.call(update, { ...named(stage, before), ...change })
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
      expected.detailed_merge_status = isDraft(title) ? 'draft_status' : 'mergeable'
    }
    // Notes that the change leaves are counted by other fields.
    const { updated_at: _time, user_notes_count: _notes, subscribed: _who, user: _may, ...rest } = expected
    has(reply.row(), rest, reply)
    const again = await stage.call(read, named(stage, before))
    const { first_contribution: _only, ...shown } = again.row()
    equals('the merge request read again', shown, reply.row(), again)
  },
})

const parameters =
  'assignee_id, assignee_ids, reviewer_ids, description, labels, add_labels, remove_labels, milestone_id, remove_source_branch, allow_collaboration, allow_maintainer_to_push, squash, target_branch, title, state_event, discussion_locked'

export const somethingToUpdate = check({
  id: 'merge-requests/update-nothing',
  says: 'An update without any of its parameters answers 400 and lists them',
  source,
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
      real: () => refuses(reply, text('')),
    })
  },
})

export const squashOnMerge = check({
  id: 'merge-requests/squash-on-merge',
  says: '`squash_on_merge` is a parameter of create and update (real service: unknown, so alone it updates nothing)',
  source: 'specification 1, Merge requests; dossier 1, difference F4',
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

export const blanks = check({
  id: 'merge-requests/update-blank',
  says: 'A blank title or target branch answers 400',
  source,
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

export const labelSteps = check({
  id: 'merge-requests/update-labels',
  says: '`labels` replaces, `add_labels` and `remove_labels` keep the rest; together they act in this order',
  source,
  level: 'must',
  covers: [update],
  needs,
  arrange: opened,
  each: () =>
    [
      [{ labels: 'x,y' }, ['x', 'y']],
      [{ add_labels: 'c' }, ['a', 'b', 'c']],
      [{ remove_labels: 'a,unknown' }, ['b']],
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

export const peopleCleared = check({
  id: 'merge-requests/update-people',
  says: 'Assignees and reviewers are replaced, and cleared by `0`, an empty text and an empty list; a null `assignee_id` is ignored',
  source,
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

export const milestoneMoved = check({
  id: 'merge-requests/update-milestone',
  says: 'A milestone is set by its global id and cleared by `0` and by nothing',
  source,
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

export const stateEvents = check({
  id: 'merge-requests/state-events',
  says: '`close` closes what is open and `reopen` opens what is closed; in any other state they do nothing',
  source: 'specification 1, States and transitions; dossier 1, 9.6',
  level: 'must',
  covers: [update],
  needs,
  arrange: opened,
  holds: async (stage, _none, before) => {
    const { call, user } = stage
    const place = named(stage, before)
    const turn = async (state_event: string) => {
      const reply = await call(update, { ...place, state_event })
      answers(reply, 200)
      return reply.row()
    }
    has(await turn('reopen'), { state: 'opened', closed_at: null, closed_by: null })
    const closed = await turn('close')
    has(closed, { state: 'closed', detailed_merge_status: 'not_open' })
    has(rowIn(closed, 'closed_by'), { id: user('owner').id })
    holds(textIn(closed, 'closed_at') > textIn(before, 'created_at'), 'closed_at is later', closed.closed_at)
    equals('closed_at after closing twice', (await turn('close')).closed_at, closed.closed_at)
    has(await turn('reopen'), { state: 'opened', closed_at: null, closed_by: null })
    refuses(await call(update, { ...place, state_event: 'merge' }), 'state_event does not have a valid value')
    answers(await call(`${update}/merge`, place), 200)
    for (const event of ['close', 'reopen']) has(await turn(event), { state: 'merged' })
  },
})

export const reopenBlocked = check({
  id: 'merge-requests/reopen-second',
  says: 'A closed merge request is not reopened while another one is open for its branches: 409',
  source,
  level: 'must',
  covers: [update],
  needs,
  arrange: opened,
  holds: async (stage, _none, before) => {
    const { call, project } = stage
    const place = named(stage, before)
    answers(await call(update, { ...place, state_event: 'close' }), 200)
    const rival = { id: project.id, title: 'rival', source_branch: 'topic', target_branch: project.branch }
    answers(await call('POST /projects/:id/merge_requests', rival), 201)
    const reply = await call(update, { ...place, state_event: 'reopen' })
    says(reply, 409, ['Another open merge request already exists for this source branch: !2'])
    has((await call(read, place)).row(), { state: 'closed' })
  },
})

export const targetMoved = check({
  id: 'merge-requests/update-target',
  says: 'The target branch may change, unless another merge request is open for the pair; the source branch never does',
  source,
  level: 'must',
  covers: [update],
  needs,
  arrange: opened,
  holds: async (stage, _none, before) => {
    const { call, project } = stage
    await branch(stage, 'release')
    const place = named(stage, before)
    const moved = await call(update, {
      ...place,
      target_branch: 'release',
      source_branch: 'other',
      target_project_id: 1,
    })
    has(
      moved.row(),
      { target_branch: 'release', source_branch: 'topic', target_project_id: project.id },
      moved,
    )
    const rival = { id: project.id, title: 'rival', source_branch: 'topic', target_branch: project.branch }
    answers(await call('POST /projects/:id/merge_requests', rival), 201)
    const reply = await call(update, { ...place, target_branch: project.branch })
    says(reply, 409, ['Another open merge request already exists for this source branch: !2'])
    has((await call(read, place)).row(), { target_branch: 'release' })
  },
})

export const lock = check({
  id: 'merge-requests/discussion-lock',
  says: '`discussion_locked` is null until it is first set; a locked one is updated as before but not reopened',
  source,
  level: 'must',
  covers: [update],
  needs,
  arrange: opened,
  holds: async (stage, _none, before) => {
    const { call } = stage
    has(before, { discussion_locked: null })
    const place = named(stage, before)
    has((await call(update, { ...place, discussion_locked: true })).row(), { discussion_locked: true })
    has((await call(update, { ...place, title: 'Still' })).row(), { title: 'Still', discussion_locked: true })
    has((await call(update, { ...place, state_event: 'close' })).row(), { state: 'closed' })
    const reply = await call(update, { ...place, state_event: 'reopen' })
    answers(reply, 200)
    has(reply.row(), { state: 'closed' }, reply)
    has((await call(update, { ...place, discussion_locked: false })).row(), { discussion_locked: false })
    has((await call(update, { ...place, state_event: 'reopen' })).row(), { state: 'opened' })
  },
})

export const invalidIds = check({
  id: 'merge-requests/iid-no-number',
  says: 'An iid that is no number answers 400 where it is a parameter, 404 where it is only looked up',
  source: 'dossier 1, 4.1',
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

export const pushMovesHead = check({
  id: 'merge-requests/push',
  says: 'A push to the source branch moves the head of its merge request',
  source: 'dossier 1, 9.3',
  level: 'must',
  covers: [read],
  needs,
  arrange: opened,
  holds: async (stage, _none, before) => {
    const sha = await commit(stage, { branch: 'topic', path: 'second.txt' })
    const reply = await stage.call(read, named(stage, before))
    has(reply.row(), { sha, changes_count: '2' }, reply)
    const refs = rowIn(reply.row(), 'diff_refs')
    has(refs, { head_sha: sha, base_sha: rowIn(before, 'diff_refs').base_sha ?? null }, reply)
    names(refs, ['start_sha'], reply)
  },
})
