import { changeInstanceSettings } from '../../arrange/instance-settings.ts'
import { exportedArchive, travelling } from '../../arrange/transfer.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, lacks, refuses, says, textIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import { type Files, openArchive, textOfBytes, unzipped } from '../../oracle/archive.ts'
import { exportsOf, finishedRelations, portables } from '../../oracle/relation-exports.ts'

const linesOf = (bytes: Uint8Array): string[] =>
  textOfBytes(bytes)
    .split('\n')
    .filter((line) => line !== '')

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
  source:
    'project-export#relations-status, project-export#relations-download, project-export#later-relation-batches',
  level: 'should',
  covers: ['project', 'group'].flatMap((kind) => Object.values(exportsOf(kind))),
  holds: async (stage) => {
    for (const { kind, id } of portables(stage)) {
      const { status, download } = exportsOf(kind)
      const told = await stage.call(status, { id })
      if (told.status === 404) return stage.skip('the target has migrations switched off')
      equals('what is told', told.json, [])
      const missing = await stage.call(download, { id, relation: 'labels' })
      await stage.changed('project-export#later-relation-batches', {
        before: () => says(missing, 404, '404 Not found'),
        after: () => says(missing, 404, 'Export not found'),
      })
    }
  },
})

export const relationBatches = check({
  id: 'project-export/relation-batches',
  says: 'From 16.2 on a relation export with `batched` writes lists in numbered batches, whose lines are those of the export in one file, and a download names a batch of such an export alone',
  source: 'project-export#later-relation-batches, project-export#later-relation-objects',
  level: 'should',
  covers: Object.values(exportsOf('project')),
  needs: { furnished: true, about: travelling },
  holds: async (stage) => {
    const { id } = stage.project
    const { download } = exportsOf('project')
    const relation = 'labels'
    const isOf = (row: Row) => row.relation === relation
    const plain = (await finishedRelations(stage, 'project')).find(isOf)
    const whole = await unzipped((await stage.call(download, { id, relation })).bytes)
    const counted = linesOf(whole).length
    await stage.changed('project-export#later-relation-batches', {
      before: () => lacks(plain as Row, ['batched', 'batches_count', 'batches']),
      after: async () => {
        has(plain as Row, { batched: false, batches_count: 0 })
        const part = { id, relation, batched: true, batch_number: 1 }
        says(await stage.call(download, part), 400, 'Export is not batched')
        refuses(
          await stage.call(download, { id, relation, batched: true }),
          'batched, batch_number provide all or none of parameters',
        )
        const rows = await finishedRelations(stage, 'project', { batched: true })
        has(rows.find(({ relation }) => relation === 'self') as Row, { batched: false })
        const row = rows.find(isOf) as Row
        has(row, { batched: true })
        const batches = row.batches as readonly Row[]
        has(row, { batches_count: batches.length })
        const lines: string[] = []
        for (const [at, batch] of batches.entries()) {
          has(batch, { status: 1, batch_number: at + 1, error: null })
          const reply = await stage.call(download, { ...part, batch_number: at + 1 })
          answers(reply, 200)
          const own = linesOf(await unzipped(reply.bytes))
          has(batch, { objects_count: own.length })
          lines.push(...own)
        }
        equals('the lines of all batches', [...lines].sort(), linesOf(whole).sort())
        says(await stage.call(download, { id, relation }), 400, 'Export is batched')
        const beyond = { ...part, batch_number: batches.length + 1 }
        says(await stage.call(download, beyond), 404, 'Batch not found')
      },
    })
    await stage.changed('project-export#later-relation-objects', {
      before: () => lacks(plain as Row, ['total_objects_count']),
      after: () => has(plain as Row, { total_objects_count: counted }),
    })
  },
})

export const relationsOfUser = check({
  id: 'project-export/relations-of-user',
  says: 'Every Maintainer sees and downloads the same relation exports, from 17.3 on only who asked for them',
  source: 'project-export#relations-status, project-export#later-relations-of-user',
  level: 'should',
  covers: Object.values(exportsOf('project')),
  holds: async (stage) => {
    if (!stage.has('maintainer')) return stage.skip('the target was given no maintainer credential')
    const { id } = stage.project
    const { status, download } = exportsOf('project')
    const own = await finishedRelations(stage, 'project')
    const seen = await stage.call(status, { id }, { as: 'maintainer' })
    const reply = await stage.call(download, { id, relation: 'self' }, { as: 'maintainer' })
    await stage.changed('project-export#later-relations-of-user', {
      before: () => {
        equals('what another Maintainer sees', seen.json, own)
        answers(reply, 200)
      },
      after: () => {
        equals('what another Maintainer sees', seen.json, [])
        says(reply, 404, 'Export not found')
      },
    })
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
