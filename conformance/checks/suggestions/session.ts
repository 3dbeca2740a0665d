import fc from 'fast-check'
import { propose } from '../../arrange/suggestions.ts'
import { numbered, textOf } from '../../draw/lines.ts'
import { check } from '../../kit/check.ts'
import { reviewCommands } from '../../oracle/commands/index.ts'
import type { Review } from '../../oracle/commands/suggest-lines.ts'

export const session = check({
  id: 'suggestions/session',
  says: 'The applied suggestions and the file are those that a model predicts, in any sequence of suggesting and applying',
  source: 'suggestions#apply, suggestions#batch, suggestions#refusals, suggestions#moved-lines',
  level: 'must',
  after: ['suggestions/apply', 'suggestions/batch'],
  covers: ['PUT /suggestions/:id/apply', 'PUT /suggestions/batch_apply'],
  needs: { repository: true },
  over: () => fc.commands([...reviewCommands], { maxCommands: 14 }),
  holds: async (stage, commands) => {
    const lines = numbered(9)
    const proposal = await propose(stage, 'edit', { 'song.txt': textOf(lines) })
    const model: Review = { proposal, path: 'song.txt', lines, suggestions: new Map(), soFar: 0 }
    await fc.asyncModelRun(() => ({ model, real: stage }), commands)
  },
})
