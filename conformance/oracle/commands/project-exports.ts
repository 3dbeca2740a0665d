import fc, { type Arbitrary } from 'fast-check'
import { downloadExport, readExport, startExport } from '../../arrange/transfer.ts'
import { answers, equals, holds, lacks, names, says, textIn } from '../../kit/expect.ts'
import { type ExportModel, possibleStatuses } from '../project-exports.ts'
import { command, type ModelCommand } from './command.ts'

/** Asks for an export; what was there goes, or is being replaced. */
function start(description: string | null): ModelCommand<ExportModel> {
  return command(`start an export described as ${JSON.stringify(description)}`, async (model, stage) => {
    const params = { id: stage.project.id, ...(description !== null && { description }) }
    const reply = await stage.call(startExport, params, { atOnce: true })
    // In newer releases one that goes on is left to its end.
    if (reply.status === 400 && model.pending > 0)
      return stage.changed('project-export#later-once', {
        before: () => answers(reply, 202),
        after: () => answers(reply, 400),
      })
    answers(reply, 202, { message: '202 Accepted' })
    model.pending += 1
    model.archive = false
  })
}

/** Asks in a way that is refused, which starts nothing but drops the archive that was there. */
function startWrongly(): ModelCommand<ExportModel> {
  return command('start an export to nowhere', async (model, stage) => {
    const upload = { url: 'ftp://example.com/a' }
    answers(await stage.call(startExport, { id: stage.project.id, upload }), 400)
    const status = textIn((await stage.call(readExport, { id: stage.project.id })).row(), 'export_status')
    if (model.pending === 0) {
      holds(['none', 'finished'].includes(status), 'nothing was started', status)
      model.archive = status === 'finished'
    }
  })
}

function look(): ModelCommand<ExportModel> {
  return command('look at the export', async (model, stage) => {
    const reply = await stage.call(readExport, { id: stage.project.id })
    const status = textIn(reply.row(), 'export_status')
    const possible = possibleStatuses(model)
    holds(possible.includes(status), `the status is one of ${possible.join(', ')}`, status, reply)
    if (status !== 'finished') return lacks(reply.row(), ['_links'], reply)
    names(reply.row(), ['_links'], reply)
    model.pending = 0
    model.archive = true
  })
}

function download(): ModelCommand<ExportModel> {
  return command('download the archive', async (model, stage) => {
    const reply = await stage.call(downloadExport, { id: stage.project.id })
    if (reply.status === 404) {
      says(reply, 404, '404 Not found or has expired')
      equals('whether an archive was seen', model.archive, false, reply)
    } else {
      answers(reply, 200)
      equals('what gzip begins with', [...reply.bytes.subarray(0, 2)], [0x1f, 0x8b], reply)
      holds(model.archive || model.pending > 0, 'somebody asked for the archive', null, reply)
    }
  })
}

function wait(seconds: number): ModelCommand<ExportModel> {
  return command(`wait ${seconds} s`, async (_model, stage) => stage.wait(seconds))
}

export const exportCommands: readonly Arbitrary<ModelCommand<ExportModel>>[] = [
  fc.constantFrom(null, 'Drawn', '').map(start),
  fc.constant(null).map(startWrongly),
  fc.constant(null).map(look),
  fc.constant(null).map(look),
  fc.constant(null).map(download),
  fc.constantFrom(1, 2, 4).map(wait),
]
