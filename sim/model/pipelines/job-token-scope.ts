import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'

/** Whether tokens of jobs elsewhere are let into a project only if it lists where they come from. */
export interface JobTokenScope {
  /** That of the project. */
  readonly id: number
  readonly projectId: number
  readonly limited: boolean
}

export const jobTokenScopesTable = table<JobTokenScope>()('jobTokenScopes', {
  byProject: index((it) => [it.projectId]),
})

/** A project, or all projects of a group, whose jobs are let into another project. */
export interface JobTokenGrant {
  readonly id: number
  readonly projectId: number
  readonly to: 'project' | 'group'
  readonly targetId: number
}

export const jobTokenGrantsTable = table<JobTokenGrant>()('jobTokenGrants', {
  byProject: index((it) => [it.projectId, it.to, it.targetId]),
  byTarget: index((it) => [it.to, it.targetId]),
})
