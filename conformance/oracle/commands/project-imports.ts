import fc, { type Arbitrary } from 'fast-check'
import { readImport, upload } from '../../arrange/transfer.ts'
import { answers, equals, has, holds, numberIn, textIn } from '../../kit/expect.ts'
import type { Stage } from '../../run/stage.ts'
import { leastArchive, packArchive, relationLines } from '../archive.ts'
import { followingStatuses, type ImportModel, type ImportRecord } from '../project-imports.ts'
import { command, type ModelCommand } from './command.ts'

const names = ['alpha', 'beta', 'gamma'] as const

/** Imports under one of a few paths; refused while a project has it. */
export function start(name: string, sound: boolean, overwrite: boolean): ModelCommand<ImportModel> {
  return command(
    `import ${sound ? 'a sound' : 'a broken'} archive as ${name}${overwrite ? ', over what is there' : ''}`,
    async (model, stage) => {
      const line = sound ? relationLines([{ title: name, color: '#00ff00' }]) : '{'
      const archive = await packArchive(leastArchive({ 'tree/project/labels.ndjson': line }))
      const reply = await upload(stage, archive, { overwrite: String(overwrite) }, { name })
      const there = model.imports.some(({ path }) => path.startsWith(name))
      if (there && !overwrite) return answers(reply, 400)
      answers(reply, 201)
      has(
        reply.row(),
        { import_status: 'scheduled', import_type: 'gitlab_project', import_error: null },
        reply,
      )
      const path = textIn(reply.row(), 'path')
      equals('whether it has a path of its own', path !== pathOf(stage, name), there, reply)
      // What overwrites ends what was there, which is the affair of another check.
      if (there) return
      const end = sound ? 'finished' : 'failed'
      model.imports.push({ id: numberIn(reply.row(), 'id'), path: name, end, status: 'scheduled' })
    },
    // Two that overwrite one another tell nothing that can be foretold.
    (model) => !overwrite || !model.imports.some(({ path }) => path === name),
  )
}

function pathOf(stage: { readonly inGroup: boolean; readonly prefix: string }, name: string): string {
  return stage.inGroup ? name : `${stage.prefix}-${name}`
}

/** Looks twice in a row, since what was over may not be going on again. */
export function look(n: number): ModelCommand<ImportModel> {
  return command(
    `look at import ${n}`,
    async (model, stage) => {
      const record = model.imports[n % model.imports.length]
      if (record === undefined) return
      for (let times = 0; times < 2; times++) await lookAt(record, stage)
    },
    (model) => model.imports.length > 0,
  )
}

async function lookAt(record: ImportRecord, stage: Stage): Promise<void> {
  const reply = await stage.call(readImport, { id: record.id })
  const status = textIn(reply.row(), 'import_status')
  const possible = followingStatuses(record)
  holds(possible.includes(status), `after ${record.status} comes ${possible.join(' or ')}`, status, reply)
  record.status = status
  equals('whether it says why', reply.row().import_error !== null, status === 'failed', reply)
}

export function wait(seconds: number): ModelCommand<ImportModel> {
  return command(`wait ${seconds} s`, async (_model, stage) => stage.wait(seconds))
}

export const importCommands: readonly Arbitrary<ModelCommand<ImportModel>>[] = [
  fc
    .tuple(fc.constantFrom(...names), fc.boolean(), fc.boolean())
    .map(([name, sound, overwrite]) => start(name, sound, overwrite)),
  fc.nat({ max: 9 }).map(look),
  fc.nat({ max: 9 }).map(look),
  fc.constantFrom(1, 2, 4).map(wait),
]
