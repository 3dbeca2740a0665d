import { GitbeakerRequestError, Gitlab } from '@gitbeaker/rest'
import papa from 'papaparse'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Server, Simulator, Snapshot } from '../../index.ts'
import { testSimulator } from '../../testing/calls.ts'

// Audit events through a client that knows nothing of us, and exports of vulnerabilities, which it does not know, through
// plain HTTP: for every role, in every plan.
const people = ['root', 'alice', 'bob', 'carol', 'dave', 'erin', 'mallory'] as const
type Person = (typeof people)[number]
const plans = ['free', 'premium', 'ultimate'] as const
const dialects = ['specification', 'real'] as const

describe.each(plans.flatMap((tier) => dialects.map((dialect) => [tier, dialect] as const)))(
  'on the plan %s, in the dialect %s,',
  (tier, dialect) => {
    let sim: Simulator
    let server: Server
    let fresh: Snapshot
    beforeAll(async () => {
      sim = testSimulator({ tier, dialect })
      server = await sim.listen()
      fresh = sim.snapshot()
    })
    beforeEach(() => sim.restore(fresh))
    afterAll(() => server.close())

    const as = (user: string) => new Gitlab({ host: server.url, token: `${user}-token` })
    const licensed = tier !== 'free'

    /** What each person is answered: what the client gives, or the status of the refusal. */
    async function toEverybody<T>(ask: (client: ReturnType<typeof as>) => Promise<T>) {
      const answers: { [name in Person]?: T | number } = {}
      for (const person of people) answers[person] = await orStatus(ask(as(person)))
      return answers
    }
    const all = <T>(others: T) => Object.fromEntries(people.map((person) => [person, others]))

    test('events of a project are for those above developers, who see their own', async () => {
      await as('bob').Projects.edit(1, { description: 'Audited' })
      const count = await toEverybody(async ({ AuditEvents }) => {
        const events = await AuditEvents.all({ projectId: 'acme/webapp' })
        return new Set(events.map(({ author_id }) => author_id)).size
      })
      const expected = { root: 3, alice: 3, bob: 3, carol: 1, dave: 403, erin: 403, mallory: 404 }
      expect(count).toEqual(licensed ? expected : { ...all(403), mallory: 404 })
      const nobody = dialect === 'real' ? [404, 403] : [401, 401]
      expect((await fetch(`${server.url}/api/v4/projects/1/audit_events`)).status).toBe(nobody[0])
      expect((await fetch(`${server.url}/api/v4/projects/3/audit_events`)).status).toBe(nobody[1])
    })

    test('one event of a project is for maintainers, or for who did it', async () => {
      const shown = (id: number) =>
        toEverybody(async ({ AuditEvents }) => (await AuditEvents.show(id, { projectId: 1 })).id)
      const [ofBob, ofCarol] = [await shown(19), await shown(22)]
      if (!licensed) return expect([ofBob, ofCarol]).toEqual(Array(2).fill({ ...all(403), mallory: 404 }))
      const refused = { dave: 403, erin: 403, mallory: 404 }
      const real = dialect === 'real'
      expect(ofBob).toEqual({ root: 19, alice: 19, bob: 19, carol: real ? 404 : 403, ...refused })
      expect(ofCarol).toEqual({ root: 22, alice: 22, bob: 22, carol: real ? 22 : 403, ...refused })
    })

    test('events of a group are for its owners, and walked by cursor', async () => {
      const found = await toEverybody(
        async ({ AuditEvents }) => (await AuditEvents.all({ groupId: 'acme' })).length,
      )
      if (!licensed) return expect(found).toEqual({ ...all(403), mallory: 404 })
      const many = found.alice as number
      expect(many).toBeGreaterThan(5)
      expect(found).toEqual({ root: many, alice: many, bob: 0, carol: 0, dave: 403, erin: 403, mallory: 404 })
      const { AuditEvents } = as('alice')
      const options = {
        groupId: 'acme',
        pagination: 'keyset',
        perPage: 3,
        orderBy: 'id',
        sort: 'desc',
      } as const
      expect(await AuditEvents.all(options)).toEqual(await AuditEvents.all({ groupId: 'acme' }))
    })

    test('events of the installation are for administrators, by what they are about and when', async () => {
      const found = await toEverybody(async ({ AuditEvents }) => (await AuditEvents.all()).length)
      if (!licensed) return expect(found).toEqual(all(403))
      expect(found).toEqual({ ...all(403), root: sim.world.auditEvents.size })
      const { AuditEvents } = as('root')
      const users = await AuditEvents.all({ entityType: 'User' })
      expect(users.map(({ entity_type }) => entity_type)).toEqual(Array(users.length).fill('User'))
      const group = await AuditEvents.all({ entityType: 'Group', entityId: 1 })
      expect(group).toEqual(await AuditEvents.all({ groupId: 1 }))
      const [latest, before] = await AuditEvents.all()
      const since = { createdAfter: before?.created_at ?? '' }
      expect(await AuditEvents.all(since)).toEqual([latest, before])
      expect(await orStatus(AuditEvents.show(987_654))).toBe(404)
    })

    test('what the client changes is recorded with the address from which it came', async () => {
      await as('alice').ProjectMembers.add(1, 10, { userId: 7 })
      if (!licensed) return
      const [event] = await as('bob').AuditEvents.all({ projectId: 1, maxPages: 1 })
      expect(event).toMatchObject({
        author_id: 2,
        entity_id: 1,
        entity_type: 'Project',
        details: {
          add: 'user_access',
          as: 'Guest',
          author_name: 'Alice Archer',
          target_id: 7,
          target_type: 'User',
          target_details: 'Mallory Marsh',
          ip_address: '127.0.0.1',
          entity_path: 'acme/webapp',
        },
      })
    })

    const send = (method: string, path: string, user?: string) =>
      fetch(`${server.url}/api/v4/security${path}`, {
        method,
        ...(user !== undefined && { headers: { 'PRIVATE-TOKEN': `${user}-token` } }),
      })

    test.each([
      ['/projects/acme%2Fwebapp/vulnerability_exports', [201, 201, 201, 201, 403, 403, 404, 401]],
      ['/groups/acme/vulnerability_exports', [201, 201, 201, 201, 403, 403, 404, 401]],
      ['/vulnerability_exports', [201, 201, 201, 201, 201, 201, 201, 401]],
    ])('POST /security%s is for those who may see findings', async (path, expected) => {
      const statuses: number[] = []
      for (const user of [...people, undefined]) statuses.push((await send('POST', path, user)).status)
      expect(statuses).toEqual(
        tier === 'ultimate' ? expected : expected.map((status) => (status < 400 ? 403 : status)),
      )
    })

    test('an export is polled, downloaded by its author, read back, and gone after an hour', async () => {
      const created = await send('POST', '/projects/1/vulnerability_exports', 'carol')
      if (tier !== 'ultimate') return expect(created.status).toBe(403)
      const { _links: links } = await created.json()
      const token = { headers: { 'PRIVATE-TOKEN': 'carol-token' } }
      let polls = 0
      let reply = await fetch(links.self, token)
      for (; reply.status === 202; polls++) {
        expect(reply.headers.get('Poll-Interval')).toBe('5000')
        reply = await fetch(links.self, token)
      }
      expect([polls, (await reply.json()).status]).toEqual([2, 'finished'])
      const file = await fetch(links.download, token)
      expect(file.headers.get('Content-Disposition')).toContain(
        'acme-webapp_vulnerabilities_2024-01-01T0000.csv',
      )
      const { data, errors } = papa.parse<object>(await file.text(), { header: true, skipEmptyLines: true })
      expect([data.length, errors]).toEqual([8, []])
      for (const user of people)
        if (user !== 'carol')
          expect((await send('GET', '/vulnerability_exports/1/download', user)).status).toBe(403)
      sim.clock.advance('1h')
      expect((await fetch(links.self, token)).status).toBe(404)
    })
  },
)

/** What a call gives, or the status of its refusal. */
async function orStatus<T>(call: Promise<T>): Promise<T | number> {
  try {
    return await call
  } catch (error) {
    if (error instanceof GitbeakerRequestError && error.cause !== undefined)
      return error.cause.response.status
    throw error
  }
}
