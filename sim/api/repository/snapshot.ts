import { bareFiles } from '../../git/bare.ts'
import { tarFiles } from '../../model/project-export/archive/write-archive.ts'
import { repositoryOf } from '../../model/repository/repository.ts'
import { operation } from '../../protocol/operation.ts'

export const downloadSnapshot = operation(
  {
    method: 'GET',
    path: '/projects/:id/snapshot',
    summary: 'Download a snapshot of a repository',
    auth: 'admin',
    subject: 'project',
    answers: { bytes: 'application/x-tar' },
    beyond: true,
  },
  ({ world, project }) => {
    const { refs, objects } = repositoryOf(world, project)
    const files = bareFiles(objects, refs.list('refs/'), project.defaultBranch)
    const name = `${project.path}.tar`
    return {
      bytes: tarFiles(files, project.lastActivityAt),
      headers: { 'Content-Disposition': `attachment; filename="${name}"` },
    }
  },
)
