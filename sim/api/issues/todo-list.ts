import type { Epic } from '../../model/epics/epic.ts'
import { placeOfTodo, type Todo } from '../../model/issues/todo.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import type { Situation } from '../../policy/abilities.ts'
import { readsEpicsOf } from '../../policy/epics.ts'
import { ancestorsAndSelf, groupOf } from '../../policy/roles.ts'
import { seesProject } from '../../policy/visible.ts'
import type { Listing } from '../../protocol/listing.ts'
import { followed } from '../../store/orders.ts'
import type { Difference } from '../../store/tree.ts'
import { unionOf } from '../../store/union.ts'
import { byId, listOfPlace, where } from '../shared/place-list.ts'
import type { RowFilter } from '../shared/row-filters.ts'
import { allOf, inRun, leftOut } from '../shared/table-list.ts'

/** Which to-do items of a user are wanted. */
interface WantedTodos {
  readonly action?: Todo['action'] | null | undefined
  readonly author_id?: number | null | undefined
  readonly project_id?: number | null | undefined
  readonly group_id?: number | null | undefined
  readonly state?: Todo['state'] | null | undefined
  readonly type?: string | null | undefined
}

/** The to-do items of the caller in one state that pass all filters, and whose targets the caller sees; the newest first. */
export function todosOf(situation: Situation, wanted: WantedTodos): Listing<Todo> {
  const { world, caller } = situation
  const owner: Owner = { userId: caller.user?.id ?? 0, state: wanted.state ?? 'pending' }
  const { userId, state } = owner
  return listOfPlace({
    world,
    rows: world.todos,
    place: `${state} of user ${userId}`,
    isIn: (todo) => isOf(owner, todo),
    run: world.todos.by('byUser', userId, state),
    direction: 'desc',
    ...byId,
    filters: [...inPlaces(situation, owner, wanted), ...told(world, owner, wanted)],
  })
}

/** Whose to-do items are listed, and in which state. */
type Owner = Pick<Todo, 'userId' | 'state'>

function isOf({ userId, state }: Owner, todo: Todo): boolean {
  return todo.userId === userId && todo.state === state
}

function told(world: World, owner: Owner, { action, author_id: author, type }: WantedTodos) {
  const place = { world, rows: world.todos }
  const filters: RowFilter<Todo>[] = []
  if (action != null) filters.push(where(place, `action ${action}`, (todo) => todo.action === action))
  if (type != null) filters.push(where(place, `on ${type}`, ({ target }) => target === type))
  if (author == null) return filters
  const { userId, state } = owner
  const run = world.todos.by('byAuthor', userId, state, author)
  const isBy = (todo: Todo) => isOf(owner, todo) && todo.authorId === author
  return [...filters, inRun(place, `${state} of user ${userId} by ${author}`, run, isBy)]
}

// Each place is asked once. Where all are wanted there is no filter.
function inPlaces(situation: Situation, owner: Owner, wanted: WantedTodos): RowFilter<Todo>[] {
  const { world } = situation
  const { userId, state } = owner
  const all = world.todos.by('byPlace', userId, state)
  const project = wanted.project_id
  // No project has a number below zero, as groups have as places.
  const asked = project == null ? (all.heads() as number[]) : project > 0 ? [project] : []
  const runIn = (place: number) => world.todos.by('byPlace', userId, state, place)
  const places = asked.filter(
    (place) => runIn(place).count(1) > 0 && isWanted(world, place, wanted) && seesPlace(situation, place),
  )
  const guarded = places.filter((place) => place < 0 && !readsAllEpics(situation, place))
  const filters =
    guarded.length === 0 ? [] : [leftOut(allOf([among(world, owner, guarded), onConfidential(world)]))]
  const isEverywhere = project == null && places.length === asked.length
  return isEverywhere ? filters : [among(world, owner, places), ...filters]
}

function among(world: World, owner: Owner, places: readonly number[]): RowFilter<Todo> {
  const { userId, state } = owner
  const inside = new Set(places)
  return inRun(
    { world, rows: world.todos },
    `${state} of user ${userId} in ${places}`,
    unionOf(places.map((place) => world.todos.by('byPlace', userId, state, place))),
    (todo) => isOf(owner, todo) && inside.has(placeOfTodo(todo)),
  )
}

function isWanted(world: World, place: number, { group_id: wanted }: WantedTodos): boolean {
  if (wanted == null) return true
  const own = place > 0 ? groupOf(world, world.projects.require(place)) : world.groups.get(-place)
  return [...ancestorsAndSelf(world, own)].some(({ id }) => id === wanted)
}

function seesPlace({ world, caller, now }: Situation, place: number): boolean {
  if (place > 0) return seesProject(world, caller, world.projects.require(place), now)
  return readsEpicsOf(world, world.groups.require(-place), caller.user as User, now)
}

function readsAllEpics({ world, caller, now }: Situation, place: number): boolean {
  return readsEpicsOf(world, world.groups.require(-place), caller.user as User, now, true)
}

/** The to-do items for confidential epics, of whomever they are. */
function onConfidential(world: World): RowFilter<Todo> {
  return where(
    { world, rows: world.todos },
    'confidential',
    ({ target, targetId }, { epics }) => target === 'Epic' && epics.require(targetId).confidential,
    () => world.todos.by('byTarget', 'Epic').list(),
    [followed<Epic, World>(({ epics }) => epics.state, onEpic)],
  )
}

function onEpic({ before, after }: Difference<Epic>, { todos }: World): readonly number[] {
  if (before?.confidential === after?.confidential) return []
  return todos.by('byTarget', 'Epic', (after ?? before)?.id ?? 0).ids() as number[]
}
