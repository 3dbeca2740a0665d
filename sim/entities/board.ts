import type { Board, BoardList } from '../model/boards/board.ts'
import { listsOf } from '../model/boards/boards.ts'
import type { Group } from '../model/groups/group.ts'
import { paragraph } from '../model/installation/markdown.ts'
import type { Label } from '../model/labels/label.ts'
import { textColor } from '../model/labels/labels.ts'
import type { Project } from '../model/projects/project.ts'
import { licensed } from '../policy/tier.ts'
import { constant, entity, flag, integer, many, nullable, one, text, url, type View, when } from './entity.ts'
import { basicProjectEntity } from './project.ts'

const premium = (_: unknown, { world }: View) => licensed(world, 'premium')

const listedLabelEntity = entity<Label>('ListedLabel', {
  id: integer(({ id }) => id),
  name: text(({ title }) => title),
  color: text(({ color }) => color),
  description: nullable(text(({ description }) => description as string)),
  description_html: text(({ description }) => paragraph(description ?? '')),
  text_color: text(({ color }) => textColor(color)),
})

export const boardListEntity = entity<BoardList>('BoardList', {
  id: integer(({ id }) => id),
  label: one(listedLabelEntity, ({ labelId }, { world }) => world.labels.require(labelId)),
  position: integer(({ position }) => position),
  max_issue_count: when(premium, constant(0)),
  max_issue_weight: when(premium, constant(0)),
  limit_metric: when(premium, constant(null)),
})

const boardGroupEntity = entity<Group>('BoardGroup', {
  id: integer(({ id }) => id),
  web_url: url(({ fullPath }, view) => view.url(`groups/${fullPath}`)),
  name: text(({ name }) => name),
})

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
  milestone: when(premium, constant(null)),
  assignee: when(premium, constant(null)),
  labels: when(
    premium,
    many(listedLabelEntity, () => []),
  ),
  weight: when(premium, constant(null)),
})
