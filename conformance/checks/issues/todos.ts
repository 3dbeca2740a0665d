import { issue, mergeRequest } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, lacks, numberIn, says } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import { arranged, type Stage } from '../../run/stage.ts'
import type { Who } from '../../targets/target.ts'

const list = 'GET /todos'

const finish = 'POST /todos/:todo_id/mark_as_done'

const mark = 'POST /projects/:id/issues/:issue_iid/todo'

const comment = 'POST /projects/:id/issues/:issue_iid/notes'

/** Why things of the stage's project are on somebody's list, the latest first. */
async function reasons(stage: Stage, as: Who, filter: Params = {}) {
  const reply = await stage.call(list, { project_id: stage.project.id, per_page: 100, ...filter }, { as })
  answers(reply, 200)
  return reply.rows().map((row) => row.action_name ?? '')
}

export const todosReasons = check({
  id: 'issues/todos-reasons',
  says: 'A user who is assigned an issue or mentioned in it has one pending to-do item for it',
  source: 'issues#todo-reasons, issues#todo-once',
  level: 'should',
  covers: [list, 'POST /projects/:id/issues', comment],
  holds: async (stage) => {
    const { user, project } = stage
    const [developer, reporter] = [user('developer'), user('reporter')]
    const made = await issue(stage, {
      title: 'Look',
      assignee_ids: [developer.id],
      description: `With @${reporter.username}`,
    })
    equals('of the one it was given', await reasons(stage, 'developer'), ['assigned'])
    equals('of the one mentioned', await reasons(stage, 'reporter'), ['mentioned'])
    equals('of the one who did it', await reasons(stage, 'owner'), [])
    const at = { id: project.id, issue_iid: numberIn(made, 'iid') }
    const again = await stage.call(comment, { ...at, body: `Again: @${developer.username}` }, { as: 'owner' })
    answers(again, 201)
    equals('once more', await reasons(stage, 'developer'), ['assigned'])
  },
})

export const todosDone = check({
  id: 'issues/todos-done',
  says: 'A to-do item is done when its user comments on the issue or marks it as done, and is then listed with `state=done`',
  source: 'issues#todo-done, issues#todo-done-by-action',
  level: 'should',
  covers: [list, finish, comment],
  holds: async (stage) => {
    const { project, user } = stage
    const given = { title: 'Look', assignee_ids: [user('developer').id] }
    const first = await issue(stage, given)
    await issue(stage, given)
    const body = { id: project.id, issue_iid: numberIn(first, 'iid'), body: 'Done.' }
    answers(await stage.call(comment, body, { as: 'developer' }), 201)
    equals('after an answer', await reasons(stage, 'developer'), ['assigned'])
    const [left] = (await stage.call(list, { project_id: project.id }, { as: 'developer' })).rows()
    const todo = { todo_id: numberIn(left ?? {}, 'id') }
    answers(await stage.call(finish, todo, { as: 'reporter' }), 404)
    const done = await stage.call(finish, todo, { as: 'developer' })
    answers(done, 201)
    has(done.row(), { state: 'done' }, done)
    equals('what is left', await reasons(stage, 'developer'), [])
    equals('what is done', await reasons(stage, 'developer', { state: 'done' }), ['assigned', 'assigned'])
  },
})

export const todosMarked = check({
  id: 'issues/todos-marked',
  says: 'Marking an issue creates one pending to-do item, and marking it again answers 304',
  source: 'issues#todo-mark, issues#todo-shape',
  level: 'should',
  covers: [mark, list],
  holds: async (stage) => {
    const at = { id: stage.project.id, issue_iid: numberIn(await issue(stage, { title: 'Look' }), 'iid') }
    const marked = await stage.call(mark, at, { as: 'guest' })
    answers(marked, 201)
    has(marked.row(), { action_name: 'marked', state: 'pending', target_type: 'Issue', body: 'Look' }, marked)
    answers(await stage.call(mark, at, { as: 'guest' }), 304)
    equals('the list', await reasons(stage, 'guest'), ['marked'])
  },
})

export const todosHiddenIssues = check({
  id: 'issues/todos-hidden-issues',
  says: 'A mention in a confidential issue creates no to-do item for a user who does not see the issue',
  source: 'issues#todo-hidden, issues#todo-reasons',
  level: 'should',
  covers: [list],
  holds: async (stage) => {
    const description = `@${stage.user('guest').username} @${stage.user('reporter').username}`
    await issue(stage, { title: 'Secret', description, confidential: true })
    equals('of the guest', await reasons(stage, 'guest'), [])
    equals('of the reporter', await reasons(stage, 'reporter'), ['directly_addressed'])
  },
})

export const todosFilters = check<readonly [Params, readonly string[]]>({
  id: 'issues/todos-filters',
  says: 'To-do items are filtered by action, target type, state and author',
  source: 'issues#todo-list',
  level: 'should',
  covers: [list],
  arrange: async (stage) => {
    await issue(stage, { title: 'One', assignee_ids: [stage.user('developer').id] })
    await issue(stage, { title: 'Two', description: `For @${stage.user('developer').username}` })
  },
  each: () => [
    [{ action: 'assigned' }, ['assigned']],
    [{ action: 'marked' }, []],
    [{ type: 'Issue' }, ['mentioned', 'assigned']],
    [{ type: 'MergeRequest' }, []],
    [{ state: 'done' }, []],
    [{ author_id: 99_999_999 }, []],
  ],
  holds: async (stage, [filter, expected]) => {
    equals('the list', await reasons(stage, 'developer', filter), expected)
  },
})

export const todoHiddenMergeRequest = check({
  id: 'issues/todo-hidden-merge-request',
  says: 'Guests of a private project are refused a to-do item for a merge request that they may not read, and told that a confidential issue is not there',
  source: 'issues#todo-mark-hidden',
  level: 'should',
  covers: ['POST /projects/:id/merge_requests/:merge_request_iid/todo', mark],
  needs: { project: 'private', repository: true },
  holds: async (stage) => {
    if (!stage.has('guest')) return
    const { id } = stage.project
    const merge_request_iid = numberIn(await mergeRequest(stage, { branch: 'hidden' }), 'iid')
    const path = 'POST /projects/:id/merge_requests/:merge_request_iid/todo'
    says(await stage.call(path, { id, merge_request_iid }, { as: 'guest' }), 403, '403 Forbidden')
    const issue_iid = numberIn(await issue(stage, { title: 'Hidden', confidential: true }), 'iid')
    says(await stage.call(mark, { id, issue_iid }, { as: 'guest' }), 404, '404 Not found')
  },
})

export const todoForEpic = check({
  id: 'issues/todo-epic',
  says: 'A to-do item for an epic is created once, shows the group of the epic in place of a project, and is listed by `type=Epic`',
  source: 'issues#todo-epic, issues#todo-mark',
  level: 'should',
  covers: ['POST /groups/:id/epics/:epic_iid/todo', list],
  needs: { in: 'group', tier: 'premium' },
  holds: async ({ call, group: { id } }) => {
    const epic = arranged(await call('POST /groups/:id/epics', { id, title: 'Look' }))
    const named = { id, epic_iid: numberIn(epic, 'iid') }
    const made = await call('POST /groups/:id/epics/:epic_iid/todo', named)
    answers(made, 201)
    has(made.row(), { action_name: 'marked', target_type: 'Epic', body: 'Look', state: 'pending' }, made)
    lacks(made.row(), ['project'], made)
    has(made.row().group as Row, { id }, made)
    has(made.row().target as Row, { id: epic.id ?? null, title: 'Look' }, made)
    answers(await call('POST /groups/:id/epics/:epic_iid/todo', named), 304)
    const listed = await call(list, { type: 'Epic', group_id: id })
    equals(
      'those for epics',
      listed.rows().map((row) => row.id ?? null),
      [made.row().id ?? null],
      listed,
    )
  },
})
