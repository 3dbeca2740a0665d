import { expect, test } from 'vitest'
import { utf8 } from '../lib/bytes.ts'
import type { OutboundCall, RemoteReply } from '../lib/outbound.ts'
import { callsOf, testSimulator } from '../testing/calls.ts'
import { uploading } from '../testing/multipart.ts'

const base = testSimulator({ tier: 'ultimate' })

const entity = {
  source_type: 'group_entity',
  source_full_path: 'acme',
  destination_slug: 'moved',
  destination_namespace: '',
}

function begun(sim: typeof base, url: string, entities: readonly object[]) {
  const root = callsOf(sim, 'root')
  const configuration = { url, access_token: 'root-token' }
  const { status, json } = root.post('/bulk_imports', { configuration, entities })
  expect(status).toBe(201)
  return { root, id: json.id }
}

test('a group comes with its avatar and its epics', () => {
  const sim = base.fork()
  const root = callsOf(sim, 'root')
  const picture = { field: 'avatar', name: 'acme.png', bytes: Uint8Array.of(0x89, 0x50, 0x4e, 0x47) }
  expect(root.send('PUT', '/groups/acme', uploading({}, picture)).status).toBe(200)
  root.post('/groups/acme/labels', { name: 'heavy', color: '#123456' })
  const first = root.post('/groups/acme/epics', { title: 'First', labels: 'heavy', confidential: true }).json
  const gone = root.post('/groups/acme/epics', { title: 'Gone' }).json
  const secret = { confidential: true, parent_id: first.id }
  const last = { title: 'Last', description: 'Of all', color: '#ff0000', ...secret }
  root.post('/groups/acme/epics', {
    ...last,
    start_date_fixed: '2024-02-01',
    start_date_is_fixed: true,
    due_date_fixed: '2024-03-01',
    due_date_is_fixed: true,
  })
  root.delete(`/groups/acme/epics/${gone.iid}`)
  root.put(`/groups/acme/epics/${first.iid}`, { state_event: 'close' })
  const alice = callsOf(sim, 'alice')
  const thread = alice.post(`/groups/acme/epics/${first.id}/discussions`, { body: 'When?' }).json
  alice.post(`/groups/acme/epics/${first.id}/discussions/${thread.id}/notes`, { body: 'Soon.' })
  root.post(`/groups/acme/epics/${first.iid}/award_emoji`, { name: 'tada' })
  root.post('/groups', { name: 'Below', path: 'below', parent_id: root.get('/groups/acme').json.id })
  root.post('/groups/acme%2Fbelow/epics', { title: 'Further down', ...secret })
  const { id } = begun(sim, base.url, [{ ...entity, migrate_projects: false }])
  sim.clock.advance('30s')
  expect(root.get(`/bulk_imports/${id}/entities`).json[0]).toMatchObject({ status: 'finished', failures: [] })
  expect(root.get('/groups/moved/avatar').body).toEqual(picture.bytes)
  expect(root.get('/groups/moved').json.avatar_url).toMatch(/\/acme\.png$/)
  const epics = (group: string) =>
    root
      .get(`/groups/${group}/epics?include_descendant_groups=false&sort=asc`)
      .json.map(
        ({
          iid,
          title,
          description,
          state,
          labels,
          color,
          confidential,
          ...row
        }: {
          [key: string]: unknown
        }) => ({
          ...{ iid, title, description, state, labels, color, confidential, created: row.created_at },
          ...{ from: row.start_date_fixed, to: row.due_date_fixed, above: row.parent_iid },
        }),
      )
      .sort((a: { iid: number }, b: { iid: number }) => a.iid - b.iid)
  expect(epics('moved')).toEqual(epics('acme'))
  expect(epics('moved').some(({ above }: { above: unknown }) => above === first.iid)).toBe(true)
  const moved = root.get(`/groups/moved/epics/${first.iid}`).json
  const below = epics('moved%2Fbelow')
  expect(below).toMatchObject([{ title: 'Further down', above: first.iid }])
  const threads = root.get(`/groups/moved/epics/${moved.id}/discussions`).json
  const bodies = threads.map(({ notes }: { notes: { body: string }[] }) => notes.map(({ body }) => body))
  expect(bodies).toContainEqual(['When?', 'Soon.'])
  expect(root.get(`/groups/moved/epics/${first.iid}/award_emoji`).json).toMatchObject([{ name: 'tada' }])
})

test('the second of two equal sources fails', () => {
  const sim = base.fork()
  const { root, id } = begun(sim, base.url, [entity, entity])
  sim.clock.advance('60s')
  const shown = root.get(`/bulk_imports/${id}/entities?sort=asc`).json
  const own = shown.filter(({ parent_id }: { parent_id: unknown }) => parent_id === null)
  expect(own.map(({ status }: { status: string }) => status)).toEqual(['finished', 'failed'])
})

type Below = (path: string) => readonly string[]

function sourceWith(below: Below, exported: readonly object[] = []) {
  return ({ method, url }: OutboundCall): RemoteReply => {
    const path = decodeURIComponent(url.replace('http://127.0.0.1:9/api/v4', '').replace(/\?.*$/, ''))
    const lists = 'subgroups|labels|milestones|badges|members|boards|projects|export_relations/status'
    const [, full = '', list] = new RegExp(`^/groups/(.+?)(?:/(${lists}))?$`).exec(path) ?? []
    const subgroups = () => below(full).map((at) => ({ full_path: at, path: at.split('/').at(-1) }))
    const group = { id: 1, name: 'Loop', path: 'loop', visibility: 'private' }
    const answer =
      path === '/version'
        ? { version: '15.8.0' }
        : path.startsWith('/personal_access_tokens')
          ? { scopes: ['api'] }
          : list === 'subgroups'
            ? subgroups()
            : list === 'export_relations/status'
              ? exported
              : list !== undefined || method === 'POST'
                ? []
                : group
    return { reached: true, status: 200, headers: {}, body: utf8(JSON.stringify(answer)) }
  }
}

async function migratedFrom(remoteHost: (call: OutboundCall) => RemoteReply, seconds: number) {
  const sim = testSimulator({ remoteHost, tier: 'ultimate' })
  const { root, id } = begun(sim, 'http://127.0.0.1:9', [{ ...entity, source_full_path: 'loop' }])
  for (let i = 0; i < seconds; i += 2) {
    sim.clock.advance('2s')
    await sim.settled()
  }
  const { status } = root.get(`/bulk_imports/${id}`).json
  return { status, parts: root.get(`/bulk_imports/${id}/entities?per_page=100&sort=asc`).json }
}

test.each([
  ['lists a group below itself', () => ['loop'], 'The source lists a group among its own subgroups', 1],
  ['has no end', (path: string) => [`${path}/a`], 'More than 20 groups stand below each other', 20],
])('a source that %s is not followed for ever', async (_, below, message, count) => {
  const { status, parts } = await migratedFrom(sourceWith(below), 240)
  expect(status).toBe('finished')
  expect(parts).toHaveLength(count)
  expect(parts.at(-1).failures).toMatchObject([{ relation: 'subgroups', exception_message: message }])
})

test('a source with more groups than can be followed is told as a failure', async () => {
  const many = Array.from({ length: 2500 }, (_, i) => `loop/g${i}`)
  const { parts } = await migratedFrom(
    sourceWith(() => many),
    12,
  )
  expect(parts[0]).toMatchObject({
    status: 'finished',
    failures: [{ relation: 'subgroups', exception_message: 'More than 2000 groups and projects' }],
  })
})

test('nor is a source followed for ever that has new groups in every group', async () => {
  const wide = (path: string) => Array.from({ length: 700 }, (_, i) => `${path}/g${i}`)
  const { parts } = await migratedFrom(sourceWith(wide), 60)
  const bounded = parts.filter(({ failures: [first] }: { failures: { exception_message: string }[] }) =>
    first?.exception_message.startsWith('More than 2000'),
  )
  expect(bounded.length).toBeGreaterThan(0)
  expect(bounded[0].status).toBe('finished')
})

test.each([
  ['failed', -1, 20, 'Export from source instance failed: no disk'],
  ['has no end', 0, 700, 'Empty export status on source instance'],
])('epics whose export %s are told as a failure', async (_, status, seconds, message) => {
  const exported = [{ relation: 'epics', status, error: 'no disk' }]
  const { parts } = await migratedFrom(
    sourceWith(() => [], exported),
    seconds,
  )
  expect(parts).toMatchObject([
    { status: 'finished', failures: [{ relation: 'epics', exception_message: message }] },
  ])
})
