import { boardEntity } from '../../entities/board.ts'
import { boardsOf, changeBoard, removeBoard, setUpBoard } from '../../model/boards/boards.ts'
import { licensed } from '../../policy/tier.ts'
import { listed } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { atLeastOneOf, boolean, required, string } from '../../protocol/params.ts'
import { message } from '../../protocol/refusal.ts'
import { valid } from '../../protocol/valid.ts'
import { boardId, boardNamed, GROUP, PROJECT, reads, writes } from './places.ts'

// Projects and groups have boards alike.

const changes = {
  name: string(),
  hide_backlog_list: boolean({ about: 'Hides the list of open issues' }),
  hide_closed_list: boolean({ about: 'Hides the list of closed issues' }),
}

const listing = { method: 'GET', summary: 'List boards, by name', answers: { many: boardEntity } } as const
const getting = {
  method: 'GET',
  summary: 'One board',
  params: boardId,
  answers: { one: boardEntity },
} as const
const adding = {
  method: 'POST',
  summary: 'Set a board up',
  params: { name: required(string()) },
  answers: { status: 201, one: boardEntity },
} as const
const changing = {
  method: 'PUT',
  summary: 'Change a board',
  params: { ...boardId, ...changes },
  rules: [atLeastOneOf(...Object.keys(changes))],
  answers: { one: boardEntity },
} as const
const removing = {
  method: 'DELETE',
  summary: 'Remove a board with its lists',
  unmodifiedSince: true,
  params: boardId,
  answers: { status: 204 },
} as const

export const listProjectBoards = operation(
  { ...reads.project, ...listing, path: PROJECT },
  ({ world, project }) => listed(boardsOf(world, { project })),
)
export const listGroupBoards = operation({ ...reads.group, ...listing, path: GROUP }, ({ world, group }) =>
  listed(boardsOf(world, { group })),
)

export const getProjectBoard = operation(
  { ...reads.project, ...getting, path: `${PROJECT}/:board_id` },
  ({ world, project, params }) => boardNamed(world, { project }, params.board_id),
)
export const getGroupBoard = operation(
  { ...reads.group, ...getting, path: `${GROUP}/:board_id` },
  ({ world, group, params }) => boardNamed(world, { group }, params.board_id),
)

export const addProjectBoard = operation(
  { ...writes.project, ...adding, path: PROJECT },
  ({ world, project, params, now }) =>
    valid(() => setUpBoard(world, { project }, { name: params.name ?? '' }, now)),
)
export const addGroupBoard = operation(
  { ...writes.group, ...adding, path: GROUP },
  ({ world, group, params, now }) => {
    // A second board of a group takes a plan.
    if (!licensed(world, 'premium') && boardsOf(world, { group }).length > 0)
      throw message(400, { error: "You don't have the permission to create a board for this resource." })
    return valid(() => setUpBoard(world, { group }, { name: params.name ?? '' }, now))
  },
)

export const changeProjectBoard = operation(
  { ...writes.project, ...changing, path: `${PROJECT}/:board_id` },
  ({ world, project, params }) => {
    const board = boardNamed(world, { project }, params.board_id)
    return valid(() => changeBoard(world, board, changesFrom(params)))
  },
)
export const changeGroupBoard = operation(
  { ...writes.group, ...changing, path: `${GROUP}/:board_id` },
  ({ world, group, params }) => {
    const board = boardNamed(world, { group }, params.board_id)
    return valid(() => changeBoard(world, board, changesFrom(params)))
  },
)

export const removeProjectBoard = operation(
  { ...writes.project, ...removing, path: `${PROJECT}/:board_id` },
  ({ world, project, params }) => removeBoard(world, boardNamed(world, { project }, params.board_id)),
)
export const removeGroupBoard = operation(
  { ...writes.group, ...removing, path: `${GROUP}/:board_id` },
  ({ world, group, params }) => removeBoard(world, boardNamed(world, { group }, params.board_id)),
)

interface Given {
  readonly name?: string | null | undefined
  readonly hide_backlog_list?: boolean | null | undefined
  readonly hide_closed_list?: boolean | null | undefined
}

function changesFrom({ name, hide_backlog_list: hidesBacklog, hide_closed_list: hidesClosed }: Given) {
  return {
    ...(name != null && { name }),
    ...(hidesBacklog != null && { hidesBacklog }),
    ...(hidesClosed != null && { hidesClosed }),
  }
}
