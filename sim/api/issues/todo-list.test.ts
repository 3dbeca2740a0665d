import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Epic } from '../../model/epics/epic.ts'
import type { Todo, TodoAction } from '../../model/issues/todo.ts'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const [alice, bob, carol] = [2, 3, 4]
/** Lists of so many rows are planned. */
const MANY = 1300
const actions: readonly TodoAction[] = ['assigned', 'mentioned', 'marked']

// A third of the to-do items of Erin are for epics, of which one is confidential and another may become so.
const sim = testSimulator()
const { world } = sim
const [root, erin] = [callsOf(sim, 'root'), callsOf(sim, 'erin')]
const me = erin.get('/user').json.id as number
const epics = [true, false].map((confidential) => {
  const { id } = root.post('/groups/1/epics', { title: 'Epic', confidential }).json
  return world.epics.require(id)
})
const issues = world.issues.all().list()
const requests = world.mergeRequests.all().list()

function targetOf(i: number): Pick<Todo, 'target' | 'targetId' | 'projectId' | 'groupId'> {
  const epic = epics[Math.floor(i / 3) % epics.length] as Epic
  if (i % 3 === 0) return { target: 'Epic', targetId: epic.id, projectId: null, groupId: epic.groupId }
  const [target, rows] = i % 3 === 1 ? (['Issue', issues] as const) : (['MergeRequest', requests] as const)
  const { id, projectId } = rows[i % rows.length] as (typeof rows)[number]
  return { target, targetId: id, projectId }
}

const last = Number(world.todos.last()?.id ?? 0)
for (let i = 1; i <= 2 * MANY; i++)
  world.todos.insert({
    id: last + i,
    userId: i % 20 === 0 ? bob : me,
    authorId: [alice, bob, carol][i % 7] ?? alice,
    ...targetOf(i),
    noteId: null,
    action: actions[i % 5] ?? 'assigned',
    state: i % 2 === 0 ? 'done' : 'pending',
    createdAt: i,
    updatedAt: i,
  })

interface Asked {
  readonly action: TodoAction | undefined
  readonly author_id: number | undefined
  readonly project_id: number | undefined
  readonly group_id: number | undefined
  readonly state: Todo['state'] | undefined
  readonly type: string | undefined
}

const oneOf = <T>(...values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined })
const asked: fc.Arbitrary<Asked> = fc.record({
  action: oneOf(...actions),
  author_id: oneOf(alice, bob, carol),
  project_id: oneOf(1, 2, 3, -1),
  group_id: oneOf(1, 2, 999),
  state: oneOf('pending', 'done'),
  type: oneOf('Issue', 'Epic', 'Commit'),
})

/** What is written before a list is asked for. */
const writes = {
  nothing: () => {},
  confidential: () => {
    const { groupId, iid, confidential } = world.epics.require(epics[1]?.id ?? 0)
    root.put(`/groups/${groupId}/epics/${iid}`, { confidential: !confidential })
  },
  done: () => {
    const [first] = erin.get('/todos?per_page=1').json
    if (first) erin.post(`/todos/${first.id}/mark_as_done`)
  },
  hidden: () => {
    const { visibility } = world.projects.require(1)
    root.put('/projects/1', { visibility: visibility === 'private' ? 'public' : 'private' })
  },
} as const

const sees = (path: string) => erin.get(path).status === 200

function expected({ action, author_id: author, project_id: project, group_id: group, state, type }: Asked) {
  const below = new Set<number>(
    root
      .get(`/groups/${group ?? 1}/projects?include_subgroups=true&per_page=100`)
      .json.map?.(({ id }: Todo) => id),
  )
  const seen = new Map(
    world.projects
      .all()
      .list()
      .map(({ id }) => [id, sees(`/projects/${id}`)] as const),
  )
  const read = new Map(epics.map(({ id, groupId, iid }) => [id, sees(`/groups/${groupId}/epics/${iid}`)]))
  return world.todos
    .all()
    .list()
    .filter(
      (todo) =>
        todo.userId === me &&
        todo.state === (state ?? 'pending') &&
        (action === undefined || todo.action === action) &&
        (author === undefined || todo.authorId === author) &&
        (project === undefined || todo.projectId === project) &&
        (group === undefined || (todo.projectId === null ? group === 1 : below.has(todo.projectId))) &&
        (type === undefined || todo.target === type) &&
        (todo.projectId === null ? read.get(todo.targetId) : seen.get(todo.projectId)),
    )
    .map(({ id }) => id)
    .reverse()
}

test('the list of many to-do items has those that pass all filters and whose targets the user sees', () => {
  const write = fc.constantFrom(...(Object.keys(writes) as (keyof typeof writes)[]))
  fc.assert(
    fc.property(write, asked, fc.integer({ min: 1, max: 30 }), (written, query, page) => {
      writes[written]()
      const filters = Object.entries(query).flatMap(([name, value]) =>
        value === undefined ? [] : [`&${name}=${value}`],
      )
      const { headers, json } = erin.get(`/todos?per_page=20&page=${page}${filters.join('')}`)
      const ids = expected(query)
      expect(headers['X-Total']).toBe(String(ids.length))
      expect(json.map(({ id }: Todo) => id)).toEqual(ids.slice(20 * (page - 1), 20 * page))
    }),
    { numRuns: 60 },
  )
})
