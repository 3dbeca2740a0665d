import { expect, test } from 'vitest'
import { check } from '../kit/check.ts'
import { run } from '../run/runner.ts'
import { liveTarget } from './live.ts'
import { servedSimulator, simulatorTarget } from './simulator.ts'
import type { Target } from './target.ts'

async function outcome(target: Target, seconds: number) {
  const seen: string[] = []
  const waiting = check({
    id: 'conventions/waiting',
    says: 'Time passes when a check waits for it',
    source: 'conventions#timestamps',
    level: 'must',
    covers: ['GET /version'],
    holds: async (stage) => {
      const at = async () => {
        const reply = await stage.call('POST /projects/:id/milestones', {
          id: stage.project.id,
          title: `m${seen.length}`,
        })
        seen.push(String(reply.row().created_at))
      }
      await at()
      await stage.wait(seconds)
      await at()
    },
  })
  for await (const event of run([waiting], target))
    if (event.type === 'check-ended') return { result: event.result.kind, passed: apart(seen) }
  return undefined
}

function apart([first = '', second = '']: readonly string[]): number {
  return (Date.parse(second) - Date.parse(first)) / 1000
}

test('a simulator in process moves its clock', async () => {
  expect(await outcome(simulatorTarget(), 3600)).toEqual({ result: 'pass', passed: 3601 })
})

test('a served simulator moves its clock', async () => {
  const server = await servedSimulator()
  try {
    expect(await outcome(await liveTarget({ url: server.url, mode: 'control' }), 3600)).toEqual({
      result: 'pass',
      passed: 3601,
    })
  } finally {
    await server.close()
  }
})

test('where no clock can be moved a long wait skips the check', async () => {
  const server = await servedSimulator({ control: false })
  try {
    expect(await outcome(await liveTarget({ url: server.url, mode: 'write' }), 3600)).toMatchObject({
      result: 'skip',
    })
  } finally {
    await server.close()
  }
})
