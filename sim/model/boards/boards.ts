import type { Instant } from '../../time/calendar.ts'
import type { Group } from '../groups/group.ts'
import { InvalidRow } from '../invalid-row.ts'
import type { Label } from '../labels/label.ts'
import { BLANK, isLonger, TAKEN, tooLong } from '../names.ts'
import type { Project } from '../projects/project.ts'
import { nextId, type World } from '../world.ts'
import type { Board, BoardList } from './board.ts'

export type BoardOwner = { readonly project: Project } | { readonly group: Group }
export type BoardValues = Pick<Board, 'name' | 'hidesBacklog' | 'hidesClosed'>

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

/** Adds a list of a label at the end, as old as its board unless told. Throws InvalidRow. */
export function addList(world: World, board: Board, label: Label, now = board.createdAt): BoardList {
  const lists = listsOf(world, board)
  if (lists.some(({ labelId }) => labelId === label.id)) throw new InvalidRow({ label_id: [TAKEN] })
  const { id, projectId, groupId } = board
  return world.boardLists.insert({
    id: nextId(world, 'boardLists'),
    boardId: id,
    projectId,
    groupId,
    labelId: label.id,
    position: lists.length,
    updatedAt: now,
  })
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

function arrange(world: World, lists: readonly BoardList[]): void {
  for (const [position, { id }] of lists.entries()) world.boardLists.update(id, { position })
}
