import fc from 'fast-check'
import { check } from '../../kit/check.ts'
import { emptyRegistry, listPackages, packageCommands } from '../../oracle/commands/packages.ts'

const path = '/projects/:id/packages'
const file = `${path}/generic/:package_name/:package_version/:file_name`

export const session = check({
  id: 'packages/session',
  says: 'After any session of uploads, downloads and deletions, the packages and their files are those that a model of them predicts',
  source: 'specification 2, Packages; dossier 2, 3.2, 3.3 and 13',
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
