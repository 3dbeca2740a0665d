import { table } from '../../store/database.ts'
import { index } from '../../store/table.ts'

/** Whether a project accepts job tokens of other projects only from its allowlist. */
export interface JobTokenScope {
  /** That of the project. */
  readonly id: number
  readonly projectId: number
  readonly limited: boolean
}

export const jobTokenScopesTable = table<JobTokenScope>()('jobTokenScopes', {
  byProject: index((it) => [it.projectId]),
})

/** An entry of an allowlist: a project, or all projects of a group. */
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
