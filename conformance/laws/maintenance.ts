import { law } from '../kit/check.ts'
import { answers } from '../kit/expect.ts'
import { addressable, reads, sampleCall } from './sample.ts'

const settings = 'PUT /application/settings'

export const maintenance = law({
  name: 'maintenance',
  says: 'in maintenance mode every write answers 503, whoever calls; afterwards writes work again',
  source: 'conventions#maintenance, settings#maintenance-mode',
  level: 'should',
  needs: { furnished: true, rewinds: true, tier: 'premium' },
  // The settings themselves stay writable, since they end the maintenance.
  appliesTo: (operation) => addressable(operation) && !reads(operation) && operation.id !== settings,
  holds: async (stage, operation) => {
    const admin = { as: 'admin' } as const
    answers(await stage.call(settings, { maintenance_mode: true }, admin), 200)
    await stage.wait(61)
    const message = 'You cannot perform write operations on a read-only instance'
    for (const as of ['owner', 'admin', 'anonymous'] as const)
      answers(await sampleCall(stage, operation, { as, mayFault: true }), 503, { message })
    const { id } = stage.project
    answers(await stage.call('GET /projects/:id', { id }), 200)
    answers(await stage.call(settings, { maintenance_mode: false }, admin), 200)
    await stage.wait(61)
    const after = await sampleCall(stage, operation, { as: 'anonymous', mayFault: true })
    if (after.status === 503) answers(after, 401)
  },
})
