import { since } from '../lib/dialect.ts'
import { isSubscribed, votes } from '../model/discussions/discussion.ts'
import type { Epic, EpicIssue } from '../model/epics/epic.ts'
import { epicStates } from '../model/epics/epic.ts'
import type { Issue } from '../model/issues/issue.ts'
import { labelsOf, textColor } from '../model/labels/labels.ts'
import {
  apart,
  broughtBy,
  constant,
  day,
  entity,
  type Field,
  type Fields,
  flag,
  integer,
  namesOrMany,
  nullable,
  object,
  one,
  oneOfTexts,
  text,
  timestamp,
  url,
  type View,
  when,
} from './entity.ts'
import { issueEntity } from './issue.ts'
import { partDetails } from './issue-detail.ts'
import { labelDetailsEntity } from './label-details.ts'
import { userRefEntity } from './user-ref.ts'

const pathOf = ({ groupId }: Epic, { world }: View) => world.groups.require(groupId).fullPath
const parentOf = ({ parentId }: Epic, { world }: View) => world.epics.get(parentId ?? 0)
const linkOf = (epic: Epic, view: View) => view.url(`groups/${pathOf(epic, view)}/-/epics/${epic.iid}`)
const apiOf = (epic: Epic, view: View) => view.url(`api/v4/groups/${epic.groupId}`)

/** Whether the viewer may change an epic: only then its dates are told apart. */
const manages = ({ groupId }: Epic, view: View) => view.can('admin_epic', view.world.groups.require(groupId))

// The service counts epics among its issues; here their numbers begin far behind those.
const FIRST_WORK_ITEM = 1_000_000
const workItemIdOf = ({ id }: Epic) => FIRST_WORK_ITEM + id

const fields: Fields<Epic> = {
  id: integer(({ id }) => id),
  work_item_id: since('epics#later-work-item', integer(workItemIdOf)),
  iid: integer(({ iid }) => iid),
  color: text(({ color }) => color),
  text_color: text(({ color }) => textColor(color)),
  group_id: integer(({ groupId }) => groupId),
  parent_id: nullable(integer(({ parentId }) => parentId as number)),
  parent_iid: nullable(integer((epic, view) => (parentOf(epic, view)?.iid ?? null) as number)),
  imported: since(
    'epics#later-imported',
    flag<Epic>(() => false),
  ),
  imported_from: since('epics#later-imported', constant<Epic>('none')),
  title: text(({ title }) => title),
  description: nullable(text(({ description }) => description as string)),
  confidential: flag(({ confidential }) => confidential),
  author: one(userRefEntity, ({ authorId }, { world }) => world.users.require(authorId)),
  start_date: nullable(
    day(({ startDateIsFixed, startDateFixed }) => (startDateIsFixed ? startDateFixed : null)),
  ),
  start_date_is_fixed: when(
    manages,
    flag(({ startDateIsFixed }) => startDateIsFixed),
  ),
  start_date_fixed: when(manages, nullable(day(({ startDateFixed }) => startDateFixed))),
  start_date_from_inherited_source: when(manages, constant(null)),
  start_date_from_milestones: when(manages, constant(null)),
  end_date: nullable(day(({ dueDateIsFixed, dueDateFixed }) => (dueDateIsFixed ? dueDateFixed : null))),
  due_date: nullable(day(({ dueDateIsFixed, dueDateFixed }) => (dueDateIsFixed ? dueDateFixed : null))),
  due_date_is_fixed: when(
    manages,
    flag(({ dueDateIsFixed }) => dueDateIsFixed),
  ),
  due_date_fixed: when(manages, nullable(day(({ dueDateFixed }) => dueDateFixed))),
  due_date_from_inherited_source: when(manages, constant(null)),
  due_date_from_milestones: when(manages, constant(null)),
  state: oneOfTexts(epicStates, ({ state }) => state),
  web_edit_url: when(
    manages,
    url((epic, view) => linkOf(epic, view)),
  ),
  web_url: url(linkOf),
  references: object({
    short: text(({ iid }: Epic) => `&${iid}`),
    relative: text(({ iid }: Epic) => `&${iid}`),
    full: text((epic: Epic, view) => `${pathOf(epic, view)}&${epic.iid}`),
  }),
  created_at: timestamp(({ createdAt }) => createdAt),
  updated_at: timestamp(({ updatedAt }) => updatedAt),
  closed_at: nullable(timestamp(({ closedAt }) => closedAt)),
  labels: namesOrMany(
    labelDetailsEntity,
    (epic, { world }) => labelsOf(world, epic),
    ({ title }) => title,
    ({ asked }) => asked('with_labels_details') === true,
  ),
  upvotes: integer(({ id }, { world }) => votes(world, 'Epic', id, 'thumbsup')),
  downvotes: integer(({ id }, { world }) => votes(world, 'Epic', id, 'thumbsdown')),
  _links: object({
    self: url((epic: Epic, view) => `${apiOf(epic, view)}/epics/${epic.iid}`),
    epic_issues: url((epic: Epic, view) => `${apiOf(epic, view)}/epics/${epic.iid}/issues`),
    group: url(apiOf),
    parent: nullable(
      url((epic: Epic, view) => {
        const parent = parentOf(epic, view)
        return parent === undefined ? null : `${apiOf(parent, view)}/epics/${parent.iid}`
      }),
    ),
  }),
}

export const epicEntity = entity<Epic>('Epic', fields)

const { _links, ...plain } = fields

/** An epic on its own. */
export const epicDetailEntity = entity<Epic>('EpicDetail', {
  ...plain,
  subscribed: apart(
    flag(
      (epic, { world, viewer }) =>
        viewer !== undefined && isSubscribed(world, 'Epic', { ...epic, assigneeIds: [] }, viewer),
    ),
  ),
  _links: _links as Field<Epic>,
})

/** A child as its creation shows it in later releases. */
export const childEpicEntity = entity<Epic>('ChildEpic', {
  id: integer(({ id }) => id),
  iid: integer(({ iid }) => iid),
  title: text(({ title }) => title),
  group_id: integer(({ groupId }) => groupId),
  parent_id: nullable(integer(({ parentId }) => parentId as number)),
  has_children: flag(({ id }, { world }) => world.epics.by('byParent', id).first() !== undefined),
  has_issues: flag(({ id }, { world }) => world.epicIssues.by('byEpic', id).first() !== undefined),
  reference: text((epic, view) => {
    const near = parentOf(epic, view)?.groupId === epic.groupId
    return `${near ? '' : pathOf(epic, view)}&${epic.iid}`
  }),
  url: url(linkOf),
  relation_url: url((epic, view) => {
    const parent = parentOf(epic, view)
    return parent === undefined ? null : `${linkOf(parent, view)}/links/${epic.id}`
  }),
})

const { created_at, updated_at, closed_at, ...before } = plain
const { labels, upvotes, downvotes, ...start } = before

/** An epic as the other side of its association with an issue. */
const namedEpicEntity = entity<Epic>('NamedEpic', {
  ...start,
  reference: text((epic, view) => `${pathOf(epic, view)}&${epic.iid}`),
  ...({ created_at, updated_at, closed_at, labels, upvotes, downvotes, _links } as Fields<Epic>),
})

/** An issue as part of an epic. */
export interface PartIssue extends Issue {
  readonly part: EpicIssue
}

export const partIssueEntity = entity<PartIssue>('EpicIssue', {
  ...(issueEntity.fields as Fields<PartIssue>),
  ...(broughtBy('epics#later-issue-shape', partDetails) as Fields<PartIssue>),
  epic_issue_id: integer(({ part }) => part.id),
  relative_position: integer(({ part }) => part.position),
})

export const epicPartEntity = entity<EpicIssue>('EpicIssueLink', {
  id: integer(({ id }) => id),
  relative_position: integer(({ position }) => position),
  epic: one(namedEpicEntity, ({ epicId }, { world }) => world.epics.require(epicId)),
  issue: one(issueEntity, ({ issueId }, { world }) => world.issues.require(issueId)),
})
