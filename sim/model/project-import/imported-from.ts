import type { Instant } from '../../time/calendar.ts'
import type { World } from '../world.ts'

/** What an import of a project may bring. */
export interface Imported {
  readonly projectId: number | null
  readonly createdAt: Instant
}

/** From where a row came: an archive keeps the times of its rows, so those older than their project were imported. */
export function importedFrom(
  { projects, projectImports }: World,
  { projectId, createdAt }: Imported,
): 'gitlab_project' | 'none' {
  const project = projects.get(projectId ?? 0)
  if (project === undefined || createdAt >= project.createdAt) return 'none'
  return projectImports.get(project.id)?.stats === null ? 'gitlab_project' : 'none'
}
