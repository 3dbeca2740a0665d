import type { Arbitrary } from 'fast-check'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { check } from '../kit/check.ts'
import { equals } from '../kit/expect.ts'
import { run } from '../run/runner.ts'
import type { WireReply } from '../targets/target.ts'
import { shelf } from '../testing/shelf.ts'
import { type FailedCalls, harOf } from './har.ts'
import { reporterFor, reportFormats } from './index.ts'

/** Where a secret may be, in a request or in the reply to it. */
interface Place {
  readonly path?: string
  readonly query?: (secret: string) => { readonly [name: string]: string }
  readonly body?: (secret: string) => object
  readonly headers?: (secret: string) => { readonly [name: string]: string }
  readonly answers?: (secret: string) => Partial<WireReply>
}

const places: readonly Place[] = [
  { query: (secret) => ({ 'private_token[]': secret }) },
  { query: (secret) => ({ 'private-token': secret }) },
  { query: (secret) => ({ job_token: secret }) },
  { headers: (secret) => ({ cookie: `_session=${secret}; theme=dark` }) },
  { headers: (secret) => ({ 'job-token': secret }) },
  { body: (secret) => ({ hooks: [{ token: secret }] }) },
  { body: (secret) => ({ import_url: `https://me:${secret}@host.test/a.git` }) },
  { path: '/projects/1/variables', body: (secret) => ({ key: 'DEPLOY', value: secret }) },
  { answers: (secret) => ({ body: JSON.stringify({ runners_token: secret }) }) },
  { answers: (secret) => ({ body: `{"token":"${secret}","cut` }) },
  { answers: (secret) => ({ headers: { 'set-cookie': `_session=${secret}; path=/` } }) },
  { answers: (secret) => ({ body: JSON.stringify({ note: `clone https://me:${secret}@host.test/a` }) }) },
]

/** All reports, joined, on a run in which a call with a secret fails and tells what it sent and got. */
async function reports(place: Place, secret: string): Promise<string> {
  const target = shelf()
  const door = await target.open()
  const leaking = {
    ...target,
    open: async () => ({
      ...door,
      send: async (...sent: Parameters<typeof door.send>): Promise<WireReply> => {
        const [{ url }] = sent
        if (url.startsWith('/api/v4/user')) return await door.send(...sent)
        const empty = { status: 201, headers: { 'content-type': 'application/json' }, body: '{}' }
        return { ...empty, ...place.answers?.(secret) }
      },
    }),
  }
  const failing = check({
    id: 'shelf/keeps-secrets',
    says: 'Nothing that opens something is shown',
    source: 'milestones#title-trimmed',
    level: 'must',
    covers: [],
    needs: { project: 'none' },
    over: (): Arbitrary<object> => fc.constant({ sent: place.body?.(secret) ?? {} }),
    holds: async ({ call }) => {
      const params = { ...place.body?.(secret) }
      const reply = await call(
        `POST ${place.path ?? '/books'}` as never,
        params as never,
        {
          query: place.query?.(secret) ?? {},
          headers: place.headers?.(secret) ?? {},
        } as never,
      )
      equals('the reply', reply.json ?? reply.text, { wanted: true }, reply)
    },
  })
  const reporters = reportFormats.map((format) =>
    reporterFor(format, { replay: (id) => `forgery conform ${id}` }),
  )
  const failures: FailedCalls[] = []
  let text = ''
  for await (const event of run([failing], leaking, {
    seed: 7,
    clock: () => 0,
    failed: (one) => failures.push(one),
  }))
    for (const reporter of reporters) text += reporter.next(event)
  expect(failures).toHaveLength(1)
  return text + harOf(failures, { origin: target.origin, credentials: target.credentials })
}

test('no report of any kind shows what a call sent or was told in confidence', async () => {
  const secrets = fc.stringMatching(/^[A-Za-z0-9_-]{12,30}$/).filter((text) => !text.includes('--'))
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...places), secrets, async (place, secret) => {
      const text = await reports(place, secret)
      expect(text).toContain('keeps-secrets')
      expect(text).not.toContain(secret)
    }),
    { numRuns: 30 },
  )
})
