import { treeEntryEntity } from '../../entities/tree-entry.ts'
import { readCommit } from '../../git/objects.ts'
import { commitNamed } from '../../model/repository/own-content.ts'
import { objectsOf } from '../../model/repository/repository.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, string, withDefault } from '../../protocol/params.ts'
import { notFound } from '../../protocol/refusal.ts'
import { reading } from './params.ts'
import { treeListing } from './tree-listing.ts'

export const listTree = operation(
  {
    ...reading,
    path: '/projects/:id/repository/tree',
    summary: 'List files and directories',
    params: {
      path: string({ about: 'Directory below the root' }),
      ref: string({ about: 'Branch, tag or commit; the default branch unless said' }),
      recursive: withDefault(boolean({ about: 'With all that lies below' }), false),
    },
    // Offset pages are more than the specification asks for, and what clients of the real service begin with (S6).
    answers: { many: treeEntryEntity, paging: 'both', keyset: { by: 'token' } },
  },
  ({ world, project, params }) => {
    const commit = commitNamed(world, project, params.ref ?? project.defaultBranch)
    if (commit === undefined) throw notFound('Tree')
    const objects = objectsOf(world)
    const { path, recursive } = params
    return treeListing(objects, readCommit(objects, commit).tree, { path: path ?? '', recursive })
  },
)
