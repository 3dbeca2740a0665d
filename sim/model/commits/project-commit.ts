import type { LogEntry } from '../../git/log-options.ts'
import type { Commit } from '../../git/objects.ts'
import { RecentOf } from '../../lib/recent/recent-of.ts'
import type { Project } from '../projects/project.ts'

/** A commit as one project shows it. */
export interface ProjectCommit {
  readonly project: Project
  readonly id: string
  readonly commit: Commit
}

/** Letters of messages, and for each commit as many as the rest takes. */
const MOST = 4 * 1024 * 1024
const REST = 500
const shown = new RecentOf<Project, ProjectCommit>(MOST)

/**
 * The same object again for as long as the row of the project is the same, so that its text is remembered as that of a
 * row is. A commit is not read again for it.
 */
export function projectCommit(project: Project, entry: LogEntry): ProjectCommit {
  const { id, commit } = entry
  return (
    knownCommit(project, id) ?? shown.add(project, id, { project, id, commit }, REST + commit.message.length)
  )
}

export function knownCommit(project: Project, id: string): ProjectCommit | undefined {
  return shown.get(project, id)
}
