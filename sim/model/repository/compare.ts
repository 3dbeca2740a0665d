import { log, mergeBase, mergeBases } from '../../git/history.ts'
import { Recent } from '../../lib/recent/recent.ts'
import { type ProjectCommit, projectCommit } from '../commits/project-commit.ts'
import type { Project } from '../projects/project.ts'
import type { World } from '../world.ts'
import { changesBetween, type FileChanges } from './file-changes.ts'
import { objectsOf } from './repository.ts'

/** What lies between two commits. */
export interface Comparison extends Histories {
  /** As the one that shows it. */
  readonly project: Project
  readonly from: string
  readonly to: string
  /** Compares with `from` itself instead of with what it has in common with `to`. */
  readonly straight: boolean
  readonly changes: FileChanges
}

interface Histories {
  /** Where both histories meet; undefined where they never do. */
  readonly base: string | undefined
  /** What `to` has and `from` has not, oldest first. */
  readonly commits: readonly ProjectCommit[]
}

export function compareCommits(
  world: World,
  project: Project,
  { from, to, straight }: Pick<Comparison, 'from' | 'to' | 'straight'>,
): Comparison {
  const known = compared.get(project)?.get(`${from} ${to}`)
  const base = known === undefined ? mergeBase(objectsOf(world), from, to) : known.base
  // These come first: where they take long, this is asked again.
  const changes = changesBetween(world, straight ? from : base, to)
  const { commits } = known ?? remembered(world, project, { from, to, base })
  return { project, from, to, base, straight, commits, changes }
}

// Commits never change, so what both histories have is remembered for as long as the row of the project is the same.
const MOST_COMMITS = 10_000
const compared = new WeakMap<Project, Recent<string, Histories>>()

function remembered(
  world: World,
  project: Project,
  { from, to, base }: Pick<Comparison, 'from' | 'to' | 'base'>,
): Histories {
  const objects = objectsOf(world)
  // `from` may be far ahead.
  const entries = [...log(objects, to, { exclude: mergeBases(objects, from, to) })]
  const histories = { base, commits: entries.map((entry) => projectCommit(project, entry)).reverse() }
  const ofProject = compared.get(project) ?? new Recent<string, Histories>(MOST_COMMITS)
  compared.set(project, ofProject)
  ofProject.add(`${from} ${to}`, histories, 1 + entries.length)
  return histories
}
