import { dependencyEntity } from '../../entities/dependency.ts'
import { packageManagers } from '../../model/dependencies/dependency.ts'
import { indexListing } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { listOf } from '../../protocol/params.ts'

export const listDependencies = operation(
  {
    method: 'GET',
    path: '/projects/:id/dependencies',
    summary: 'List the dependencies of a project',
    params: {
      package_manager: listOf(packageManagers, { about: 'Only dependencies of these package managers' }),
    },
    subject: 'project',
    needs: 'read_code',
    tier: 'ultimate',
    answers: { many: dependencyEntity },
    source: 'dependencies#object',
  },
  ({ world, project, params: { package_manager: managers } }) =>
    indexListing(
      world.dependencies.by('byProject', project.id),
      'ascending',
      // A filter that names no package manager lets no dependency through (dependencies#empty-filter).
      managers && (({ packageManager }) => managers.includes(packageManager)),
    ),
)
