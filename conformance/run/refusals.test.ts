import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSimulator, type Server } from '../../sim/index.ts'
import { type AnyCheck, check } from '../kit/check.ts'
import { answers } from '../kit/expect.ts'
import { mutated } from '../mutants/index.ts'
import type { Fault } from '../mutants/mutant.ts'
import { liveTarget } from '../targets/live.ts'
import { whyUnarranged } from './refusals.ts'
import { run } from './runner.ts'

// What keeps the suite from a wrong alarm on a service that is only read must not hide a fault there.

let server: Server
beforeAll(async () => {
  const simulator = createSimulator({ control: false })
  const headers = { 'private-token': 'alice-token', 'content-type': 'application/json' }
  const body = new TextEncoder().encode('{"wiki_access_level":"disabled"}')
  simulator.handle({ method: 'PUT', url: '/api/v4/projects/acme%2Fwebapp', headers, body })
  server = await simulator.listen()
})
afterAll(() => server.close())

const told = { source: 'excuses', level: 'must', covers: [], needs: { found: true } } as const

function reads(operation: string, as: 'owner' | 'developer'): AnyCheck {
  return check({
    ...told,
    id: 'excuses/reads',
    says: 'it is let in',
    holds: async (stage) => answers(await stage.call(operation, { id: stage.project.id }, { as }), 200),
  })
}

/** What becomes of a check of a project in which who is called a developer is no member, with a fault. */
async function resultOf(checked: AnyCheck, fault: Fault, project = 'acme/webapp') {
  const tokens = { owner: 'alice-token', developer: 'mallory-token' }
  const place = { project }
  const target = await liveTarget({ url: server.url, tokens, place })
  const faulty = mutated(target, { name: 'fault', says: 'has a fault', caughtBy: checked.id, fault })
  for await (const event of run([checked], faulty)) if (event.type === 'check-ended') return event.result
  throw new Error('the check did not end')
}

const answering =
  (ending: string, status: number): Fault =>
  async (request, next) => {
    const reply = await next(request)
    return new RegExp(`${ending}$`).test(request.url) ? { ...reply, status, body: '{"message":"no"}' } : reply
  }

describe('a caller with another role than he is called by', () => {
  const listed = 'GET /projects/:id/labels'

  test('is rightly refused', async () => {
    const refused = await resultOf(reads(listed, 'developer'), answering('nothing', 500))
    expect(refused).toMatchObject({ kind: 'skip', reason: expect.stringContaining('has another role') })
  })

  test('excuses no server fault', async () => {
    const crashed = await resultOf(reads(listed, 'developer'), answering('labels', 500))
    expect(crashed).toMatchObject({ kind: 'fail', finding: { title: 'answers 500' } })
  })

  test('excuses nothing that another operation answers to the owner', async () => {
    const both = check({
      ...told,
      id: 'excuses/both',
      says: 'the owner is let in',
      holds: async (stage) => {
        const { id } = stage.project
        await stage.call(listed, { id }, { as: 'developer' })
        answers(await stage.call('GET /projects/:id/languages', { id }), 200)
      },
    })
    expect(await resultOf(both, answering('languages', 403))).toMatchObject({ kind: 'fail' })
  })
})

describe('a part of a project that is switched off', () => {
  test('excuses what it closes', async () => {
    const refused = await resultOf(reads('GET /projects/:id/wikis', 'owner'), answering('nothing', 500))
    expect(refused).toMatchObject({ kind: 'skip', reason: expect.stringContaining('switched off wiki') })
  })

  test('excuses what it closes to a call that the check wrote out itself', async () => {
    const written = check({
      ...told,
      id: 'excuses/written',
      says: 'it is let in',
      holds: async (stage) =>
        answers(await stage.send('GET', `/projects/${stage.project.id}/wikis?page=1`), 200),
    })
    const refused = await resultOf(written, answering('nothing', 500))
    expect(refused).toMatchObject({ kind: 'skip', reason: expect.stringContaining('switched off wiki') })
  })

  test('excuses no refusal elsewhere, which is told without what was only looked at', async () => {
    const refused = await resultOf(reads('GET /projects/:id/hooks', 'owner'), answering('hooks', 403))
    expect(refused).toMatchObject({ kind: 'fail', recipe: { arrangement: [] } })
  })
})

describe('a repository without commits', () => {
  const tree = reads('GET /projects/:id/repository/tree', 'owner')

  test('has no files to list', async () => {
    const missing = await resultOf(tree, answering('nothing', 500), 'acme/empty')
    expect(missing).toMatchObject({ kind: 'skip', reason: expect.stringContaining('empty repository') })
  })

  test('is closed to nobody, and one with commits has files', async () => {
    expect(await resultOf(tree, answering('tree', 403), 'acme/empty')).toMatchObject({ kind: 'fail' })
    expect(await resultOf(tree, answering('tree', 404))).toMatchObject({ kind: 'fail' })
  })
})

describe('what failed and is repeated', () => {
  const everySo = (often: number): Fault => {
    let calls = 0
    return async (request, next) => {
      const reply = await next(request)
      return request.url.endsWith('languages') && calls++ % often === 0 ? { ...reply, status: 404 } : reply
    }
  }

  test('is a failure where every third call fails', async () => {
    const result = await resultOf(reads('GET /projects/:id/languages', 'owner'), everySo(3))
    expect(result).toMatchObject({ kind: 'fail' })
  })

  test('decides nothing where it failed once', async () => {
    const result = await resultOf(reads('GET /projects/:id/languages', 'owner'), everySo(100))
    expect(result).toMatchObject({
      kind: 'skip',
      reason: expect.stringContaining('held when it was repeated'),
    })
  })
})

test('a key that is there already is not the fault of the service', () => {
  const taken = 'POST /user/keys answers 400 {"message":{"fingerprint_sha256":["has already been taken"]}}'
  expect(whyUnarranged({ group: undefined }, taken)).toContain('another run at the same time')
  expect(whyUnarranged({ group: undefined }, taken.replace('fingerprint_sha256', 'key'))).toBeUndefined()
})
