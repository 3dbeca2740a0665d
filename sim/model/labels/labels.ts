import type { Group } from '../groups/group.ts'
import type { Errors } from '../invalid-row.ts'
import type { Project } from '../projects/project.ts'
import type { World } from '../world.ts'
import type { Label } from './label.ts'

const NONE: readonly Label[] = []

/** The labels of a row, sorted by title. */
export function labelsOf(world: World, row: { readonly labelIds: readonly number[] }): readonly Label[] {
  if (row.labelIds.length === 0) return NONE
  const labels = row.labelIds.map((id) => world.labels.get(id)).filter((label) => label !== undefined)
  return labels.sort((a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : a.id - b.id))
}

/** The label of that title that applies in a project: its own, or one of a group above it. */
export function labelTitled(world: World, project: Project, title: string): Label | undefined {
  const own = world.labels.find('byProject', project.id, title)
  return own ?? groupLabelTitled(world, groupOver(world, project), title)
}

/** The label with this title of a group or of one above it. */
export function groupLabelTitled(world: World, from: Group | undefined, title: string): Label | undefined {
  for (
    let group = from;
    group !== undefined;
    group = group.parentId === null ? undefined : world.groups.get(group.parentId)
  ) {
    const found = world.labels.find('byGroup', group.id, title)
    if (found !== undefined) return found
  }
  return undefined
}

function groupOver(world: World, project: Project) {
  return project.namespaceKind === 'group' ? world.groups.get(project.namespaceId) : undefined
}

/** All labels of a title anywhere; filters compare titles, not labels. */
export function labelIdsTitled(world: World, title: string): number[] {
  return world.labels
    .by('byTitle', title)
    .list()
    .map((label) => label.id)
}

/** Most labels of an issue, a merge request or an epic. The bound is ours: each stands in an index. */
const MOST_LABELS = 5000

/** What is wrong with so many labels. */
export function labelErrors({ labelIds }: Labelled): Errors {
  return labelIds.length > MOST_LABELS ? { labels: [`are too many (maximum is ${MOST_LABELS})`] } : {}
}

interface Labelled {
  readonly labelIds: readonly number[]
}

/** Whether an issue or a merge request has a label. */
export type HasLabel = (row: Labelled, id: number) => boolean

/** The same for rows that are asked for one label after the other: they may have thousands. */
export function labelsAsked(): HasLabel {
  let last: Labelled | undefined
  let labels = new Set<number>()
  return (row, id) => {
    if (row !== last) {
      last = row
      labels = new Set(row.labelIds)
    }
    return labels.has(id)
  }
}

/** Black or white, whichever can be read on the colour. */
export function textColor(color: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as [
    number,
    number,
    number,
  ]
  return red + green + blue > 500 ? '#333333' : '#FFFFFF'
}
