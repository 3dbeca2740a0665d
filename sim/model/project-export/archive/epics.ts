import type { Json } from '../../../lib/json.ts'
import { type Epic, type EpicIssue, epicStates } from '../../epics/epic.ts'
import { epicDefaults } from '../../epics/epics.ts'
import type { Group } from '../../groups/group.ts'
import type { Issue } from '../../issues/issue.ts'
import { groupsAbove } from '../../milestones/milestones.ts'
import { nextId, reserveIid, type World } from '../../world.ts'
import {
  Ending,
  type Field,
  type Fields,
  fieldsOf,
  InvalidArchiveRow,
  isObject,
  projectOf,
  type Type,
} from './field.ts'
import { labelLinks } from './labels.ts'
import { awardsOn, notesOn } from './notes.ts'
import { type Relation, readRow, writeRow } from './relation.ts'
import { dayOrNull, flag, iid, person, textOrNull, time, timeOrNull, title, word } from './types.ts'

const { column, told, always } = fieldsOf<Epic>()

/** A place among others; it may be below zero. */
const place: Type<number> = {
  write: (value) => value,
  read: (given) => {
    if (given === undefined || given === null) return 0
    if (typeof given !== 'number' || !Number.isSafeInteger(given)) throw new Ending('is not a number')
    return given
  },
}

const color: Type<string> = {
  write: (value) => value,
  read: (given) => (typeof given === 'string' && /^#[0-9a-f]{6}$/i.test(given) ? given : epicDefaults.color),
}

const fields: Fields<Epic> = {
  group_id: told(({ groupId }) => groupId),
  author_id: column('authorId', person),
  iid: column('iid', iid),
  updated_by_id: always(null),
  last_edited_by_id: always(null),
  lock_version: always(0),
  start_date: told((epic) => (epic.startDateIsFixed ? epic.startDateFixed : null)),
  end_date: told((epic) => (epic.dueDateIsFixed ? epic.dueDateFixed : null)),
  last_edited_at: always(null),
  created_at: column('createdAt', time),
  updated_at: column('updatedAt', time),
  title: column('title', title()),
  description: column('description', textOrNull),
  start_date_fixed: column('startDateFixed', dayOrNull),
  due_date_fixed: column('dueDateFixed', dayOrNull),
  start_date_is_fixed: column('startDateIsFixed', flag(false)),
  due_date_is_fixed: column('dueDateIsFixed', flag(false)),
  closed_by_id: always(null),
  closed_at: column('closedAt', timeOrNull),
  relative_position: column('position', place),
  state: column('state', word(epicStates, 'opened')),
  confidential: column('confidential', flag(false)),
  color: column('color', color),
}

function insert(world: World, group: Group, epic: Epic): Epic {
  if (world.epics.find('byIid', group.id, epic.iid) !== undefined)
    throw new InvalidArchiveRow('Validation failed: Iid has already been taken')
  reserveIid(world, 'epics', 'group', group.id, epic.iid)
  return world.epics.insert({
    ...epic,
    id: nextId(world, 'epics'),
    groupId: group.id,
    parentId: null,
    labelIds: epic.labelIds ?? [],
    closedAt: epic.state === 'closed' ? epic.closedAt : null,
  })
}

/** Which epic stands above; found again once all of them are there. */
const parent: Field<Epic> = told(({ parentId }, out): Json => {
  const above = out.world.epics.get(parentId ?? 0)
  return above === undefined ? null : writeRow(bare, above, out)
})

/** An epic without what hangs on it. */
const bare: Relation<Epic, Group> = {
  name: 'epic',
  shape: 'one',
  rows: () => [],
  fields,
  put: (columns, group, { world }) => insert(world, group, columns as Epic),
}

/** The epics of a group itself. */
export const groupEpics: Relation<Epic, Group> = {
  name: 'epics',
  shape: 'many',
  rows: (group, { world }) =>
    world.epics
      .by('byGroup', group.id)
      .list()
      .sort((a, b) => a.id - b.id),
  fields: { ...fields, label_links: labelLinks<Epic>('Epic'), parent },
  parts: [notesOn<Epic>('Epic'), awardsOn<Epic>('Epic')],
  put: bare.put,
}

/** Puts epics below those that they stood below; `groups` are those that came along, by their former ids. */
export function nestEpics(
  world: World,
  groups: ReadonlyMap<unknown, Group>,
  lines: Iterable<Json | undefined>,
): void {
  const found = (row: Json | undefined): Epic | undefined => {
    if (!isObject(row)) return undefined
    const group = groups.get(row.group_id)
    return typeof row.iid === 'number' && group !== undefined
      ? world.epics.find('byIid', group.id, row.iid)
      : undefined
  }
  for (const line of lines) {
    const epic = found(line)
    const above = isObject(line) ? found(line.parent) : undefined
    if (epic === undefined || above === undefined || isBelow(world, above, epic)) continue
    world.epics.update(epic.id, { parentId: above.id })
  }
}

function isBelow(world: World, epic: Epic, other: Epic): boolean {
  for (let it: Epic | undefined = epic; it !== undefined; it = world.epics.get(it.parentId ?? 0))
    if (it.id === other.id) return true
  return false
}

const part = fieldsOf<EpicIssue>()

/** The epic that an issue is part of: one of the same number in the groups above, or else a new one in its group. */
export const epicOfIssue: Relation<EpicIssue, Issue> = {
  name: 'epic_issue',
  shape: 'one',
  rows: ({ id }, { world, tellsEpic }) => {
    const row = world.epicIssues.find('byIssue', id)
    const epic = world.epics.get(row?.epicId ?? 0)
    return row !== undefined && epic !== undefined && tellsEpic(epic) ? [row] : []
  },
  fields: {
    relative_position: part.column('position', place),
    epic: {
      write: ({ epicId }, out) => writeRow(bare, out.world.epics.require(epicId), out),
      read: (given, into) => {
        const { world } = into
        const [nearest, ...further] = groupsAbove(world, { project: projectOf(into) })
        if (nearest === undefined || !isObject(given)) return {}
        const number = iid.read(given.iid, into)
        const known = [nearest, ...further].map((group) => world.epics.find('byIid', group.id, number))
        const epic =
          known.find((it) => it !== undefined) ?? readRow(bare, given, nearest, into, () => undefined)
        return epic === undefined ? {} : { epicId: epic.id }
      },
    },
  },
  put: ({ epicId, position = 0 }, { id: issueId }, { world }) =>
    epicId === undefined
      ? undefined
      : world.epicIssues.insert({ id: nextId(world, 'epicIssues'), epicId, issueId, position }),
}
