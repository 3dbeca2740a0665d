import { destination, finishedImport, importFile, readImport, upload } from '../../arrange/transfer.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn, textIn } from '../../kit/expect.ts'
import { leastArchive, packArchive } from '../../oracle/archive.ts'
import { arranged, type Stage } from '../../run/stage.ts'

const source = 'specification 3, Project import; dossier 3, 3.3'

const archive = () => packArchive(leastArchive({ 'tree/project.json': '{"description":"The new one"}' }))

async function old(stage: Stage): Promise<number> {
  const { path = '' } = destination(stage, 'imported')
  const where = stage.inGroup ? { namespace_id: stage.group.id } : {}
  const wish = { name: 'The old one', path, ...where }
  return numberIn(arranged(await stage.call('POST /projects', wish)), 'id')
}

export const overwrite = check({
  id: 'project-import/overwrite',
  says: 'An overwriting import is filled elsewhere, then has path and name of the old project, which is gone',
  source,
  level: 'must',
  covers: [importFile, readImport],
  holds: async (stage) => {
    const before = await old(stage)
    const started = await upload(stage, await archive(), { overwrite: 'True' })
    answers(started, 201)
    const { path = '' } = destination(stage, 'imported')
    const temporary = textIn(started.row(), 'path')
    holds(
      new RegExp(`^${path}-[0-9a-f]{32}$`).test(temporary),
      'it has a path of its own at first',
      temporary,
      started,
    )
    const status = await finishedImport(stage, started)
    has(
      status.row(),
      { import_status: 'finished', path, name: 'The old one', description: 'The new one' },
      status,
    )
    const now = await stage.call('GET /projects/:id', { id: textIn(status.row(), 'path_with_namespace') })
    equals('the project at the path', now.row().id, started.row().id, now)
    answers(await stage.call('GET /projects/:id', { id: before }), 404)
  },
})

export const nothingThere = check({
  id: 'project-import/overwrite-nothing',
  says: 'An overwriting import is an ordinary one where nothing is to be overwritten',
  source,
  level: 'must',
  covers: [importFile],
  holds: async (stage) => {
    const reply = await upload(stage, await archive(), { overwrite: 'true' })
    equals('the path', reply.row().path, destination(stage, 'imported').path, reply)
  },
})

export const failedOverwrite = check({
  id: 'project-import/overwrite-failed',
  says: 'An overwriting import that fails leaves the old project as it was',
  source,
  level: 'must',
  covers: [importFile],
  holds: async (stage) => {
    const before = await old(stage)
    const shown = await stage.call('GET /projects/:id', { id: before })
    const broken = await packArchive(leastArchive({ 'tree/project.json': '{' }))
    const status = await finishedImport(stage, await upload(stage, broken, { overwrite: 'true' }))
    equals('the end', status.row().import_status, 'failed', status)
    const after = await stage.call('GET /projects/:id', { id: before })
    equals('the old project', after.json, shown.json, after)
  },
})

export const notTheirs = check({
  id: 'project-import/overwrite-rights',
  says: 'Who does not own the namespace may import there, but the import fails when it is to take the place of another',
  source,
  level: 'should',
  covers: [importFile],
  needs: { in: 'group' },
  holds: async (stage) => {
    const maintainer = stage.user('maintainer')
    const before = await old(stage)
    const started = await upload(stage, await archive(), { overwrite: 'true' }, { as: 'maintainer' })
    const status = await finishedImport(stage, started, 'maintainer')
    equals('the end', status.row().import_status, 'failed', status)
    const told = textIn(status.row(), 'import_error')
    const expected = `User ${maintainer.username} (${maintainer.id}) cannot overwrite a project in`
    holds(told.includes(expected), `it says that ${expected} it`, told, status)
    has((await stage.call('GET /projects/:id', { id: before })).row(), { name: 'The old one' })
  },
})
