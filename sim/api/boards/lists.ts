import { boardListEntity } from '../../entities/board.ts'
import type { BoardList } from '../../model/boards/board.ts'
import { addList, type BoardOwner, listsOf, moveList, removeList } from '../../model/boards/boards.ts'
import { groupLabelsIn, labelsIn } from '../../model/labels/label-changes.ts'
import type { World } from '../../model/world.ts'
import { listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, required } from '../../protocol/params.ts'
import { message } from '../../protocol/refusal.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'
import type { Instant } from '../../time/calendar.ts'
import { boardId, boardNamed, GROUP, listId, listNamed, PROJECT, reads, writes } from './places.ts'

const both = { ...boardId, ...listId }

const listing = {
  method: 'GET',
  params: boardId,
  answers: { many: boardListEntity },
} as const
const getting = {
  method: 'GET',
  params: both,
  answers: { one: boardListEntity },
} as const
const adding = {
  method: 'POST',
  params: {
    ...boardId,
    label_id: required(integer({ about: 'ID of a label of the project or group, or of a group above it' })),
  },
  answers: { status: 201, one: boardListEntity },
} as const
const reordering = {
  method: 'PUT',
  params: { ...both, position: required(integer({ about: 'New position of the list; the first is 0' })) },
  answers: { one: boardListEntity },
} as const
const deleting = {
  method: 'DELETE',
  unmodifiedSince: 'record',
  params: both,
  answers: { status: 204 },
} as const

const IN_PROJECT = `${PROJECT}/:board_id/lists` as const
const IN_GROUP = `${GROUP}/:board_id/lists` as const

export const listProjectBoardLists = operation(
  { ...reads.project, ...listing, path: IN_PROJECT, summary: 'List the lists of a project issue board' },
  ({ world, project, params }) => listingOf(listsOf(world, boardNamed(world, { project }, params.board_id))),
)
export const listGroupBoardLists = operation(
  { ...reads.group, ...listing, path: IN_GROUP, summary: 'List the lists of a group issue board' },
  ({ world, group, params }) => listingOf(listsOf(world, boardNamed(world, { group }, params.board_id))),
)

export const getProjectBoardList = operation(
  {
    ...reads.project,
    ...getting,
    path: `${IN_PROJECT}/:list_id`,
    summary: 'Get a list of a project issue board',
  },
  ({ world, project, params }) => findList(world, { project }, params),
)
export const getGroupBoardList = operation(
  { ...reads.group, ...getting, path: `${IN_GROUP}/:list_id`, summary: 'Get a list of a group issue board' },
  ({ world, group, params }) => findList(world, { group }, params),
)

export const addProjectBoardList = operation(
  { ...writes.project, ...adding, path: IN_PROJECT, summary: 'Add a label list to a project issue board' },
  ({ world, project, params, now }) => addLabelList(world, { project }, params, now),
)
export const addGroupBoardList = operation(
  { ...writes.group, ...adding, path: IN_GROUP, summary: 'Add a label list to a group issue board' },
  ({ world, group, params, now }) => addLabelList(world, { group }, params, now),
)

export const reorderProjectBoardList = operation(
  {
    ...writes.project,
    ...reordering,
    path: `${IN_PROJECT}/:list_id`,
    summary: 'Reorder a list of a project issue board',
  },
  ({ world, project, params }) => moveTo(world, findList(world, { project }, params), params.position),
)
export const reorderGroupBoardList = operation(
  {
    ...writes.group,
    ...reordering,
    path: `${IN_GROUP}/:list_id`,
    summary: 'Reorder a list of a group issue board',
  },
  ({ world, group, params }) => moveTo(world, findList(world, { group }, params), params.position),
)

export const deleteProjectBoardList = operation(
  {
    ...writes.project,
    ...deleting,
    path: `${IN_PROJECT}/:list_id`,
    summary: 'Delete a list of a project issue board',
  },
  ({ world, project, params, unmodified }) =>
    removeList(world, unmodified(findList(world, { project }, params))),
)
export const deleteGroupBoardList = operation(
  {
    ...writes.group,
    ...deleting,
    path: `${IN_GROUP}/:list_id`,
    summary: 'Delete a list of a group issue board',
  },
  ({ world, group, params, unmodified }) => removeList(world, unmodified(findList(world, { group }, params))),
)

interface Named {
  readonly board_id: number | null
  readonly list_id: number | null
}

function findList(world: World, owner: BoardOwner, { board_id: board, list_id: list }: Named): BoardList {
  return listNamed(world, boardNamed(world, owner, board), list)
}

function addLabelList(
  world: World,
  owner: BoardOwner,
  given: { readonly board_id: number | null; readonly label_id: number | null },
  now: Instant,
): BoardList {
  const board = boardNamed(world, owner, given.board_id)
  const labels =
    'project' in owner ? labelsIn(world, owner.project, true) : groupLabelsIn(world, owner.group, true)
  const label = labels.find(({ id }) => id === given.label_id)
  if (label === undefined) throw message(400, { error: 'Label not found!' })
  return refuseInvalidRow(() => addList(world, board, label, now))
}

function moveTo(world: World, list: BoardList, position: number | null): BoardList {
  const moved = moveList(world, list, position ?? -1)
  if (moved === undefined) throw message(400, { error: 'List could not be moved!' })
  return moved
}
