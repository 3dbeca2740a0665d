import { dependencyEntity } from '../../entities/dependency.ts'
import { changed, inDialect } from '../../lib/dialect.ts'
import { type Dependency, packageManagers } from '../../model/dependencies/dependency.ts'
import { operation } from '../../protocol/operation.ts'
import { listOf } from '../../protocol/params.ts'
import { listOfPlace, placeIn, where } from '../shared/place-list.ts'

const withPnpm = [...packageManagers, 'pnpm']
const withPoetry = [...withPnpm, 'poetry']
const withApk = [...withPoetry, 'apk']

function named(managers: readonly string[]) {
  return listOf(managers, { about: 'Only dependencies of these package managers' })
}

const emptyIsNone = changed('dependencies#later-empty-filter', { before: true, after: false })

export const listDependencies = operation(
  {
    method: 'GET',
    path: '/projects/:id/dependencies',
    summary: 'List the dependencies of a project',
    params: {
      package_manager: changed('dependencies#later-pnpm', {
        before: named(packageManagers),
        after: changed('dependencies#later-poetry', {
          before: named(withPnpm),
          after: changed('dependencies#later-apk', {
            before: named(withPoetry),
            after: changed('dependencies#later-managers', {
              before: named(withApk),
              after: named([...withApk, 'conda', 'pub', 'cargo']),
            }),
          }),
        }),
      }),
    },
    subject: 'project',
    needs: changed('dependencies#later-role', {
      before: 'read_dependencies_with_code',
      after: 'read_dependencies',
    }),
    decides: [emptyIsNone],
    tier: 'ultimate',
    answers: { many: dependencyEntity },
    source: 'dependencies#object',
  },
  ({ world, project, params: { package_manager: managers }, view }) => {
    // A filter that names no package manager lets no dependency through (dependencies#empty-filter).
    const isFilter = managers && (managers.length > 0 || inDialect<boolean>(emptyIsNone, view.dialect))
    const rows = world.dependencies
    const isNamed = ({ packageManager }: Dependency) => managers?.includes(packageManager) === true
    return listOfPlace({
      world,
      rows,
      ...placeIn(project, rows.by('byProject', project.id)),
      order: 'name',
      rank: ({ name, version, filePath }) => [name, version, filePath].join('\0'),
      direction: 'asc',
      filters: isFilter ? [where({ world, rows }, `of ${managers}`, isNamed)] : [],
    })
  },
)
