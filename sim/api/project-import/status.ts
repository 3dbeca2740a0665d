import { projectImportStatusEntity } from '../../entities/project-import-status.ts'
import { operation } from '../../protocol/operation.ts'
import { source } from './params.ts'

export const getProjectImportStatus = operation(
  {
    method: 'GET',
    path: '/projects/:id/import',
    summary: 'Get the import status of a project',
    subject: 'project',
    answers: { one: projectImportStatusEntity },
    source,
  },
  ({ project }) => project,
)
