import type { Board, BoardList } from '../../boards/board.ts'
import { addList, type BoardOwner, createBoard, fixedMilestones, listsOf } from '../../boards/boards.ts'
import type { Group } from '../../groups/group.ts'
import { InvalidRow } from '../../invalid-row.ts'
import type { Project } from '../../projects/project.ts'
import { type Fields, fieldsOf, InvalidArchiveRow, isObject, type Reading, type Type } from './field.ts'
import { labelCarried, labelLinks, projectLabels } from './labels.ts'
import { milestoneField } from './milestones.ts'
import { type Relation, writeRow } from './relation.ts'
import { flag, time, title } from './types.ts'

const list = fieldsOf<BoardList>()

const listMilestone = milestoneField<BoardList>()

const listFields: Fields<BoardList> = {
  // Of a label, an assignee or a milestone; those of open and of closed issues are no rows here.
  list_type: list.told(({ assigneeId, milestoneId }) =>
    assigneeId != null ? 'assignee' : milestoneId != null ? 'milestone' : 'label',
  ),
  position: list.told(({ position }) => position),
  label: {
    write: ({ labelId }, out) =>
      labelId === null ? null : writeRow(projectLabels, out.world.labels.require(labelId), out),
    read: (given, into, whole) => {
      if (whole.list_type !== 'label' && whole.list_type !== 1) return {}
      if (!isObject(given)) throw new InvalidArchiveRow("Validation failed: Label can't be blank")
      const label = labelCarried(given, into)
      return label === undefined ? {} : { labelId: label.id }
    },
  },
  // Somebody who is not known here has no list: it would be one of the importer.
  user_id: {
    write: ({ assigneeId }) => assigneeId ?? null,
    read: (given, into) => ({
      assigneeId: typeof given === 'number' ? (into.users.get(given)?.id ?? null) : null,
    }),
  },
  milestone: {
    ...listMilestone,
    // Archives have it with lists of open and of closed issues, too.
    read: (given, into, whole) =>
      whole.list_type === 'milestone' || whole.list_type === 4 ? listMilestone.read(given, into, whole) : {},
  },
}

/** The lists of a board, from left to right. */
const lists: Relation<BoardList, Board> = {
  name: 'lists',
  shape: 'many',
  rows: (board, { world }) => listsOf(world, board),
  fields: listFields,
  put: ({ labelId, assigneeId, milestoneId }, board, { world }) => {
    const label = world.labels.get(labelId ?? 0)
    const assignee = world.users.get(assigneeId ?? 0)
    const milestone = world.milestones.get(milestoneId ?? 0)
    const subject = (label && { label }) ?? (assignee && { assignee }) ?? (milestone && { milestone })
    return subject && sound(() => addList(world, board, subject))
  },
}

const { column, told } = fieldsOf<Board>()
const carried = milestoneField<Board>()
const links = labelLinks<{ readonly labelIds: readonly number[] }>('Board')

const weight: Type<number | null | undefined> = {
  write: (value) => value ?? null,
  read: (given) => (typeof given === 'number' && Number.isInteger(given) ? given : null),
}

const fields: Fields<Board> = {
  name: column('name', title()),
  project_id: told(({ projectId }) => projectId),
  group_id: told(({ groupId }) => groupId),
  created_at: column('createdAt', time),
  updated_at: told(({ createdAt }, out) => time.write(createdAt, out)),
  hide_backlog_list: column('hidesBacklog', flag(false)),
  hide_closed_list: column('hidesClosed', flag(false)),
  weight: column('weight', weight),
  milestone_id: {
    write: ({ milestoneId }) => (fixedMilestones.has(milestoneId ?? 1) ? (milestoneId as number) : null),
    read: (given) => (typeof given === 'number' && fixedMilestones.has(given) ? { milestoneId: given } : {}),
  },
  milestone: {
    ...carried,
    // Those that stand for any upcoming or started one are no rows.
    read: (given, into, whole) =>
      isObject(given) && !fixedMilestones.has(Number(given.id)) ? carried.read(given, into, whole) : {},
  },
  assignee_id: {
    write: ({ assigneeId }) => assigneeId ?? null,
    read: (given, into) => ({
      assigneeId: typeof given === 'number' ? (into.users.get(given)?.id ?? null) : null,
    }),
  },
  label_links: {
    write: ({ labelIds = [] }, out) => links.write({ labelIds }, out),
    read: (given, into, whole) => links.read(given, into, whole),
  },
}

export const projectBoards: Relation<Board, Project> = {
  name: 'boards',
  shape: 'many',
  rows: (project, { world }) => byId(world.boards.by('byProject', project.id).list()),
  fields,
  parts: [lists],
  put: (columns, project, into) => put(columns as Board, { project }, into),
}

export const groupBoards: Relation<Board, Group> = {
  name: 'boards',
  shape: 'many',
  rows: (group, { world }) => byId(world.boards.by('byGroup', group.id).list()),
  fields,
  parts: [lists],
  put: (columns, group, into) => put(columns as Board, { group }, into),
}

function put({ createdAt, ...values }: Board, owner: BoardOwner, { world }: Reading) {
  return sound(() => createBoard(world, owner, values, createdAt))
}

function sound<T>(rule: () => T): T {
  try {
    return rule()
  } catch (problem) {
    if (!(problem instanceof InvalidRow)) throw problem
    throw new InvalidArchiveRow(`Validation failed: ${Object.values(problem.errors).flat().join(', ')}`)
  }
}

function byId<Row extends { readonly id: number }>(rows: Row[]): Row[] {
  return rows.sort((a, b) => a.id - b.id)
}
