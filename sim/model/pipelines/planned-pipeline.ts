import type { Project } from '../projects/project.ts'
import type { Pipeline } from './ci.ts'

/** The values of a pipeline that its jobs depend on. */
export type PlannedPipeline = Pick<Pipeline, 'projectId' | 'sha' | 'ref' | 'source' | 'mergeRequestId'> &
  Partial<Pick<Pipeline, 'commitless' | 'tag' | 'beforeSha' | 'variables' | 'configs' | 'userId'>>

/** Where the configuration of a project is. */
export function configPath(project: Project): string {
  return project.settings.ciConfigPath || '.gitlab-ci.yml'
}
