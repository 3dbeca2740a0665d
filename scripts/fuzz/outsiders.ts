import fc from 'fast-check'
import { contract } from '../../sim/contract.ts'
import { createSimulator, type PlainReply, type PlainRequest, type Simulator } from '../../sim/index.ts'
import { dialectOf } from '../../sim/lib/dialect.ts'
import { columns } from '../../sim/model/columns.ts'
import type { Fields, Shape } from '../../sim/store/shape.ts'
import { type ScriptedRequest, script } from '../../sim/testing/script.ts'
import type { Campaign } from './campaign.ts'

const CANARY = 'canary5up2'
const CLOSED = 'acme/webapp'
/**
 * Columns of texts that lead elsewhere or have a form: with a canary in them a row would be lost, or be no row. All
 * others get one, so that a new column has it without being named here.
 */
const FORMED = new Set([
  ...['id', 'sha', 'baseSha', 'startSha', 'beforeSha', 'mergeCommitSha', 'squashCommitSha', 'commitId'],
  ...['ref', 'sourceBranch', 'targetBranch', 'discussionId', 'noteableId', 'oid', 'secret'],
  ...['color', 'dueOn', 'startOn', 'dueDate', 'cron', 'zone', 'start', 'end', 'refresh'],
])

/** The texts in the columns of all tables whose rows belong to a project, each as `table.column`, lists and objects inside too. */
export function textColumns(): string[] {
  return Object.entries(columns).flatMap(([table, fields]) =>
    'projectId' in fields ? textsIn(fields, table) : [],
  )
}

function textsIn(fields: Fields, at: string): string[] {
  return Object.entries(fields).flatMap(([column, shape]) =>
    FORMED.has(column) ? [] : textsOf(shape, `${at}.${column}`),
  )
}

function textsOf(shape: Shape, at: string): string[] {
  return shape.flatMap((kind) => {
    if (kind === 'string') return [at]
    if (typeof kind !== 'object' || 'one' in kind) return []
    if ('list' in kind) return textsOf(kind.list, `${at}[]`)
    return 'map' in kind ? textsOf(kind.map, `${at}.*`) : textsIn(kind.fields, at)
  })
}

/**
 * What the demo world has none of, or keeps elsewhere than in columns: its repository, wiki and settings. Access tokens
 * are left out: each belongs to a user of its name, and users are shown to everybody.
 */
const WRITTEN: readonly (readonly [path: string, body: object])[] = [
  [
    'repository/commits',
    {
      branch: CANARY,
      start_branch: 'main',
      commit_message: CANARY,
      actions: [{ action: 'create', file_path: `${CANARY}.txt`, content: CANARY }],
    },
  ],
  ['releases', { tag_name: CANARY, ref: CANARY, name: CANARY, description: CANARY }],
  ['wikis', { title: CANARY, content: CANARY }],
  ['snippets', { title: CANARY, visibility: 'private', files: [{ file_path: CANARY, content: CANARY }] }],
  ['variables', { key: CANARY, value: CANARY }],
  ['hooks', { url: `http://${CANARY}.example`, token: CANARY }],
  ['badges', { name: CANARY, link_url: `http://${CANARY}.example`, image_url: `http://${CANARY}.example` }],
  ['boards', { name: CANARY }],
  ['triggers', { description: CANARY }],
  ['pipeline_schedules', { description: CANARY, ref: 'main', cron: '0 1 * * *' }],
  ['deploy_tokens', { name: CANARY, scopes: ['read_repository'] }],
  ['environments', { name: CANARY }],
  ['issues/1/notes', { body: CANARY, internal: true }],
  ['merge_requests/1/discussions', { body: CANARY }],
]

/** Requests of people who are not members of a closed project: none of its texts appears in any answer. */
export function outsiders(): Campaign<Visit> {
  const simulators = new Map(
    RELEASES.map((release) => {
      const sim = createSimulator({ outbound: 'off', release })
      planted(sim)
      return [release, sim]
    }),
  )
  return {
    name: 'outsiders',
    says: `requests of outsiders, with a canary in every text of ${CLOSED}`,
    inputs: fc.oneof(...RELEASES.map(visitOf)),
    size: 250,
    attempt: async ({ release, requests }) => {
      const fork = (simulators.get(release) as Simulator).fork()
      for (const request of requests) {
        const reply = await fork.respond(request)
        if (reply.status === 500) return `${request.method} ${request.url} broke`
        if (tells(reply)) return `${request.method} ${request.url} answered ${reply.status} with the canary`
      }
      return undefined
    },
  }
}

/** Puts the canary into every text of the closed project, closes the project, and tells into which columns. */
export function planted(sim: Simulator): ReadonlySet<string> {
  for (const [path, body] of WRITTEN) write(sim, path, body)
  const { world } = sim
  const project = world.projects.find('byFullPath', CLOSED)
  if (project === undefined) throw new Error(`the demo world has no ${CLOSED}`)
  world.projects.update(project.id, {
    visibility: 'private',
    name: `${CANARY} ${project.name}`,
    description: `${CANARY} ${project.description}`,
  })
  const done = new Set<string>()
  for (const name of world.tableNames) {
    const table = world.table(name)
    const fields = columns[name] ?? {}
    if (table === undefined || fields.projectId === undefined || textsIn(fields, name).length === 0) continue
    const rows = table.all().list() as unknown as readonly Row[]
    const owns = rows.filter(({ projectId }) => projectId === project.id)
    const told = (way: string) => done.add(way)
    for (const own of owns.length > 0 ? owns : [drawn(fields, project.id)])
      table.put({ ...own, ...inEach(own, fields, name, told) } as never)
  }
  return done
}

type Told = (way: string) => void

/** The fields of an object in which a text is, with the canary in it. */
function inEach(of: object, fields: Fields, at: string, told: Told): object {
  const known = of as { readonly [column: string]: unknown }
  return Object.fromEntries(
    Object.entries(fields).flatMap(([column, shape]) =>
      FORMED.has(column) || textsOf(shape, column).length === 0
        ? []
        : [[column, withCanary(known[column], shape, `${at}.${column}`, told)]],
    ),
  )
}

// What is empty gets a text, too: it might be shown to more than what the demo world has.
function withCanary(value: unknown, shape: Shape, at: string, told: Told): unknown {
  if (shape.includes('string')) {
    told(at)
    return `${CANARY} ${typeof value === 'string' ? value : ''}`
  }
  const structure = shape.find((kind) => typeof kind === 'object' && !('one' in kind))
  if (structure === undefined || typeof structure !== 'object' || 'one' in structure) return value
  if ('list' in structure) {
    const items = Array.isArray(value) && value.length > 0 ? value : [textOr(structure.list)]
    return items.map((item) => withCanary(item, structure.list, `${at}[]`, told))
  }
  const inner = typeof value === 'object' && value !== null ? value : {}
  if ('fields' in structure) {
    const whole = inner === value ? inner : valuesOf(structure.fields)
    return { ...whole, ...inEach(whole, structure.fields, at, told) }
  }
  const entries = Object.entries({ [CANARY]: textOr(structure.map), ...inner })
  return Object.fromEntries(
    entries.map(([name, item]) => [name, withCanary(item, structure.map, `${at}.*`, told)]),
  )
}

interface Row {
  readonly id: number | string
  readonly projectId?: unknown
  readonly [column: string]: unknown
}

/** A row of a table that has none of the project: as its columns may be, with the canary for each text. */
function drawn(fields: Fields | undefined, projectId: number): Row {
  const row = valuesOf(fields ?? {})
  return { ...row, id: typeof row.id === 'string' ? `${projectId}:${CANARY}` : 1_000_000, projectId }
}

function valuesOf(fields: Fields): { readonly [column: string]: unknown } {
  const values = Object.entries(fields).map(([column, shape]) => [column, textOr(shape)] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

function textOr(shape: Shape): unknown {
  if (shape.includes('string')) return CANARY
  if (shape.includes('missing')) return undefined
  if (shape.includes('null')) return null
  const [first] = shape
  if (first === 'bytes') return new TextEncoder().encode(CANARY)
  if (first === 'boolean') return true
  if (typeof first !== 'object') return 1
  if ('one' in first) return first.one[0]
  if ('list' in first) return []
  return 'map' in first ? {} : valuesOf(first.fields)
}

function write(sim: Simulator, path: string, body: object): void {
  const { status } = sim.handle({
    method: 'POST',
    url: `/api/v4/projects/${encodeURIComponent(CLOSED)}/${path}`,
    headers: { 'private-token': 'root-token', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (status !== 201) throw new Error(`writing to ${path} of ${CLOSED} answered ${status}`)
}

/** Whether an answer shows the canary, in its body or in a header. */
export function tells({ body, headers }: PlainReply): boolean {
  const said = typeof body === 'string' ? body : Buffer.from(body ?? []).toString('latin1')
  return said.includes(CANARY) || JSON.stringify(headers).includes(CANARY)
}

const MALLORY = { 'private-token': 'mallory-token' }
const who = fc.constantFrom<{ readonly [name: string]: string }>(MALLORY, MALLORY, MALLORY, {})

/** The first and the last release that are imitated: the last has operations of its own. */
const RELEASES = ['15.8', '18.9'] as const

interface Visit {
  readonly release: (typeof RELEASES)[number]
  readonly requests: readonly PlainRequest[]
}

function visitOf(release: Visit['release']): fc.Arbitrary<Visit> {
  const offered = contract(dialectOf(undefined, release))
  const request = fc
    .tuple(fc.nat(1_000_000), who)
    .map(([seed, headers]) => as(script(seed, 1, offered)[0] as ScriptedRequest, headers))
  return fc.record({
    release: fc.constant(release),
    requests: fc.array(request, { minLength: 1, maxLength: 8 }),
  })
}

function as(request: ScriptedRequest, credentials: { readonly [name: string]: string }): PlainRequest {
  const { 'private-token': _, ...headers } = request.headers
  return { ...request, headers: { ...headers, ...credentials } }
}
