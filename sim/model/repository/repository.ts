import type { GitObject } from '../../git/objects.ts'
import { objectId } from '../../git/objects.ts'
import type { Repository } from '../../git/repository.ts'
import type { Run } from '../../store/run.ts'
import type { Project } from '../projects/project.ts'
import type { World } from '../world.ts'
import type { GitRefRow } from './git-objects.ts'
import { LargePacks, storedAt } from './packed-objects.ts'

/** The commit at the head of a branch, for what asks of many. */
export function headOf(world: World, project: Pick<Project, 'id'>, branch: string): string | undefined {
  return refNamed(world, project, `refs/heads/${branch}`)?.sha
}

/** A reference by its full name. */
export function refNamed(world: World, { id }: Pick<Project, 'id'>, name: string): GitRefRow | undefined {
  return world.gitRefs.get(refId(id, name))
}

function refId(projectId: number, name: string): string {
  return `${projectId}:${name}`
}

/** The references of a project whose names begin so, in the order of their names. */
export function refsUnder(world: World, { id }: Pick<Project, 'id'>, prefix: string): Run<GitRefRow> {
  const all = world.gitRefs.by('byProject', id)
  return prefix === '' ? all : all.within({ from: prefix, before: behind(prefix) })
}

/** The first of these. */
export function firstRef(world: World, { id }: Pick<Project, 'id'>, prefix: string): GitRefRow | undefined {
  const ref = world.gitRefs.by('byProject', id).within({ from: prefix }).first()
  return ref?.name.startsWith(prefix) ? ref : undefined
}

// The first text that comes after all which begin with this one.
function behind(prefix: string): string {
  return prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1)
}

/** The git repository of a project: a view over the world's rows, cheap to make. */
export function repositoryOf(world: World, project: Pick<Project, 'id' | 'defaultBranch'>): Repository {
  const idOf = (name: string) => refId(project.id, name)
  return {
    defaultBranch: project.defaultBranch,
    objects: objectsOf(world),
    refs: {
      get: (name) => world.gitRefs.get(idOf(name))?.sha,
      set: (name, sha) => {
        world.gitRefs.put({ id: idOf(name), projectId: project.id, name, sha })
      },
      delete: (name) => world.gitRefs.delete(idOf(name)),
      list: (prefix) =>
        refsUnder(world, project, prefix)
          .list()
          .map(({ name, sha }) => ({ name, id: sha })),
      first(prefix) {
        const ref = firstRef(world, project, prefix)
        return ref && { name: ref.name, id: ref.sha }
      },
    },
  }
}

/** The git objects of all repositories; they are content-addressed, so forks share them. */
export function objectsOf(world: World): Repository['objects'] {
  const packs = new LargePacks(world)
  const stored = (id: string) => packs.stored(id) ?? storedAt(world.gitObjects.get(id))
  return {
    get(id) {
      const large = packs.stored(id)
      return large === undefined ? world.gitObjects.get(id)?.object : large.pack.object(large.entry)
    },
    put(object: GitObject) {
      const id = objectId(object)
      if (packs.stored(id) === undefined && world.gitObjects.get(id) === undefined)
        world.gitObjects.put({ id, object })
      return id
    },
    stored,
    outline: (id) => packs.outline(id),
    find(prefix) {
      const found = new Set(packs.find(prefix))
      for (const row of world.gitObjects.all().ascending(prefix)) {
        if (!row.id.startsWith(prefix)) break
        found.add(row.id)
      }
      return [...found].sort()
    },
  }
}
