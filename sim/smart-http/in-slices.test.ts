import { beforeEach, expect, test } from 'vitest'
import { binary } from '../lib/bytes.ts'
import type { PlainReply } from '../protocol/message.ts'
import type { Doors } from '../simulator/doors.ts'
import { Simulator } from '../simulator.ts'
import { cloneOf, packOfFiles, pushOf } from './testing/packs.ts'

// Nothing goes on by itself here: the test does the steps of a request, and asks for other things in between.
let step: () => boolean
let rest: (() => void) | undefined
let sim: Simulator

const refused = () => {
  throw new Error('not here')
}
const doors: Doors = {
  wall: refused,
  prepared: () => undefined,
  pageFile: () => undefined,
  fetch: refused,
  callOut: refused,
  listen: refused,
  promised: (begin) => new Promise(begin),
  inSlices(next, done) {
    step = next
    rest = () => {
      while (!next());
      done()
    }
  },
}

// What others did meanwhile may call for further steps.
function finish(): void {
  for (let todo = rest; todo !== undefined; todo = rest) {
    rest = undefined
    todo()
  }
}

beforeEach(() => {
  sim = new Simulator({}, doors)
})

const headers = { 'private-token': 'alice-token', 'content-type': 'application/json' }
const get = (url: string) => sim.handle({ method: 'GET', url, headers })
const said = ({ body }: PlainReply) => (typeof body === 'string' ? body : binary(body ?? new Uint8Array()))
const branch = (name: string) => get(`/api/v4/projects/4/repository/branches/${name}`)

test('others are served while a push is unpacked, and both take effect', async () => {
  const large = packOfFiles(400)
  const pushing = sim.respond(pushOf(large, 'large'))
  expect(step()).toBe(false)
  expect(get('/-/health').status).toBe(200)
  const body = '{"branch":"other","ref":"main"}'
  const made = sim.handle({ method: 'POST', url: '/api/v4/projects/4/repository/branches', headers, body })
  expect(made.status).toBe(201)
  expect(branch('large').status).toBe(404)
  finish()
  expect(said(await pushing)).toContain('ok refs/heads/large')
  expect([branch('large').status, branch('other').status]).toEqual([200, 200])
})

test('what others did meanwhile decides', async () => {
  const pushing = sim.respond(pushOf(packOfFiles(400), 'large'))
  expect(step()).toBe(false)
  expect(said(sim.handle(pushOf(packOfFiles(3, 'other'), 'large')))).toContain('ok refs/heads/large')
  finish()
  expect(said(await pushing)).toContain('ng refs/heads/large failed to update ref')
  const archive = sim.respond(pushOf(packOfFiles(400), 'again'))
  expect(step()).toBe(false)
  sim.world.tokens.update(sim.world.tokens.find('byValue', 'alice-token')?.id ?? 0, { revoked: true })
  finish()
  expect((await archive).status).toBe(401)
})

test('others are served while a clone is packed, which is of the moment when it was asked for', async () => {
  const large = packOfFiles(3000)
  sim.handle(pushOf(large, 'large'))
  const whole = sim.handle(cloneOf(large.tip))
  const cloning = sim.respond(cloneOf(large.tip))
  expect(step()).toBe(false)
  expect(get('/-/health').status).toBe(200)
  expect(
    sim.handle({ method: 'DELETE', url: '/api/v4/projects/4/repository/branches/large', headers }).status,
  ).toBe(204)
  finish()
  expect(await cloning).toEqual(whole)
  expect(said(sim.handle(cloneOf(large.tip)))).toContain('not our ref')
})

test('the journal has a request when it is answered', async () => {
  const pushing = sim.respond(pushOf(packOfFiles(400), 'large'))
  get('/api/v4/version')
  finish()
  await pushing
  expect(sim.journal.entries().map(({ path }) => path)).toEqual([
    '/api/v4/version',
    '/alice/dotfiles.git/git-receive-pack',
  ])
})
