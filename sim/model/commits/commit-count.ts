import { log } from '../../git/history.ts'
import { branchHead } from '../../git/repository.ts'
import type { Project } from '../projects/project.ts'
import { repositoryOf } from '../repository/repository.ts'
import type { World } from '../world.ts'

const REMEMBERED = 1000
const counts = new Map<string, number>()

/** Number of commits on the default branch; remembered by its head, which decides it. */
export function commitCount(world: World, project: Project): number {
  const repository = repositoryOf(world, project)
  const head = branchHead(repository, project.defaultBranch)
  if (head === undefined) return 0
  let count = counts.get(head)
  if (count === undefined) {
    count = 0
    for (const _ of log(repository.objects, head)) count++
    if (counts.size >= REMEMBERED) counts.clear()
    counts.set(head, count)
  }
  return count
}
