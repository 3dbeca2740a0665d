import { projectImportStatusEntity } from '../../entities/project-import-status.ts'
import { operation } from '../../protocol/operation.ts'
import { source } from './params.ts'

export const getImportStatus = operation(
  {
    method: 'GET',
    path: '/projects/:id/import',
    summary: 'How the import of a project goes',
    subject: 'project',
    answers: { one: projectImportStatusEntity },
    source,
  },
  ({ project }) => project,
)
