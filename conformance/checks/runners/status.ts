import { contactRunner, runner } from '../../arrange/runners.ts'
import { check } from '../../kit/check.ts'
import { equals, has } from '../../kit/expect.ts'
import type { Json } from '../../kit/json.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'

const read = 'GET /runners/:id'

async function seen(stage: Stage, id: number, status: Json, online: Json): Promise<void> {
  const reply = await stage.call(read, { id })
  has(reply.row(), { status, online }, reply)
}

export const statusByContact = check({
  id: 'runners/status-by-contact',
  says: 'A runner is `never_contacted` until its first contact, then `online`, or `paused` while it is paused',
  source: 'runners#status-order, runners#online, runners#contact',
  level: 'must',
  covers: [read, 'PUT /runners/:id'],
  holds: async (stage) => {
    const made = await runner(stage)
    await seen(stage, made.id, 'never_contacted', null)
    equals('contacted_at', (await stage.call(read, { id: made.id })).row().contacted_at, null)
    expectArranged(await stage.call('PUT /runners/:id', { id: made.id, paused: true }))
    await seen(stage, made.id, 'never_contacted', null)
    await contactRunner(stage, made)
    await seen(stage, made.id, 'paused', true)
    expectArranged(await stage.call('PUT /runners/:id', { id: made.id, paused: false }))
    await seen(stage, made.id, 'online', true)
  },
})

const HOUR = 3600

const DAY = 24 * HOUR

export const statusByTime = check({
  id: 'runners/status-by-time',
  says: 'A runner is online for two hours after its last contact, then offline, and stale after three months, or from 17.1 on after a week',
  source: 'runners#online, runners#stale, runners#status-order, runners#later-stale',
  level: 'must',
  covers: [read],
  holds: async (stage) => {
    const [heard, silent] = [await runner(stage), await runner(stage)]
    await contactRunner(stage, heard)
    await stage.wait(2 * HOUR - 60)
    await seen(stage, heard.id, 'online', true)
    await stage.wait(60)
    await seen(stage, heard.id, 'offline', false)
    await seen(stage, silent.id, 'never_contacted', null)
    await stage.wait(8 * DAY)
    await stage.changed('runners#later-stale', {
      before: () => seen(stage, heard.id, 'offline', false),
      after: () => seen(stage, heard.id, 'stale', false),
    })
    await stage.wait(85 * DAY)
    await seen(stage, heard.id, 'stale', false)
    await seen(stage, silent.id, 'stale', null)
    expectArranged(await stage.call('PUT /runners/:id', { id: heard.id, paused: true }))
    await seen(stage, heard.id, 'stale', false)
    await contactRunner(stage, heard)
    await seen(stage, heard.id, 'paused', true)
  },
})

export const reportedFields = check({
  id: 'runners/reported-fields',
  says: 'A runner shows what it last reported of itself, and null before its first report',
  source: 'runners#reported-fields',
  level: 'should',
  covers: [read],
  holds: async (stage) => {
    const made = await runner(stage)
    const unknown = { version: null, revision: null, platform: null, architecture: null }
    const before = await stage.call(read, { id: made.id })
    has(before.row(), { name: null, ...unknown }, before)
    const info = {
      name: 'worker',
      version: '15.8.0',
      revision: 'abc',
      platform: 'linux',
      architecture: 'arm64',
    }
    await contactRunner(stage, made, { info })
    const reply = await stage.call(read, { id: made.id })
    has(reply.row(), info, reply)
    await contactRunner(stage, made)
    const again = await stage.call(read, { id: made.id })
    has(again.row(), info, again)
  },
})
