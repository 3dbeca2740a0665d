import { check } from '../../check.ts'
import { answers, refuses } from '../../expect.ts'

const list = 'GET /projects/:id/dependencies'
const source = 'specification 2, Dependencies; dossier 2, section 9'

export const unscanned = check({
  id: 'dependencies/unscanned',
  says: 'A project that was never scanned has no dependencies, whatever package manager is asked for',
  source,
  level: 'must',
  covers: [list],
  needs: { tier: 'ultimate' },
  each: () => [
    {},
    { package_manager: 'npm' },
    { package_manager: ['npm', 'maven'] },
    { package_manager: '' },
  ],
  holds: async ({ call, project }, filter) =>
    answers(await call(list, { id: project.id, ...filter }), 200, []),
})

export const unknownManager = check({
  id: 'dependencies/unknown-manager',
  says: 'A package manager that is not known is refused, also among others',
  source,
  level: 'must',
  covers: [list],
  needs: { tier: 'ultimate', found: true },
  each: () => ['sheep', 'npm,sheep', 'NPM', ['npm', 'sheep']],
  holds: async ({ call, project }, package_manager) =>
    refuses(
      await call(list, { id: project.id, package_manager }),
      'package_manager does not have a valid value',
    ),
})
