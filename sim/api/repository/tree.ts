import { treeEntryEntity } from '../../entities/tree-entry.ts'
import { readCommit } from '../../git/objects.ts'
import { entryAt } from '../../git/tree.ts'
import { changed, inDialect } from '../../lib/dialect.ts'
import { commitNamed } from '../../model/repository/project-objects.ts'
import { objectsOf } from '../../model/repository/repository.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, oneOf, string, withDefault } from '../../protocol/params.ts'
import { invalid, notFound } from '../../protocol/refusal.ts'
import { reading } from './params.ts'
import { treeListing } from './tree-listing.ts'

const missingIsRefused = changed('repository#later-missing-path', { before: false, after: true })

export const listRepositoryTree = operation(
  {
    ...reading,
    path: '/projects/:id/repository/tree',
    summary: 'List the repository tree of a project',
    params: {
      path: string({ about: 'Path of a directory; default: the root' }),
      ref: string({ about: 'Branch, tag or commit; default: the default branch' }),
      recursive: withDefault(boolean({ about: 'Includes the contents of subdirectories' }), false),
      pagination: changed('repository#later-unpaged', {
        before: withDefault(oneOf(['legacy', 'keyset']), 'legacy'),
        after: withDefault(
          oneOf(['legacy', 'keyset', 'none'], { about: '`none` only beside `recursive`' }),
          'legacy',
        ),
      }),
    },
    decides: [missingIsRefused],
    // The specification asks for keyset pages only; clients of the real service start with offset pages (S6).
    answers: { many: treeEntryEntity, paging: 'both', keyset: { by: 'token' } },
  },
  ({ world, project, params, view }) => {
    if (params.pagination === 'none' && !params.recursive)
      throw invalid('pagination cannot be "none" unless "recursive" is true')
    const commit = commitNamed(world, project, params.ref ?? project.defaultBranch)
    if (commit === undefined) throw notFound('Tree')
    const objects = objectsOf(world)
    const { path, recursive } = params
    const { tree } = readCommit(objects, commit)
    if (
      path &&
      inDialect<boolean>(missingIsRefused, view.dialect) &&
      entryAt(objects, tree, path)?.type !== 'tree'
    )
      throw notFound('invalid revision or path')
    return treeListing(objects, tree, { path: path ?? '', recursive })
  },
)
