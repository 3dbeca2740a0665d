import { type Contributor, contributors } from '../../git/history.ts'
import type { Project } from '../projects/project.ts'
import type { World } from '../world.ts'
import { commitNamed } from './project-objects.ts'
import { repositoryOf } from './repository.ts'

export type { Contributor } from '../../git/history.ts'

/** How many commits of the default branch are looked at, youngest first and without merges (repository#contributors). */
const LOOKED_AT = 2000

// A history never changes behind its head, so answers are remembered for all worlds.
const REMEMBERED = 200
const known = new Map<string, readonly Contributor[]>()

/** Who wrote a branch or tag, by address, in the order of their youngest commits. */
export function contributorsOf(
  world: World,
  project: Project,
  ref: string = project.defaultBranch,
): readonly Contributor[] {
  const { objects } = repositoryOf(world, project)
  const head = commitNamed(world, project, ref)
  if (head === undefined) return []
  const found = known.get(head)
  if (found !== undefined) return found
  const people = contributors(objects, head, { merges: false, limit: LOOKED_AT, by: 'email' })
  if (known.size >= REMEMBERED) known.clear()
  known.set(head, people)
  return people
}
