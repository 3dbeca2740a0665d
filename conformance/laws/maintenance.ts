import type { ContractOperation } from '../../sim/contract.ts'
import { law } from '../kit/check.ts'
import type { Reply } from '../kit/client.ts'
import { answers, equals, holds } from '../kit/expect.ts'
import { isRow } from '../kit/json.ts'
import type { Stage } from '../run/stage.ts'
import { addressable, reads, sampleCall } from './sample.ts'

const settings = 'PUT /application/settings'

export const maintenance = law({
  name: 'maintenance',
  says: 'in maintenance mode every write that is JSON is refused (403, from 18.3 on 503) and any other led elsewhere (301), whoever calls; afterwards writes work again',
  source: 'conventions#maintenance, conventions#later-maintenance, settings#maintenance-mode',
  level: 'should',
  needs: { furnished: true, rewinds: true, tier: 'premium' },
  // The settings themselves stay writable, since they end the maintenance.
  appliesTo: (operation) => addressable(operation) && !reads(operation) && operation.id !== settings,
  holds: async (stage, operation) => {
    const admin = { as: 'admin' } as const
    answers(await stage.call(settings, { maintenance_mode: true }, admin), 200)
    await stage.wait(61)
    for (const as of ['owner', 'admin', 'anonymous'] as const)
      await refused(stage, await sampleCall(stage, operation, { as, mayFault: true }), operation)
    const { id } = stage.project
    answers(await stage.call('GET /projects/:id', { id }), 200)
    answers(await stage.call(settings, { maintenance_mode: false }, admin), 200)
    await stage.wait(61)
    const after = await sampleCall(stage, operation, { as: 'anonymous', mayFault: true })
    if (turnedAway(after)) answers(after, 401)
  },
})

const message = 'You cannot perform write operations on a read-only instance'

function turnedAway({ status, json }: Reply): boolean {
  return status === 301 || status === 503 || (status === 403 && isRow(json) && json.message === message)
}

/** Deletions have no body, and a browser is led back to its page; content as it stands is no JSON either. */
async function refused(stage: Stage, reply: Reply, { method, takes }: ContractOperation): Promise<void> {
  if (method === 'DELETE' || takes !== null) {
    answers(reply, 301)
    holds(reply.headers.location !== undefined, 'the reply says where to go', reply.headers, reply)
    return
  }
  await stage.changed('conventions#later-maintenance', {
    before: () => answers(reply, 403, { message }),
    after: () => {
      answers(reply, 503)
      equals('Retry-After', reply.headers['retry-after'], '900', reply)
    },
  })
}
