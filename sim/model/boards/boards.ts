import type { Instant } from '../../time/calendar.ts'
import type { Group } from '../groups/group.ts'
import { InvalidRow } from '../invalid-row.ts'
import type { Label } from '../labels/label.ts'
import type { Milestone } from '../milestones/milestone.ts'
import { BLANK, isLonger, TAKEN, tooLong } from '../names.ts'
import type { Project } from '../projects/project.ts'
import type { User } from '../users/user.ts'
import { nextId, type World } from '../world.ts'
import type { Board, BoardList } from './board.ts'

export type BoardOwner = { readonly project: Project } | { readonly group: Group }
export type BoardValues = Pick<
  Board,
  'name' | 'hidesBacklog' | 'hidesClosed' | 'milestoneId' | 'assigneeId' | 'labelIds' | 'weight'
>
/** Whose issues stand in a list. */
export type ListSubject =
  | { readonly label: Label }
  | { readonly assignee: User }
  | { readonly milestone: Milestone }

/** The titles of the numbers that stand for no milestone, and for any upcoming or started one (boards#milestone). */
export const fixedMilestones: ReadonlyMap<number, string> = new Map([
  [0, 'No Milestone'],
  [-2, 'Upcoming'],
  [-3, 'Started'],
])

/** The boards of a project or group, by name. */
export function boardsOf(world: World, owner: BoardOwner): Board[] {
  return 'project' in owner
    ? world.boards.by('byProject', owner.project.id).list()
    : world.boards.by('byGroup', owner.group.id).list()
}

/** Creates a board without lists. Throws InvalidRow. */
export function createBoard(
  world: World,
  owner: BoardOwner,
  { name, ...values }: Partial<BoardValues> & Pick<BoardValues, 'name'>,
  now: Instant,
): Board {
  refuseName(name)
  return world.boards.insert({
    id: nextId(world, 'boards'),
    projectId: 'project' in owner ? owner.project.id : null,
    groupId: 'group' in owner ? owner.group.id : null,
    name,
    hidesBacklog: false,
    hidesClosed: false,
    ...values,
    createdAt: now,
  })
}

/** Throws InvalidRow. */
export function changeBoard(world: World, board: Board, changes: Partial<BoardValues>, now: Instant): Board {
  const changed = { ...board, ...changes, updatedAt: now }
  refuseName(changed.name)
  return world.boards.put(changed)
}

function refuseName(name: string): void {
  if (name.trim() === '') throw new InvalidRow({ name: [BLANK] })
  if (isLonger(name, LONGEST_NAME)) throw new InvalidRow({ name: [tooLong(LONGEST_NAME)] })
}

const LONGEST_NAME = 255

export function removeBoard(world: World, board: Board): void {
  for (const list of listsOf(world, board)) world.boardLists.delete(list.id)
  world.boards.delete(board.id)
}

/** The lists of a board from left to right; those of open and of closed issues are no rows. */
export function listsOf(world: World, { id }: Pick<Board, 'id'>): BoardList[] {
  return world.boardLists.by('byBoard', id).list()
}

/** Adds a list at the end, as old as its board unless told. Throws InvalidRow. */
export function addList(world: World, board: Board, subject: ListSubject, now = board.createdAt): BoardList {
  const lists = listsOf(world, board)
  const columns = {
    labelId: 'label' in subject ? subject.label.id : null,
    assigneeId: 'assignee' in subject ? subject.assignee.id : null,
    milestoneId: 'milestone' in subject ? subject.milestone.id : null,
  }
  const isTaken = lists.some(
    ({ labelId, assigneeId = null, milestoneId = null }) =>
      labelId === columns.labelId && assigneeId === columns.assigneeId && milestoneId === columns.milestoneId,
  )
  if (isTaken) throw new InvalidRow({ [nounOf(subject)]: [TAKEN] })
  const { id, projectId, groupId } = board
  return world.boardLists.insert({
    id: nextId(world, 'boardLists'),
    boardId: id,
    projectId,
    groupId,
    ...columns,
    position: lists.length,
    updatedAt: now,
  })
}

function nounOf(subject: ListSubject): string {
  if ('label' in subject) return 'label'
  return 'assignee' in subject ? 'user' : 'milestone'
}

/** Moves a list; undefined for its present position and for one out of range. */
export function moveList(world: World, list: BoardList, position: number): BoardList | undefined {
  const lists = listsOf(world, { id: list.boardId })
  if (position === list.position || position < 0 || position >= lists.length) return undefined
  const others = lists.filter(({ id }) => id !== list.id)
  others.splice(position, 0, list)
  arrange(world, others)
  return world.boardLists.require(list.id)
}

/** Removes a list; those after it move up. */
export function removeList(world: World, list: BoardList): void {
  world.boardLists.delete(list.id)
  arrange(world, listsOf(world, { id: list.boardId }))
}

/** Removes the lists of somebody or of a milestone that is deleted, and takes them off the boards limited to them. */
export function forgetOnBoards(world: World, column: 'assigneeId' | 'milestoneId', id: number): void {
  for (const list of world.boardLists.all().list()) if (list[column] === id) removeList(world, list)
  for (const board of world.boards.all().list())
    if (board[column] === id) world.boards.update(board.id, { [column]: null })
}

function arrange(world: World, lists: readonly BoardList[]): void {
  for (const [position, { id }] of lists.entries()) world.boardLists.update(id, { position })
}
