import type { GitObject } from '../../git/objects.ts'
import { objectId } from '../../git/objects.ts'
import type { Repository } from '../../git/repository.ts'
import type { Project } from '../projects/project.ts'
import type { World } from '../world.ts'
import type { GitRefRow } from './git-objects.ts'
import { LargePacks, storedAt } from './packed-objects.ts'

/** The commit at the head of a branch, for what asks of many. */
export function headOf(world: World, { id }: Pick<Project, 'id'>, branch: string): string | undefined {
  return world.gitRefs.get(refId(id, `refs/heads/${branch}`))?.sha
}

function refId(projectId: number, name: string): string {
  return `${projectId}:${name}`
}

/** The branches, or tags, of a project in the order of their names, as far as somebody looks. */
export function* refsUnder(world: World, { id }: Pick<Project, 'id'>, prefix: string): Generator<GitRefRow> {
  for (const ref of world.gitRefs.by('byProject', id).ascending(prefix)) {
    if (!ref.name.startsWith(prefix)) return
    yield ref
  }
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
      list: (prefix) => {
        const found: { name: string; id: string }[] = []
        for (const { name, sha } of refsUnder(world, project, prefix)) found.push({ name, id: sha })
        return found
      },
      first(prefix) {
        const ref = world.gitRefs.by('byProject', project.id).within({ from: prefix }).first()
        return ref?.name.startsWith(prefix) ? { name: ref.name, id: ref.sha } : undefined
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
