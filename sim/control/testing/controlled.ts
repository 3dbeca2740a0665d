import { atOnce, finished } from '../../lib/steps.ts'
import { loadWorld } from '../../model/load.ts'
import type { PlainReply } from '../../protocol/message.ts'
import { Clock } from '../../time/clock.ts'
import type { Controlled } from '../controlled.ts'
import { Faults } from '../faults.ts'
import { Journal } from '../journal.ts'
import { type ControlOptions, controlReply } from '../operations.ts'

/** A minimal simulator for the control API: an empty world without operations. */
export function bareControlled(): Controlled {
  const start = Date.UTC(2024, 0, 1)
  const clock = new Clock({ mode: { kind: 'frozen' }, now: start }, () => 0)
  const marks: { readonly id: string; readonly name: string | null; readonly at: number }[] = []
  let seed = 1
  let worldName = 'demo'
  const missing = () => undefined
  const find = (id: string) => marks.findIndex((mark) => mark.id === id)
  return {
    version: '0.0.0',
    get seed() {
      return seed
    },
    get worldName() {
      return worldName
    },
    url: 'http://127.0.0.1:8080',
    worlds: {
      create: () => bareControlled(),
      createSteps: () => atOnce(bareControlled),
      get: missing,
      delete: () => false,
      entries: () => [],
    },
    tier: 'ultimate',
    dialect: 'specification',
    outbound: 'loopback',
    squeezed: false,
    world: loadWorld({ version: 1, users: [] }, { seed: 1, tier: 'ultimate', url: '', start }),
    journal: new Journal(),
    faults: new Faults(),
    now: () => clock.now(),
    get clockMode() {
      return clock.mode
    },
    // biome-ignore lint/correctness/useYield: nothing is due.
    *timeSteps(at) {
      clock.set(at)
    },
    setClockMode(mode) {
      clock.mode = mode
    },
    resetSteps(to) {
      return atOnce(() => this.reset(to))
    },
    reset(to = {}) {
      if (typeof to.world === 'string' && to.world !== 'demo' && to.world !== 'empty')
        throw new RangeError(`world '${to.world}' is unknown: use demo or empty`)
      seed = to.seed ?? seed
      worldName = typeof to.world === 'object' ? 'custom' : (to.world ?? worldName)
      clock.set(start)
    },
    marks,
    mark(name) {
      const mark = { id: String(marks.length + 1), name: name ?? null, at: clock.now() }
      marks.push(mark)
      return mark
    },
    savedMark: () => undefined,
    restoreMark: (id) => find(id) >= 0,
    deleteMark: (id) => find(id) >= 0 && marks.splice(find(id), 1).length === 1,
    explain: notKept,
    changes: notKept,
    repeat: notKept,
    send: () => undefined,
    pageFile: (name) => `/* ${name} */`,
    openapi: () => atOnce(() => '{"openapi":"3.1.0"}'),
  }
}

function notKept(id: number): never {
  throw new RangeError(`there is no request ${id} in the journal`)
}

export type Called = {
  readonly status: number
  readonly headers: PlainReply['headers']
  readonly body: unknown
}

/** The reply of the control API, with all steps done. */
export function repliedNow(...asked: Parameters<typeof controlReply>): PlainReply | undefined {
  const reply = controlReply(...asked)
  return reply !== undefined && 'next' in reply ? finished(reply) : reply
}

/** Calls the control API with a JSON body and reads the JSON of its reply. */
export function caller(controlled: Controlled, options: ControlOptions = {}) {
  return (line: string, body?: unknown, headers: { readonly [name: string]: string } = {}): Called => {
    const [method, url] = line.split(' ') as [string, string]
    const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
    const reply = repliedNow(controlled, { method, url: `/_forgery${url}`, headers, ...sent }, options)
    if (reply === undefined) throw new Error(`${line} is no call of the control API`)
    const parsed = reply.body === null ? undefined : JSON.parse(String(reply.body))
    return { status: reply.status, headers: reply.headers, body: parsed }
  }
}
