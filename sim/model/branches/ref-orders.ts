import { versionTextKey } from '../../lib/version-order.ts'
import { runArranged } from '../../store/arranged.ts'
import type { Key } from '../../store/key.ts'
import type { Run } from '../../store/run.ts'
import type { Project } from '../projects/project.ts'
import type { GitRefRow } from '../repository/git-objects.ts'
import { refsUnder } from '../repository/repository.ts'
import type { World } from '../world.ts'
import { commitOf, HEADS, TAGS, tagAt } from './branches.ts'

/** Branches or tags of a project in an order; those with the same key stand in the order of their names. */
export interface RefOrder {
  readonly run: Run<GitRefRow>
  /** Undefined for what is not in the run. */
  readonly key: (ref: GitRefRow) => Key | undefined
}

/** The branches of a project, by their names or by the times of their commits. */
export function branchRefs(world: World, project: Project, order: 'name' | 'updated'): RefOrder {
  const key = inPlace(project, HEADS, (ref) =>
    order === 'name' ? [] : [commitOf(world, project, ref.sha).commit.committer.at],
  )
  return order === 'name'
    ? { key, run: refsUnder(world, project, HEADS) }
    : arranged(world, project, HEADS, order, key)
}

/** The tags of a project; those of anything but a commit are left out. */
export function tagRefs(world: World, project: Project, order: 'name' | 'updated' | 'version'): RefOrder {
  const key = inPlace(project, TAGS, (ref) => {
    const tag = tagAt(world, project, ref)
    if (tag === undefined) return undefined
    if (order === 'version') return versionTextKey(tag.name)
    return order === 'updated' ? [tag.commit.commit.committer.at] : []
  })
  return arranged(world, project, TAGS, order, key)
}

function inPlace({ id }: Project, prefix: string, key: RefOrder['key']): RefOrder['key'] {
  return (ref) => (ref.projectId === id && ref.name.startsWith(prefix) ? key(ref) : undefined)
}

// The id of a reference ends in its name.
function arranged(
  world: World,
  project: Project,
  prefix: string,
  order: string,
  key: RefOrder['key'],
): RefOrder {
  const name = `${prefix} of ${project.id} ${order}`
  const among = () => refsUnder(world, project, prefix).list()
  const keys = (ref: GitRefRow) => {
    const own = key(ref)
    return own === undefined ? [] : [own]
  }
  return { key, run: runArranged(world.gitRefs.state, { name, keys, among }, world) }
}
