import type { Project } from '../projects/project.ts'
import { pathFrom, projectReferenced } from '../projects/project-paths.ts'
import type { World } from '../world.ts'
import type { Issue } from './issue.ts'

/** How a text in a project refers to an issue: `#1`, `project#1` in the same namespace, or `group/project#1`. */
export function referenceFrom(world: World, projectId: number, { projectId: at, iid }: Issue): string {
  return `${pathFrom(world, projectId, at)}#${iid}`
}

/** The issue that a text in a project begins to refer to, whoever may see it; undefined where there is none. */
export function issueReferenced(world: World, project: Project, text: string): Issue | undefined {
  const [, path = '', iid] = /^([\w./-]*)#(\d{1,9})\b/.exec(text.trim()) ?? []
  if (iid === undefined) return undefined
  const named = projectReferenced(world, project, path)
  return named && world.issues.find('byIid', named.id, Number(iid))
}
