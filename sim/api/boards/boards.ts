import { boardEntity } from '../../entities/board.ts'
import { boardsOf, changeBoard, createBoard, removeBoard } from '../../model/boards/boards.ts'
import { licensed } from '../../policy/tier.ts'
import { listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { atLeastOneOf, boolean, lookedUp, required, string } from '../../protocol/params.ts'
import { forbidden } from '../../protocol/refusal.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'
import { limitParams, limitsFrom } from './limits.ts'
import { boardId, boardNamed, GROUP, PROJECT, reads, writes } from './places.ts'

// Issue boards work alike in projects and in groups.

const changes = {
  name: string(),
  hide_backlog_list: boolean({ about: 'Hides the list of open issues' }),
  hide_closed_list: boolean({ about: 'Hides the list of closed issues' }),
  ...limitParams,
}

const listing = { method: 'GET', answers: { many: boardEntity } } as const
const getting = {
  method: 'GET',
  params: lookedUp(boardId),
  answers: { one: boardEntity },
} as const
const creating = {
  method: 'POST',
  params: { name: required(string()) },
  answers: { status: 201, one: boardEntity },
} as const
const updating = {
  method: 'PUT',
  params: { ...lookedUp(boardId), ...changes },
  rules: [atLeastOneOf(...Object.keys(changes))],
  answers: { one: boardEntity },
} as const
const deleting = {
  method: 'DELETE',
  unmodifiedSince: 'record',
  params: lookedUp(boardId),
  answers: { status: 204 },
} as const

export const listProjectBoards = operation(
  { ...reads.project, ...listing, path: PROJECT, summary: 'List the issue boards of a project, by name' },
  ({ world, project }) => listingOf(boardsOf(world, { project })),
)
export const listGroupBoards = operation(
  { ...reads.group, ...listing, path: GROUP, summary: 'List the issue boards of a group, by name' },
  ({ world, group }) => listingOf(boardsOf(world, { group })),
)

export const getProjectBoard = operation(
  { ...reads.project, ...getting, path: `${PROJECT}/:board_id`, summary: 'Get an issue board of a project' },
  ({ world, project, params }) => boardNamed(world, { project }, params.board_id),
)
export const getGroupBoard = operation(
  { ...reads.group, ...getting, path: `${GROUP}/:board_id`, summary: 'Get an issue board of a group' },
  ({ world, group, params }) => boardNamed(world, { group }, params.board_id),
)

export const createProjectBoard = operation(
  { ...writes.project, ...creating, path: PROJECT, summary: 'Create an issue board in a project' },
  ({ world, project, params, now }) =>
    refuseInvalidRow(() => createBoard(world, { project }, { name: params.name ?? '' }, now)),
)
export const createGroupBoard = operation(
  { ...writes.group, ...creating, path: GROUP, summary: 'Create an issue board in a group' },
  ({ world, group, params, now }) => {
    if (!licensed(world, 'premium')) throw forbidden()
    return refuseInvalidRow(() => createBoard(world, { group }, { name: params.name ?? '' }, now))
  },
)

export const updateProjectBoard = operation(
  {
    ...writes.project,
    ...updating,
    path: `${PROJECT}/:board_id`,
    summary: 'Update an issue board of a project',
  },
  function* ({ world, project, params, now }) {
    const board = boardNamed(world, { project }, params.board_id)
    const limits = yield* limitsFrom(world, { project }, params, now)
    return refuseInvalidRow(() => changeBoard(world, board, { ...changesFrom(params), ...limits }, now))
  },
)
export const updateGroupBoard = operation(
  { ...writes.group, ...updating, path: `${GROUP}/:board_id`, summary: 'Update an issue board of a group' },
  function* ({ world, group, params, now }) {
    const board = boardNamed(world, { group }, params.board_id)
    const limits = yield* limitsFrom(world, { group }, params, now)
    return refuseInvalidRow(() => changeBoard(world, board, { ...changesFrom(params), ...limits }, now))
  },
)

export const deleteProjectBoard = operation(
  {
    ...writes.project,
    ...deleting,
    path: `${PROJECT}/:board_id`,
    summary: 'Delete an issue board of a project',
  },
  ({ world, project, params, unmodified }) =>
    removeBoard(world, unmodified(boardNamed(world, { project }, params.board_id))),
)
export const deleteGroupBoard = operation(
  { ...writes.group, ...deleting, path: `${GROUP}/:board_id`, summary: 'Delete an issue board of a group' },
  ({ world, group, params, unmodified }) => {
    if (!licensed(world, 'premium')) throw forbidden()
    return removeBoard(world, unmodified(boardNamed(world, { group }, params.board_id)))
  },
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
