import { log } from '../../git/history.ts'
import type { ObjectStore } from '../../git/objects.ts'
import { readOutline } from '../../git/outline.ts'
import { branchHead } from '../../git/repository.ts'
import type { Project } from '../projects/project.ts'
import { repositoryOf } from '../repository/repository.ts'
import type { World } from '../world.ts'

const REMEMBERED = 1000
const counts = new Map<string, number>()

/** So many of the latest commits are looked at for one of which it is known. */
const MOST_STEPS = 100

/** Number of commits on the default branch; remembered by its head, which decides it. */
export function commitCount(world: World, project: Project): number {
  const repository = repositoryOf(world, project)
  const { objects } = repository
  const head = branchHead(repository, project.defaultBranch)
  if (head === undefined) return 0
  const known = counts.get(head)
  if (known !== undefined) return known
  const count = countedOn(objects, head) ?? countOf(log(objects, head))
  if (counts.size >= REMEMBERED) counts.clear()
  counts.set(head, count)
  return count
}

/** The count of an earlier head, and what came since. */
function countedOn(objects: ObjectStore, head: string): number | undefined {
  let earlier: string | undefined = head
  for (let steps = 0; steps < MOST_STEPS && earlier !== undefined; steps++) {
    const count = counts.get(earlier)
    if (count !== undefined) return count + countOf(log(objects, head, { exclude: [earlier] }))
    earlier = readOutline(objects, earlier).parents[0]
  }
  return undefined
}

function countOf(commits: Iterable<unknown>): number {
  let count = 0
  for (const _ of commits) count++
  return count
}
