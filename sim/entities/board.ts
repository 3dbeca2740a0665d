import { toJson } from '../lib/json.ts'
import type { Board, BoardList } from '../model/boards/board.ts'
import { fixedMilestones, listsOf } from '../model/boards/boards.ts'
import type { Group } from '../model/groups/group.ts'
import { paragraph } from '../model/installation/markdown.ts'
import type { Label } from '../model/labels/label.ts'
import { labelsOf, textColor } from '../model/labels/labels.ts'
import type { Milestone } from '../model/milestones/milestone.ts'
import type { Project } from '../model/projects/project.ts'
import type { User } from '../model/users/user.ts'
import { licensed } from '../policy/tier.ts'
import {
  constant,
  entity,
  type Field,
  flag,
  integer,
  many,
  nullable,
  one,
  text,
  url,
  type View,
  when,
} from './entity.ts'
import { milestoneEntity } from './milestone.ts'
import { basicProjectEntity } from './project.ts'
import { userRefEntity } from './user-ref.ts'

const premium = (_: unknown, { world }: View) => licensed(world, 'premium')

const listedLabelEntity = entity<Label>('ListedLabel', {
  id: integer(({ id }) => id),
  name: text(({ title }) => title),
  color: text(({ color }) => color),
  description: nullable(text(({ description }) => description as string)),
  description_html: text(({ description }) => paragraph(description ?? '')),
  text_color: text(({ color }) => textColor(color)),
})

const userNameEntity = entity<User>('UserName', {
  id: integer(({ id }) => id),
  username: text(({ username }) => username),
  name: text(({ name }) => name),
})

export const boardListEntity = entity<BoardList>('BoardList', {
  id: integer(({ id }) => id),
  label: nullable(
    one(listedLabelEntity, ({ labelId }, { world }) => world.labels.get(labelId ?? 0) as Label),
  ),
  position: integer(({ position }) => position),
  milestone: when(
    ({ milestoneId }) => milestoneId != null,
    one(milestoneEntity, ({ milestoneId }, { world }) => world.milestones.require(milestoneId ?? 0)),
  ),
  assignee: when(
    ({ assigneeId }) => assigneeId != null,
    one(userNameEntity, ({ assigneeId }, { world }) => world.users.require(assigneeId ?? 0)),
  ),
  max_issue_count: when(premium, constant(0)),
  max_issue_weight: when(premium, constant(0)),
  limit_metric: when(premium, constant(null)),
})

const boardGroupEntity = entity<Group>('BoardGroup', {
  id: integer(({ id }) => id),
  web_url: url(({ fullPath }, view) => view.url(`groups/${fullPath}`)),
  name: text(({ name }) => name),
})

const ownMilestone = one<Board, Milestone>(milestoneEntity, ({ milestoneId }, { world }) =>
  world.milestones.get(milestoneId ?? 0),
)

/** A milestone, or the title alone of what stands for any of several (boards#milestone). */
const boardMilestone: Field<Board> = {
  ...ownMilestone,
  schema: {
    anyOf: [
      ownMilestone.schema,
      { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
    ],
  },
  write: (board, view) => {
    const title = fixedMilestones.get(board.milestoneId ?? 1)
    return title === undefined ? ownMilestone.write(board, view) : toJson({ title })
  },
}

/** A board of issues with its lists. */
export const boardEntity = entity<Board>('Board', {
  id: integer(({ id }) => id),
  name: text(({ name }) => name),
  hide_backlog_list: flag(({ hidesBacklog }) => hidesBacklog),
  hide_closed_list: flag(({ hidesClosed }) => hidesClosed),
  project: nullable(
    one(basicProjectEntity, ({ projectId }, { world }) => world.projects.get(projectId ?? 0) as Project),
  ),
  lists: many(boardListEntity, (board, { world }) => listsOf(world, board)),
  group: nullable(one(boardGroupEntity, ({ groupId }, { world }) => world.groups.get(groupId ?? 0) as Group)),
  milestone: when(premium, nullable(boardMilestone)),
  assignee: when(
    premium,
    nullable(one(userRefEntity, ({ assigneeId }: Board, { world }) => world.users.get(assigneeId ?? 0))),
  ),
  labels: when(
    premium,
    many(listedLabelEntity, ({ labelIds = [] }: Board, { world }) => labelsOf(world, { labelIds })),
  ),
  weight: when(premium, nullable(integer(({ weight }: Board) => (weight ?? null) as number))),
})
