import type { GitObject, ObjectType } from './objects.ts'
import { typeOfMode } from './tree.ts'

/** An object that another one names, and what it has to be. */
export interface Link {
  readonly id: string
  readonly type: ObjectType
}

/** What has to exist wherever this object exists; the commits of submodules live elsewhere. */
export function linksOf(object: GitObject): Link[] {
  switch (object.type) {
    case 'blob':
      return []
    case 'tree':
      return object.entries
        .filter(({ mode }) => mode !== '160000')
        .map(({ mode, id }) => ({ id, type: typeOfMode(mode) }))
    case 'commit':
      return [
        { id: object.tree, type: 'tree' },
        ...object.parents.map((id): Link => ({ id, type: 'commit' })),
      ]
    case 'tag':
      return [{ id: object.object, type: object.targetType }]
    default:
      return object satisfies never
  }
}
