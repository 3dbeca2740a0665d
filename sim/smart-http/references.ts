import { typeOf } from '../git/objects.ts'
import type { Ref } from '../git/refs.ts'
import { branchHead } from '../git/repository.ts'
import { peel } from '../git/revision.ts'
import { slugOf } from '../model/deployments/deployments.ts'
import type { Project } from '../model/projects/project.ts'
import { objectsOf, repositoryOf } from '../model/repository/repository.ts'
import type { World } from '../model/world.ts'

/** Internal references of the service: some can be fetched, none can be pushed. */
export const HIDDEN = /^refs\/(?:merge-requests|keep-around|pipelines|environments)\//

/**
 * Everything that can be fetched by name, in byte order: branches, tags, what was deployed, and the heads of the merge
 * requests. What a pipeline builds has a reference of its own that nobody sees.
 */
export function fetchable(world: World, project: Project): Ref[] {
  const refs = repositoryOf(world, project).refs.list('refs/')
  const heads = mergeRequestHeads(world, project)
  const after = refs.findIndex(({ name }) => name > 'refs/merge-requests/')
  const own = after < 0 ? [...refs, ...heads] : [...refs.slice(0, after), ...heads, ...refs.slice(after)]
  const deployed = deployments(world, project)
  return deployed.length === 0 ? own : [...deployed, ...own]
}

/** Nothing stands before `refs/environments/`: branches and tags come behind. */
function deployments(world: World, project: Project): Ref[] {
  const objects = objectsOf(world)
  const refs: Ref[] = []
  for (const { environmentId, iid, sha, status } of world.deployments
    .by('byProject', project.id)
    .ascending()) {
    const environment = status === 'success' ? world.environments.get(environmentId) : undefined
    if (environment !== undefined && typeOf(objects, sha) !== undefined)
      refs.push({ name: `refs/environments/${slugOf(environment.name)}/deployments/${iid}`, id: sha })
  }
  return refs.sort((a, b) => (a.name < b.name ? -1 : 1))
}

function mergeRequestHeads(world: World, project: Project): Ref[] {
  const heads: Ref[] = []
  const objects = objectsOf(world)
  for (const { iid, sha } of world.mergeRequests.by('byIid', project.id).ascending())
    if (sha !== null && typeOf(objects, sha) !== undefined)
      heads.push({ name: `refs/merge-requests/${iid}/head`, id: sha })
  return heads.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The head of the default branch; undefined while that branch does not exist. */
export function headOf(world: World, project: Project): string | undefined {
  return branchHead(repositoryOf(world, project), project.defaultBranch)
}

/** The object that an annotated tag finally points to; undefined for other objects. */
export function peeled(world: World, id: string): string | undefined {
  const objects = objectsOf(world)
  if (objects.get(id)?.type !== 'tag') return undefined
  for (const type of ['commit', 'tree', 'blob'] as const) {
    const end = peel(objects, id, type)
    if (end !== undefined) return end
  }
  return undefined
}
