import { changeInstanceSettings } from '../../arrange/instance-settings.ts'
import { exportedArchive, travelling } from '../../arrange/transfer.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, refuses, says, textIn } from '../../kit/expect.ts'
import { type Files, openArchive, textOfBytes, unzipped } from '../../oracle/archive.ts'
import { exportsOf, finishedRelations, portables } from '../../oracle/relation-exports.ts'

const said = ['labels', 'milestones', 'issues', 'merge_requests', 'protected_branches', 'boards'] as const

export const relationLines = check({
  id: 'project-export/relation-lines',
  says: 'The export of a relation has the lines that the archive has for it, compressed',
  source: 'project-export#relations-download, project-export#archive-line-format',
  level: 'should',
  covers: ['project', 'group'].flatMap((kind) => Object.values(exportsOf(kind))),
  needs: { furnished: true, about: travelling },
  holds: async (stage) => {
    await finishedRelations(stage, 'project')
    const { download } = exportsOf('project')
    const files = (await openArchive(await exportedArchive(stage))) as Files
    for (const relation of said) {
      const reply = await stage.call(download, { id: stage.project.id, relation })
      answers(reply, 200)
      const lines = textOfBytes(await unzipped(reply.bytes))
      equals(`the lines of ${relation}`, lines, textOfBytes(files.get(`tree/project/${relation}.ndjson`)))
    }
    const itself = await stage.call(download, { id: stage.project.id, relation: 'self' })
    const attributes = textOfBytes(await unzipped(itself.bytes))
    equals('what the project says of itself', attributes, textOfBytes(files.get('tree/project.json')))
    const repository = await stage.call(download, { id: stage.project.id, relation: 'repository' })
    const inside = await openArchive(repository.bytes)
    equals('what is in the repository', [...(inside?.keys() ?? [])], ['repository.bundle'])
  },
})

export const relationsFinish = check({
  id: 'project-export/relations-finish',
  says: 'A relation export of a project or group ends with status 1 for each relation, and a download refuses a name that is no relation',
  source:
    'project-export#relations-start, project-export#relations-status, project-export#relations-parameter',
  level: 'should',
  covers: ['project', 'group'].flatMap((kind) => Object.values(exportsOf(kind))),
  holds: async (stage) => {
    for (const { kind, id } of portables(stage)) {
      const rows = await finishedRelations(stage, kind)
      for (const row of rows) has(row, { status: 1, error: null })
      const names = rows.map((row) => textIn(row, 'relation'))
      for (const name of ['self', 'labels', 'milestones'])
        holds(names.includes(name), `${name} is among the relations`, names)
      const { download } = exportsOf(kind)
      refuses(await stage.call(download, { id, relation: 'webhooks' }), 'relation is not portable')
      refuses(await stage.call(download, { id }), 'relation is missing')
    }
  },
})

export const relationsBeforeStart = check({
  id: 'project-export/relations-before-start',
  says: 'Before a relation export its status list is empty and its download answers 404',
  source: 'project-export#relations-status, project-export#relations-download',
  level: 'should',
  covers: ['project', 'group'].flatMap((kind) => Object.values(exportsOf(kind))),
  holds: async (stage) => {
    for (const { kind, id } of portables(stage)) {
      const { status, download } = exportsOf(kind)
      const told = await stage.call(status, { id })
      if (told.status === 404) return stage.skip('the target has migrations switched off')
      equals('what is told', told.json, [])
      says(await stage.call(download, { id, relation: 'labels' }), 404, '404 Not found')
    }
  },
})

export const relationsGate = check({
  id: 'project-export/relations-gate',
  says: 'Relation exports take a Maintainer of the project or an Owner of the group, and answer 404 while migrations are switched off',
  source: 'project-export#relations-gate, project-export#roles',
  level: 'should',
  covers: ['project', 'group'].flatMap((kind) => Object.values(exportsOf(kind))),
  needs: { in: 'group', rewinds: true },
  holds: async (stage) => {
    await changeInstanceSettings(stage, { bulk_import_enabled: true })
    const { project, group } = stage
    const calls = ['project', 'group'].flatMap((kind) =>
      Object.values(exportsOf(kind)).map((operation) => ({
        operation,
        params: { id: kind === 'project' ? project.id : group.id, relation: 'labels' },
        refused: kind === 'project' ? ('developer' as const) : ('maintainer' as const),
      })),
    )
    for (const { operation, params, refused } of calls)
      if (stage.has(refused)) says(await stage.call(operation, params, { as: refused }), 403, '403 Forbidden')
    await changeInstanceSettings(stage, { bulk_import_enabled: false })
    for (const { operation, params } of calls) answers(await stage.call(operation, params), 404)
  },
})
