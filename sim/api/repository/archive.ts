import { type ArchiveFormat, archive } from '../../git/archive/archive.ts'
import { readCommit } from '../../git/objects.ts'
import { entryAt, splitPath } from '../../git/tree.ts'
import { binary, utf8 } from '../../lib/bytes.ts'
import type { Project } from '../../model/projects/project.ts'
import { commitNamed } from '../../model/repository/project-objects.ts'
import { objectsOf } from '../../model/repository/repository.ts'
import { operation } from '../../protocol/operation.ts'
import { string } from '../../protocol/params.ts'
import { notFound } from '../../protocol/refusal.ts'
import { reading } from './params.ts'

// The specification lists neither `gz` nor `tgz` (S7).
const formats: { readonly [ending: string]: ArchiveFormat } = {
  zip: 'zip',
  tar: 'tar',
  'tar.gz': 'tar.gz',
  tgz: 'tar.gz',
  gz: 'tar.gz',
  'tar.bz2': 'tar.bz2',
  tbz: 'tar.bz2',
  tbz2: 'tar.bz2',
  tb2: 'tar.bz2',
  bz2: 'tar.bz2',
}

export const downloadRepositoryArchive = operation(
  {
    ...reading,
    path: '/projects/:id/repository/archive',
    endings: Object.keys(formats),
    summary: 'Download an archive of a repository',
    params: {
      sha: string({ about: 'Branch, tag or commit; default: the default branch' }),
      path: string({ about: 'Path of a file or directory to download alone' }),
    },
    rateLimit: {
      name: 'project_repositories_archive',
      user: 5,
      anonymous: 100,
      per: 'project',
      noun: 'archive',
    },
    answers: { bytes: 'application/octet-stream' },
  },
  ({ world, project, params, ending = 'tar.gz' }) => {
    const ref = params.sha ?? project.defaultBranch
    const path = params.path ?? ''
    const format = formats[ending] ?? 'tar.gz'
    const objects = objectsOf(world)
    const commit = commitNamed(world, project, ref)
    if (commit === undefined || entryAt(objects, readCommit(objects, commit).tree, path) === undefined)
      throw notFound('File')
    const top = topFolder(project, ref, commit, path)
    return {
      bytes: archive(objects, commit, format, { top, path }),
      headers: {
        'Content-Type': format === 'zip' ? 'application/zip' : 'application/octet-stream',
        'Content-Disposition': `attachment; filename="${headerText(`${top}.${format}`)}"`,
        'Content-Transfer-Encoding': 'binary',
      },
    }
  },
)

/** `webapp-main-5937ac0a7beb003549fc5fd26fc247adbce4a52e-docs`: project, requested ref, commit, path. */
function topFolder({ path: name }: Project, ref: string, commit: string, path: string): string {
  const shown = ref.replace(/^refs\/(?:heads|tags)\//, '')
  return [name, shown, commit, ...splitPath(path)].join('-').replaceAll('/', '-')
}

// Header values are bytes: non-ASCII text is sent as UTF-8. Quotes and control characters would end the name.
function headerText(value: string): string {
  return [...binary(utf8(value))].map((char) => (/["\\]/.test(char) || char < ' ' ? '_' : char)).join('')
}
