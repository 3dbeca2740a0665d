import fc, { type AsyncCommand } from 'fast-check'
import { downloadExport, readExport, startExport } from '../../arrange/transfer.ts'
import { check } from '../../kit/check.ts'
import { exportCommands } from '../../oracle/commands/project-exports.ts'
import { type ExportModel, freshExports } from '../../oracle/project-exports.ts'
import type { Stage } from '../../run/stage.ts'

export const session = check<Iterable<AsyncCommand<ExportModel, Stage>>>({
  id: 'project-export/session',
  says: 'Status, links and archive agree in every sequence of start calls, waits, reads and downloads',
  source: 'project-export#status-rules, project-export#links, project-export#expiry',
  level: 'must',
  covers: [startExport, readExport, downloadExport],
  over: () => fc.commands([...exportCommands], { maxCommands: 14 }),
  share: 0.5,
  holds: async (stage, commands) => {
    await fc.asyncModelRun(() => ({ model: freshExports(), real: stage }), commands)
  },
})
