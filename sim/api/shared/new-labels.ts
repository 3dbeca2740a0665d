import type { Steps } from '../../lib/steps.ts'
import { labelsOf } from '../../model/labels/labels.ts'
import { labelIds } from '../../model/labels/named-labels.ts'
import type { Project } from '../../model/projects/project.ts'
import { can, type Situation } from '../../policy/abilities.ts'

interface Given {
  readonly labels?: readonly string[] | undefined
  readonly add_labels?: readonly string[] | undefined
  readonly remove_labels?: readonly string[] | undefined
}

interface Labelled {
  readonly labelIds: readonly number[]
}

/** The labels of an issue or a merge request after a request, step by step; undefined where it is about none. */
export function* newLabels(
  situation: Situation,
  project: Project,
  { labels, add_labels: added, remove_labels: removed }: Given,
  before: Labelled | undefined,
): Steps<readonly number[] | undefined> {
  if (labels === undefined && added === undefined && removed === undefined) return undefined
  const { world, now } = situation
  const create = can(situation, 'admin_label', project)
  const start =
    labels === undefined ? (before?.labelIds ?? []) : yield* labelIds(world, project, labels, create, now)
  const ids = new Set([...start, ...(yield* labelIds(world, project, added ?? [], create, now))])
  const gone = new Set(removed)
  for (const label of labelsOf(world, { labelIds: [...ids] })) if (gone.has(label.title)) ids.delete(label.id)
  return [...ids]
}
