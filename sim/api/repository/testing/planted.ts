import { type Mode, makeTree } from '../../../git/objects.ts'
import type { Repository } from '../../../git/repository.ts'
import { commitOf, signature } from '../../../git/testing/samples.ts'
import { type TreeFile, treeFrom } from '../../../git/tree.ts'
import { utf8 } from '../../../lib/bytes.ts'
import { repositoryOf } from '../../../model/repository/repository.ts'
import type { Simulator } from '../../../simulator.ts'
import { callsOf } from '../../../testing/calls.ts'

/** A project whose repository is written object by object, beyond what the operations can create. */
export interface Planted extends Repository {
  readonly id: number
  /** Path of its operations, below the API root. */
  readonly path: string
  /** Commits files to a branch and returns the commit's id. */
  commit(branch: string, files: Files, parents?: readonly string[], by?: Author): string
}

/** Text, bytes, or whatever else a tree may hold, by path. */
export type Files = { readonly [path: string]: string | Uint8Array | TreeFile }

export interface Author {
  readonly name?: string
  readonly email?: string
  readonly seconds?: number
}

/** A new public project of alice with an empty repository. */
export function plant(simulator: Simulator, name = 'planted'): Planted {
  const { json } = callsOf(simulator, 'alice').post('/projects', { name, visibility: 'public' })
  const repository = repositoryOf(simulator.world, simulator.world.projects.require(json.id))
  let clock = 0
  return {
    ...repository,
    id: json.id,
    path: `/projects/${json.id}/repository`,
    commit(branch, files, parents = [], { name = 'Ada', email, seconds = ++clock * 60 } = {}) {
      const tree = storedTree(repository, files)
      const who = { ...signature(name, seconds), ...(email !== undefined && { email }) }
      const id =
        email === undefined
          ? commitOf(repository.objects, tree, parents, { name, seconds })
          : repository.objects.put({
              type: 'commit',
              tree,
              parents,
              author: who,
              committer: who,
              message: 'change\n',
            })
      repository.refs.set(`refs/heads/${branch}`, id)
      return id
    },
  }
}

export function storedTree({ objects }: Repository, files: Files): string {
  const entries = Object.entries(files).map(([path, file]): [string, TreeFile] => [path, fileOf(file)])
  return entries.length === 0 ? objects.put(makeTree([])) : treeFrom(objects, entries)
}

function fileOf(file: string | Uint8Array | TreeFile): TreeFile {
  if (typeof file === 'string') return { mode: '100644', blob: utf8(file) }
  return file instanceof Uint8Array ? { mode: '100644', blob: file } : file
}

/** A file of another mode than usual; a submodule is given by the id of its commit. */
export function special(mode: Exclude<Mode, '040000'>, content: string): TreeFile {
  return { mode, blob: mode === '160000' ? content : utf8(content) }
}

/** The path of the next page in a `Link` header. */
export function nextPath(link: string | undefined): string | undefined {
  return /<[^>]*\/api\/v4([^>]*)>; rel="next"/.exec(link ?? '')?.[1]
}
