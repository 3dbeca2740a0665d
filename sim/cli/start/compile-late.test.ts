import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PlainReply, PlainRequest } from '../../protocol/message.ts'
import { run } from '../run.ts'
import { captured } from '../testing/captured.ts'
import { compileLate, counted } from './compile-late.ts'

// What the engine was told cannot be asked, so what tells it is listened to.
const v8: { setFlagsFromString(flags: string): void } | undefined =
  process.getBuiltinModule?.('node:v8') ?? undefined
const isMeasured = v8 !== undefined && process.versions.v8.startsWith('11.3.')
const told: string[] = []

beforeEach(() => {
  if (v8 === undefined) return
  vi.spyOn(v8, 'setFlagsFromString').mockImplementation((flags) => {
    told.push(flags)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  told.length = 0
})

test.runIf(isMeasured)('a server compiles late until it has served many requests, and then as usual', () => {
  const request: PlainRequest = { method: 'GET', url: '/', headers: {} }
  const reply: PlainReply = { status: 200, headers: {}, body: null }
  const handler = counted(() => reply)
  compileLate()
  expect(told).toEqual(['--interrupt-budget=300000'])
  for (let served = 1; served < 500; served++) handler(request)
  expect(told).toHaveLength(1)
  expect(handler(request)).toBe(reply)
  expect(told.slice(1)).toEqual(['--interrupt-budget=67584'])
  for (let served = 0; served < 1000; served++) handler(request)
  expect(told).toHaveLength(2)
})

test.runIf(isMeasured)(
  'forgery serve does so, and writes the log lines of a turn of the event loop together',
  async () => {
    const io = captured()
    let writes = 0
    const out = (text: string) => {
      writes++
      io.out(text)
    }
    const ended = run(['serve', '--port', '0', '--world', 'empty'], { ...io, out })
    const [url] = await io.until(/http:\/\/127\.0\.0\.1:\d+/)
    expect(told).toEqual(['--interrupt-budget=300000'])
    const ask = async () => (await fetch(`${url}/api/v4/version`)).text()
    for (let round = 0; round < 10; round++) await Promise.all(Array.from({ length: 50 }, ask))
    expect(told).toEqual(['--interrupt-budget=300000', '--interrupt-budget=67584'])
    io.signal('SIGTERM')
    expect(await ended).toBe(0)
    expect(io.printed().match(/ GET /g)).toHaveLength(500)
    expect(io.printed()).toMatch(/ended\n$/)
    expect(writes).toBeLessThan(500)
  },
)

test.runIf(isMeasured)('it does so before it reads its world', async () => {
  const io = captured()
  expect(await run(['serve', '--port', '0', '--world', '/nowhere/world.json'], io)).not.toBe(0)
  expect(told).toEqual(['--interrupt-budget=300000'])
})
