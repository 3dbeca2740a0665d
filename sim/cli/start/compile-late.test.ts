import { afterEach, expect, test, vi } from 'vitest'
import type { PlainReply, PlainRequest } from '../../protocol/message.ts'
import { compileLate, counted } from './compile-late.ts'

// What the engine was told cannot be asked, so what tells it is listened to.
const v8: { setFlagsFromString(flags: string): void } | undefined =
  process.getBuiltinModule?.('node:v8') ?? undefined
const isMeasured = v8 !== undefined && process.versions.v8.startsWith('11.3.')
const told: string[] = []

afterEach(() => {
  vi.restoreAllMocks()
  told.length = 0
})

test.runIf(isMeasured)('a server compiles late until it has served many requests, and then as usual', () => {
  vi.spyOn(v8 as NonNullable<typeof v8>, 'setFlagsFromString').mockImplementation((flags) => {
    told.push(flags)
  })
  const request: PlainRequest = { method: 'GET', url: '/', headers: {} }
  const reply: PlainReply = { status: 200, headers: {}, body: null }
  const handler = counted(() => reply)
  handler(request)
  compileLate()
  expect(told).toEqual(['--interrupt-budget=300000'])
  for (let served = 1; served < 500; served++) handler(request)
  expect(told).toHaveLength(1)
  expect(handler(request)).toBe(reply)
  expect(told.slice(1)).toEqual(['--interrupt-budget=67584'])
  for (let served = 0; served < 1000; served++) handler(request)
  expect(told).toHaveLength(2)
})
