import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type ContractParam, contract } from '../../contract.ts'
import type { Calls } from '../../testing/calls.ts'
import { uploading } from '../../testing/multipart.ts'
import { perTest } from '../../testing/per-test.ts'
import { archiveOf, lines } from '../project-import/testing/archives.ts'

// A group in which everything that the API can write differs from its default comes back through an archive, as a
// project does (`project-import/every-field.test.ts`).

const here = perTest({ tier: 'ultimate', dialect: 'real' })
const ALICE = 2

/** Parameters of a group that archives do not hold, with the reason. */
const ofTheTarget: { readonly [param: string]: string } = {
  name: 'chosen by whoever imports',
  path: 'chosen by whoever imports',
  avatar: 'a file, tried below',
}

/** What is of a group and stays behind, as the guide calls it. */
const leftOut = [
  ...['projects', 'CI/CD variables', 'webhooks', 'integrations', 'runners'],
  ...['access tokens', 'deploy tokens', 'push rules', 'custom attributes', 'access requests'],
  ...[
    'shares with groups',
    'LDAP and SAML links',
    'member roles',
    'subscriptions',
    'activity',
    'audit events',
  ],
  ...['protected environments', 'packages', 'settings of packages', 'rules of approvals', 'uploads'],
  ...['issues of epics', 'files attached to a wiki'],
]

test('what archives of groups leave out stands in the guide', () => {
  const guide = readFileSync(new URL('../../guide/imports.md', import.meta.url), 'utf8')
  const [, section = ''] = /## What archives of groups leave out\n([\s\S]*?)(?=\n## |$)/.exec(guide) ?? []
  const nouns = [...section.matchAll(/^\| (.*) \| .+ \|$/gm)].flatMap(([, list = '']) => list.split(', '))
  expect(leftOut.filter((noun) => !nouns.includes(noun))).toEqual([])
})

test('whatever is set for a group comes back', () => {
  const root = here.as('root')
  const id = created(root)
  const before = root.get(`/groups/${id}`).json
  const update = contract('real').operations.find((it) => it.id === 'PUT /groups/:id')
  const params = (update?.params ?? []).filter(
    (param) => param.in === 'given' && !(param.name in ofTheTarget),
  )
  const values = Object.fromEntries(params.map((param) => [param.name, another(param, before[param.name])]))
  const changed = root.put(`/groups/${id}`, values)
  expect([changed.status, changed.status === 200 ? null : changed.json]).toEqual([200, null])
  const avatar = { field: 'avatar', name: 'picture.png', bytes: Uint8Array.of(0x89, 0x50, 0x4e, 0x47) }
  expect(root.send('PUT', `/groups/${id}`, uploading({}, avatar)).status).toBe(200)
  const shown = (group: number) => {
    const { json } = root.get(`/groups/${group}`)
    return { ...json, avatar_url: json.avatar_url?.split('/').at(-1) ?? null }
  }
  const original = shown(id)
  const copy = shown(imported(root, id))
  const names = [...params.map(({ name }) => name), 'avatar_url'].filter((name) => name in original)
  // A parameter that changes nothing that is read would be tried in vain.
  for (const name of names) expect([name, original[name]]).not.toEqual([name, before[name]])
  for (const name of names) expect([name, copy[name]]).toEqual([name, original[name]])
})

test('whatever a group holds comes back, through the API field by field', () => {
  const root = here.as('root')
  const id = created(root)
  furnish(root, id)
  const original = content(root, id)
  for (const [name, value] of Object.entries(original)) expect([name, isEmpty(value)]).toEqual([name, false])
  expect(content(root, imported(root, id))).toEqual(original)
})

test('an imported group is as visible as its archive, its place and the installation let it be', () => {
  const root = here.as('root')
  const board = { name: 'Soon', milestone: { id: -2, title: 'Upcoming' }, milestone_id: -2, lists: [] }
  const archive = archiveOf({
    'tree/groups/_all.ndjson': lines(7, 8),
    'tree/groups/7.json': JSON.stringify({ id: 7, name: 'A', path: 'a', visibility_level: 20 }),
    'tree/groups/7/boards.ndjson': lines(board),
    'tree/groups/8.json': JSON.stringify({ id: 8, parent_id: 7, name: 'B', path: 'b', visibility_level: 10 }),
  })
  const visibilities = (path: string, parent?: number) => {
    const fields = { path, name: path, ...(parent !== undefined && { parent_id: String(parent) }) }
    const file = { field: 'file', name: 'group.tar.gz', bytes: archive }
    expect(root.send('POST', '/groups/import', uploading(fields, file)).status).toBe(202)
    here.sim.clock.advance('5s')
    const all: readonly { readonly id: number; readonly path: string; readonly visibility: string }[] =
      root.get(`/groups?search=${path}`).json
    const own = all.find((group) => group.path === path) ?? all[0]
    const [below] = root.get(`/groups/${own?.id}/subgroups`).json
    expect(root.get(`/groups/${own?.id}/boards`).json).toMatchObject([{ milestone: { title: 'Upcoming' } }])
    return [own?.visibility, below.visibility]
  }
  expect(visibilities('topmost')).toEqual(['public', 'internal'])
  expect(visibilities('beneath', created(root))).toEqual(['private', 'private'])
  root.put('/application/settings', { restricted_visibility_levels: 'public' })
  here.sim.clock.advance('2m')
  expect(visibilities('restricted')).toEqual(['private', 'private'])
})

test('an archive of a group that is one file of an old release fails, and the group stays empty', () => {
  const root = here.as('root')
  const old = { name: 'Old', path: 'old', labels: [{ title: 'a', color: '#ff0000' }] }
  const archive = archiveOf({ VERSION: '0.2.4', 'group.json': JSON.stringify(old) })
  const file = { field: 'file', name: 'group.tar.gz', bytes: archive }
  root.send('POST', '/groups/import', uploading({ path: 'old', name: 'New' }, file))
  here.sim.clock.advance('5s')
  expect(root.get('/groups/old').json.name).toBe('New')
  expect(root.get('/groups/old/labels').json).toEqual([])
})

function created(root: Calls): number {
  const { status, json } = root.post('/groups', { name: 'Whole', path: 'whole' })
  expect(status).toBe(201)
  return json.id
}

function imported(root: Calls, id: number): number {
  root.post(`/groups/${id}/export`, {})
  here.sim.clock.advance('5s')
  const { body } = root.get(`/groups/${id}/export/download`)
  if (!(body instanceof Uint8Array)) throw new Error('there is no archive')
  const file = { field: 'file', name: 'group.tar.gz', bytes: body }
  const { status } = root.send('POST', '/groups/import', uploading({ path: 'copy', name: 'Copy' }, file))
  expect(status).toBe(202)
  here.sim.clock.advance('5s')
  return root.get('/groups/copy').json.id
}

function another({ name, kind, values }: ContractParam, now: unknown): unknown {
  if (name === 'ip_restriction_ranges') return '10.0.0.0/8'
  if (name === 'allowed_email_domains_list') return 'example.com'
  if (name === 'default_branch_protection') return 1
  if (values !== undefined) return values.find((value) => value !== now)
  if (kind === 'boolean') return now !== true
  if (kind === 'integer') return Number(now ?? 0) + 5
  return `the ${name}`
}

function furnish(root: Calls, id: number): void {
  const at = `/groups/${id}`
  const send = (path: string, body: object) => {
    const { status, json } = root.post(`${at}/${path}`, body)
    expect([path, status, status < 300 ? null : json]).toEqual([path, 201, null])
    return json
  }
  send('members', { user_id: ALICE, access_level: 50, expires_at: '2030-01-01' })
  send('invitations', { email: 'someone@example.com', access_level: 30, expires_at: '2031-01-01' })
  const label = send('labels', { name: 'heavy', color: '#123456', description: 'Weighs' }).id
  const milestone = send('milestones', { title: '1.0', description: 'First', due_date: '2024-03-01' }).id
  root.put(`${at}/milestones/${milestone}`, { state_event: 'close', start_date: '2024-02-01' })
  send('badges', { name: 'B', link_url: 'https://example.com', image_url: 'https://example.com/b.svg' })
  const board = send('boards', { name: 'Weights' }).id
  root.put(`${at}/boards/${board}`, { hide_backlog_list: true, hide_closed_list: true })
  for (const subject of [{ label_id: label }, { assignee_id: ALICE }, { milestone_id: milestone }])
    send(`boards/${board}/lists`, subject)
  const limits = { milestone_id: milestone, assignee_id: ALICE, labels: 'heavy', weight: 5 }
  expect(root.put(`${at}/boards/${board}`, limits).status).toBe(200)
  const epic = send('epics', {
    ...{ title: 'Move', description: 'All of it', confidential: true, color: '#123123', labels: 'heavy' },
    ...{ start_date_is_fixed: true, start_date_fixed: '2024-01-02' },
    ...{ due_date_is_fixed: true, due_date_fixed: '2024-01-09' },
  })
  const part = send('epics', { title: 'Pack', parent_id: epic.id, confidential: true })
  send('epics', { title: 'Label boxes', parent_id: part.id, confidential: true })
  root.put(`${at}/epics/${part.iid}`, { state_event: 'close' })
  send(`epics/${epic.id}/discussions`, { body: 'When?' })
  send('wikis', { title: 'Home', content: 'Welcome', format: 'asciidoc' })
  const below = root.post('/groups', {
    ...{ name: 'Below', path: 'below', parent_id: id, description: 'Deeper', visibility: 'private' },
    ...{ project_creation_level: 'noone', subgroup_creation_level: 'owner' },
  }).json
  const unpack = { title: 'Unpack', parent_id: epic.id, confidential: true }
  expect(root.post(`/groups/${below.id}/epics`, unpack).status).toBe(201)
  expect(root.post(`/groups/${below.id}/wikis`, { title: 'Cellar', content: 'Dark' }).status).toBe(201)
}

function content(root: Calls, id: number): { readonly [name: string]: unknown } {
  const read = (path: string) => {
    const { status, json } = root.get(path)
    expect([path, status]).toEqual([path, 200])
    return json
  }
  const epics: readonly { readonly id: number; readonly iid: number }[] = read(
    `/groups/${id}/epics?sort=asc&include_descendant_groups=false`,
  )
  const [first, second] = epics
  const [below] = read(`/groups/${id}/subgroups`)
  const own = [
    ...['labels', 'milestones', 'badges', 'boards', 'members', 'invitations', 'wikis?with_content=true'],
    ...[`epics/${first?.iid}/epics`, `epics/${second?.iid}/epics`],
    ...['subgroups', `epics/${first?.id}/discussions`],
  ].map((path): [string, unknown] => [path.replace(/\d+/, 'N'), plain(read(`/groups/${id}/${path}`))])
  const ofBelow = ['', '/epics?sort=asc', '/wikis?with_content=true'].map((path): [string, unknown] => [
    `below${path}`,
    plain(read(`/groups/${below.id}${path}`)),
  ])
  return { epics: plain(epics), ...Object.fromEntries([...own, ...ofBelow]) }
}

/** Keys that are another group's, or that tell where the copy is and when it was made. */
const OWN =
  /^(?:id|.*_ids?|.*_urls?|web_.*|_links|references|full|full_.*|relative|rendered_.*|runners_token|group|invite_token|created_by|created_at|updated_at|url|reference|user_agent_detail|key|subscribed)$/

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([key]) => !OWN.test(key))
  return Object.fromEntries(entries.map(([key, item]) => [key, plain(item)]))
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}
