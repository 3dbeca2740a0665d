import { boardListEntity } from '../../entities/board.ts'
import type { BoardList } from '../../model/boards/board.ts'
import { addList, type BoardOwner, listsOf, moveList, removeList } from '../../model/boards/boards.ts'
import { groupLabelsIn, labelsIn } from '../../model/labels/label-changes.ts'
import type { World } from '../../model/world.ts'
import { listed } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, required } from '../../protocol/params.ts'
import { message } from '../../protocol/refusal.ts'
import { valid } from '../../protocol/valid.ts'
import { boardId, boardNamed, GROUP, listId, listNamed, PROJECT, reads, writes } from './places.ts'

const both = { ...boardId, ...listId }

const listing = {
  method: 'GET',
  summary: 'List the lists of a board from left to right',
  params: boardId,
  answers: { many: boardListEntity },
} as const
const getting = {
  method: 'GET',
  summary: 'One list of a board',
  params: both,
  answers: { one: boardListEntity },
} as const
const adding = {
  method: 'POST',
  summary: 'Add a list of a label to a board, as its last',
  params: { ...boardId, label_id: required(integer({ about: 'Id of a label that is known there' })) },
  answers: { status: 201, one: boardListEntity },
} as const
const moving = {
  method: 'PUT',
  summary: 'Move a list to another place',
  params: { ...both, position: required(integer({ about: 'The place, the first is 0' })) },
  answers: { one: boardListEntity },
} as const
const removing = {
  method: 'DELETE',
  summary: 'Take a list off a board',
  unmodifiedSince: true,
  params: both,
  answers: { status: 204 },
} as const

const IN_PROJECT = `${PROJECT}/:board_id/lists` as const
const IN_GROUP = `${GROUP}/:board_id/lists` as const

export const listProjectBoardLists = operation(
  { ...reads.project, ...listing, path: IN_PROJECT },
  ({ world, project, params }) => listed(listsOf(world, boardNamed(world, { project }, params.board_id))),
)
export const listGroupBoardLists = operation(
  { ...reads.group, ...listing, path: IN_GROUP },
  ({ world, group, params }) => listed(listsOf(world, boardNamed(world, { group }, params.board_id))),
)

export const getProjectBoardList = operation(
  { ...reads.project, ...getting, path: `${IN_PROJECT}/:list_id` },
  ({ world, project, params }) => found(world, { project }, params),
)
export const getGroupBoardList = operation(
  { ...reads.group, ...getting, path: `${IN_GROUP}/:list_id` },
  ({ world, group, params }) => found(world, { group }, params),
)

export const addProjectBoardList = operation(
  { ...writes.project, ...adding, path: IN_PROJECT },
  ({ world, project, params }) => added(world, { project }, params),
)
export const addGroupBoardList = operation(
  { ...writes.group, ...adding, path: IN_GROUP },
  ({ world, group, params }) => added(world, { group }, params),
)

export const moveProjectBoardList = operation(
  { ...writes.project, ...moving, path: `${IN_PROJECT}/:list_id` },
  ({ world, project, params }) => moved(world, found(world, { project }, params), params.position),
)
export const moveGroupBoardList = operation(
  { ...writes.group, ...moving, path: `${IN_GROUP}/:list_id` },
  ({ world, group, params }) => moved(world, found(world, { group }, params), params.position),
)

export const removeProjectBoardList = operation(
  { ...writes.project, ...removing, path: `${IN_PROJECT}/:list_id` },
  ({ world, project, params }) => removeList(world, found(world, { project }, params)),
)
export const removeGroupBoardList = operation(
  { ...writes.group, ...removing, path: `${IN_GROUP}/:list_id` },
  ({ world, group, params }) => removeList(world, found(world, { group }, params)),
)

interface Named {
  readonly board_id: number | null
  readonly list_id: number | null
}

function found(world: World, owner: BoardOwner, { board_id: board, list_id: list }: Named): BoardList {
  return listNamed(world, boardNamed(world, owner, board), list)
}

function added(
  world: World,
  owner: BoardOwner,
  given: { readonly board_id: number | null; readonly label_id: number | null },
): BoardList {
  const board = boardNamed(world, owner, given.board_id)
  const labels =
    'project' in owner ? labelsIn(world, owner.project, true) : groupLabelsIn(world, owner.group, true)
  const label = labels.find(({ id }) => id === given.label_id)
  if (label === undefined) throw message(400, { error: 'Label not found!' })
  return valid(() => addList(world, board, label))
}

function moved(world: World, list: BoardList, position: number | null): BoardList {
  const there = moveList(world, list, position ?? -1)
  if (there === undefined) throw message(400, { error: 'List could not be moved!' })
  return there
}
