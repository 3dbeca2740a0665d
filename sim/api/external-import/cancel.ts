import { externalImportEntity } from '../../entities/external-project.ts'
import { cancelImport, isExtgit } from '../../model/external-import/external-imports.ts'
import { can } from '../../policy/abilities.ts'
import { seesProject } from '../../policy/visible.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, required } from '../../protocol/params.ts'
import { message } from '../../protocol/refusal.ts'
import { source } from './start.ts'

export const cancelExtgitImport = operation(
  {
    method: 'POST',
    path: '/import/extgit/cancel',
    aliases: ['/import/github/cancel'],
    summary: 'Cancel an import from a hosted git service',
    params: { project_id: required(integer({ about: 'ID of the project that is being imported' })) },
    answers: { status: 200, one: externalImportEntity },
    refuses: [400, 403, 404],
    source,
  },
  ({ world, params, view: { situation } }) => {
    const project = world.projects.get(params.project_id ?? 0)
    if (project === undefined || !isExtgit(project)) throw message(404, '404 Not found')
    if (!seesProject(world, situation.caller, project, situation.now)) throw message(404, 'Not Found')
    if (!can(situation, 'remove_project', project)) throw message(403, 'Unauthorized access')
    if (project.importStatus !== 'scheduled' && project.importStatus !== 'started')
      throw message(400, `The import cannot be canceled because it is ${project.importStatus}`)
    return cancelImport(world, project)
  },
)
