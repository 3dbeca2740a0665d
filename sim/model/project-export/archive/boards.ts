import type { Board, BoardList } from '../../boards/board.ts'
import { addList, type BoardOwner, createBoard, listsOf } from '../../boards/boards.ts'
import type { Group } from '../../groups/group.ts'
import { InvalidRow } from '../../invalid-row.ts'
import type { Project } from '../../projects/project.ts'
import { type Fields, fieldsOf, InvalidArchiveRow, isObject, type Reading } from './field.ts'
import { labelCarried, projectLabels } from './labels.ts'
import { type Relation, writeRow } from './relation.ts'
import { flag, time, title } from './types.ts'

const list = fieldsOf<BoardList>()

const listFields: Fields<BoardList> = {
  // Of a label; those of open and of closed issues are no rows here.
  list_type: list.told(() => 'label'),
  position: list.told(({ position }) => position),
  label: {
    write: ({ labelId }, out) => writeRow(projectLabels, out.world.labels.require(labelId), out),
    read: (given, into, whole) => {
      if (whole.list_type !== 'label' && whole.list_type !== 1) return {}
      if (!isObject(given)) throw new InvalidArchiveRow("Validation failed: Label can't be blank")
      const label = labelCarried(given, into)
      return label === undefined ? {} : { labelId: label.id }
    },
  },
}

/** The lists of labels of a board, from left to right. */
const lists: Relation<BoardList, Board> = {
  name: 'lists',
  shape: 'many',
  rows: (board, { world }) => listsOf(world, board),
  fields: listFields,
  put: ({ labelId }, board, { world }) =>
    labelId === undefined ? undefined : sound(() => addList(world, board, world.labels.require(labelId))),
}

const { column, told } = fieldsOf<Board>()

const fields: Fields<Board> = {
  name: column('name', title()),
  project_id: told(({ projectId }) => projectId),
  group_id: told(({ groupId }) => groupId),
  created_at: column('createdAt', time),
  updated_at: told(({ createdAt }, out) => time.write(createdAt, out)),
  hide_backlog_list: column('hidesBacklog', flag(false)),
  hide_closed_list: column('hidesClosed', flag(false)),
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

function put({ name, hidesBacklog, hidesClosed, createdAt }: Board, owner: BoardOwner, { world }: Reading) {
  return sound(() => createBoard(world, owner, { name, hidesBacklog, hidesClosed }, createdAt))
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
