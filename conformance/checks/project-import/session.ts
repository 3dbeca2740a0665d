import fc, { type AsyncCommand } from 'fast-check'
import { importFile, readImport } from '../../arrange/transfer.ts'
import { check } from '../../kit/check.ts'
import { inTurn } from '../../oracle/commands/command.ts'
import { importCommands, look, start, wait } from '../../oracle/commands/project-imports.ts'
import { freshImports, type ImportModel } from '../../oracle/project-imports.ts'
import type { Stage } from '../../run/stage.ts'

export const session = check<Iterable<AsyncCommand<ImportModel, Stage>>>({
  id: 'project-import/session',
  says: 'The status of an import moves from scheduled over started to its end and never back, whatever other imports do',
  source: 'project-import#transitions, project-import#status-values',
  level: 'must',
  covers: [importFile, readImport],
  examples: [
    inTurn(start('alpha', true, false), look(0), wait(2), look(0), wait(4), look(0), look(0)),
    inTurn(start('alpha', false, false), wait(4), look(0), start('alpha', true, false), look(1)),
  ],
  over: () => fc.commands([...importCommands], { maxCommands: 12 }),
  share: 0.4,
  holds: async (stage, commands) => {
    await fc.asyncModelRun(() => ({ model: freshImports(), real: stage }), commands)
  },
})
