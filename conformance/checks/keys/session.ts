import fc from 'fast-check'
import { check } from '../../kit/check.ts'
import type { Keys } from '../../oracle/commands/add-key.ts'
import { keyCommands } from '../../oracle/commands/index.ts'
import { isNoRoute } from '../../run/stage.ts'

export const session = check({
  id: 'keys/session',
  says: 'Exactly the keys that a model predicts are found, during any sequence of adding and deleting keys',
  source: 'keys#by-id, keys#by-fingerprint',
  level: 'must',
  after: ['keys/lookup'],
  covers: ['GET /keys', 'GET /keys/:id'],
  needs: { project: 'none', role: 'admin' },
  over: () => fc.commands([...keyCommands], { maxCommands: 20 }),
  holds: async (stage, commands) => {
    if (isNoRoute(await stage.call('POST /user/keys', {}, { as: 'owner' })))
      return stage.skip('the target lets nobody add a key')
    const model: Keys = new Map()
    try {
      await fc.asyncModelRun(() => ({ model, real: stage }), commands)
    } finally {
      for (const key_id of model.values())
        await stage.call('DELETE /user/keys/:key_id', { key_id }, { as: 'owner' })
    }
  },
})
