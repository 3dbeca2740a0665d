import type { Board, BoardList } from '../../model/boards/board.ts'
import { type BoardOwner, boardsOf, listsOf } from '../../model/boards/boards.ts'
import type { World } from '../../model/world.ts'
import { integer, required } from '../../protocol/params.ts'
import { recordNotFound } from '../../protocol/refusal.ts'

export const PROJECT = '/projects/:id/boards'
export const GROUP = '/groups/:id/boards'

export const boardId = { board_id: required(integer({ about: 'ID of the board' })) }
export const listId = { list_id: required(integer({ about: 'ID of the list' })) }

/** Signed-in callers who may read the issues may read the boards. */
export const reads = {
  project: { subject: 'project', needs: 'read_board', beyond: true },
  group: { subject: 'group', needs: 'read_group', beyond: true },
} as const

export const writes = {
  project: { subject: 'project', needs: 'admin_board', beyond: true },
  group: { subject: 'group', needs: 'admin_group_board', beyond: true },
} as const

export function boardNamed(world: World, owner: BoardOwner, id: number | null): Board {
  const board = boardsOf(world, owner).find((candidate) => candidate.id === id)
  if (board === undefined) throw recordNotFound()
  return board
}

export function listNamed(world: World, board: Board, id: number | null): BoardList {
  const list = listsOf(world, board).find((candidate) => candidate.id === id)
  if (list === undefined) throw recordNotFound()
  return list
}
