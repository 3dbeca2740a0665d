import { differs, inDialect, since } from '../../lib/dialect.ts'
import { archiveEndings, repositoryArchive } from '../../model/repository/archives.ts'
import { archiveHeaders } from '../../protocol/archive-headers.ts'
import { isEmbedded } from '../../protocol/hotlinking.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, string, stringList, withDefault } from '../../protocol/params.ts'
import { message, notFound } from '../../protocol/refusal.ts'
import { reading } from './params.ts'

export const downloadRepositoryArchive = operation(
  {
    ...reading,
    path: '/projects/:id/repository/archive',
    endings: Object.keys(archiveEndings),
    summary: 'Download an archive of a repository',
    params: {
      sha: string({ about: 'Branch, tag or commit; default: the default branch' }),
      path: string({ about: 'Path of a file or directory to download alone' }),
      exclude_paths: since(
        'repository#later-exclude-paths',
        stringList({ about: 'Files and directories to leave out' }),
      ),
      include_lfs_blobs: since(
        'repository#later-lfs-blobs',
        withDefault(boolean({ about: 'Whether large files stand in place of their pointers' }), true),
      ),
    },
    rateLimit: {
      name: 'project_repositories_archive',
      user: 5,
      anonymous: 100,
      per: 'project',
      noun: 'archive',
    },
    answers: { bytes: 'application/octet-stream' },
    refuses: [differs('F35', { specification: undefined, real: 406 })],
  },
  ({ world, project, params, request, view, ending = 'tar.gz' }) => {
    const embeds = inDialect(differs('F35', { specification: true, real: false }), view.dialect)
    if (!embeds && isEmbedded(request)) throw message(406, '406 Not Acceptable')
    const format = archiveEndings[ending] ?? 'tar.gz'
    const ref = params.sha ?? project.defaultBranch
    const without = (params.exclude_paths ?? []).map((path) => path.replaceAll(/^\/+|\/+$/g, ''))
    const pointers = params.include_lfs_blobs === false
    const wanted = { ref, path: params.path ?? '', without, format, withId: true, pointers }
    const found = repositoryArchive(world, project, wanted)
    const bytes = found?.bytes()
    if (found === undefined || bytes === undefined) throw notFound('File')
    return { bytes, headers: archiveHeaders(found.name, format) }
  },
)
