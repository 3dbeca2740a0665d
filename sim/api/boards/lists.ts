import { boardListEntity } from '../../entities/board.ts'
import type { BoardList } from '../../model/boards/board.ts'
import {
  addList,
  type BoardOwner,
  type ListSubject,
  listsOf,
  moveList,
  removeList,
} from '../../model/boards/boards.ts'
import { InvalidRow } from '../../model/invalid-row.ts'
import type { World } from '../../model/world.ts'
import { memberWith } from '../../policy/all-members.ts'
import type { MemberPlace } from '../../policy/members.ts'
import { licensed } from '../../policy/tier.ts'
import { listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { exactlyOneOf, integer, required } from '../../protocol/params.ts'
import { message } from '../../protocol/refusal.ts'
import { errorSentences } from '../../protocol/refuse-invalid-row.ts'
import type { Instant } from '../../time/calendar.ts'
import { labelOf, milestoneOf } from './limits.ts'
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
    label_id: integer({ about: 'ID of a label of the project or group, or of a group above it' }),
    assignee_id: integer({ about: 'ID of a member (Premium)' }),
    milestone_id: integer({
      about: 'ID of a milestone of the project or group, or of a group above it (Premium)',
    }),
    iteration_id: integer({ about: 'ID of an iteration (Premium); there are none here' }),
  },
  rules: [exactlyOneOf('label_id', 'assignee_id', 'milestone_id', 'iteration_id')],
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
  { ...writes.project, ...adding, path: IN_PROJECT, summary: 'Add a list to a project issue board' },
  ({ world, project, params, now }) => addListOf(world, { project }, params, now),
)
export const addGroupBoardList = operation(
  { ...writes.group, ...adding, path: IN_GROUP, summary: 'Add a list to a group issue board' },
  ({ world, group, params, now }) => addListOf(world, { group }, params, now),
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

interface Wanted {
  readonly board_id: number | null
  readonly label_id?: number | null | undefined
  readonly assignee_id?: number | null | undefined
  readonly milestone_id?: number | null | undefined
  readonly iteration_id?: number | null | undefined
}

const nouns = ['assignee', 'milestone', 'iteration', 'label'] as const
type Noun = (typeof nouns)[number]

function addListOf(world: World, owner: BoardOwner, wanted: Wanted, now: Instant): BoardList {
  const board = boardNamed(world, owner, wanted.board_id)
  const noun = nouns.find((name) => wanted[`${name}_id`] != null) ?? 'label'
  if (noun !== 'label' && !licensed(world, 'premium'))
    throw message(400, { error: `${capitalized(noun)} lists not available with your current license` })
  const subject = subjectOf(world, owner, noun, wanted[`${noun}_id`] ?? 0, now)
  if (subject === undefined) throw message(400, { error: `${capitalized(noun)} not found` })
  try {
    return addList(world, board, subject, now)
  } catch (problem) {
    if (!(problem instanceof InvalidRow)) throw problem
    throw message(400, { error: errorSentences(problem)[0] ?? '' })
  }
}

function subjectOf(
  world: World,
  owner: BoardOwner,
  noun: Noun,
  id: number,
  now: Instant,
): ListSubject | undefined {
  if (noun === 'label') {
    const label = labelOf(world, owner, id)
    return label && { label }
  }
  if (noun === 'milestone') {
    const milestone = milestoneOf(world, owner, id)
    return milestone && { milestone }
  }
  // No iterations exist here, so that no id names one.
  if (noun === 'iteration') return undefined
  const place: MemberPlace =
    'project' in owner ? { source: 'project', row: owner.project } : { source: 'group', row: owner.group }
  const isMember = memberWith(world, place, 'all', id, now) !== undefined
  const assignee = isMember ? world.users.get(id) : undefined
  return assignee && { assignee }
}

function capitalized(noun: string): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1)
}

function moveTo(world: World, list: BoardList, position: number | null): BoardList {
  const moved = moveList(world, list, position ?? -1)
  if (moved === undefined) throw message(400, { error: 'List could not be moved!' })
  return moved
}
