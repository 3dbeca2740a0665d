import fc from 'fast-check'
import { check } from '../../kit/check.ts'
import { emptyRegistry, listPackages, packageCommands } from '../../oracle/commands/packages.ts'

const path = '/projects/:id/packages'

const file = `${path}/generic/:package_name/:package_version/:file_name`

export const session = check({
  id: 'packages/session',
  says: 'Packages and files match a model of them after any sequence of uploads, downloads and deletions',
  source:
    'packages#list, packages#filters, packages#delete, packages#generic-upload, packages#generic-download',
  level: 'must',
  covers: [
    `GET ${path}`,
    `GET ${path}/:package_id`,
    `DELETE ${path}/:package_id`,
    `PUT ${file}`,
    `GET ${file}`,
  ],
  over: () => fc.commands([...packageCommands], { maxCommands: 20 }),
  holds: async (stage, commands) => {
    const model = emptyRegistry()
    await fc.asyncModelRun(() => ({ model, real: stage }), commands)
    await listPackages({}).run(model, stage)
  },
})
