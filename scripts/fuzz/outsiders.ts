import fc from 'fast-check'
import { createSimulator, type PlainReply, type PlainRequest, type Simulator } from '../../sim/index.ts'
import { type ScriptedRequest, script } from '../../sim/testing/script.ts'
import type { Campaign } from './campaign.ts'

const CANARY = 'canary5up2'
const CLOSED = 'acme/webapp'
/** Columns of free text and of names, in whichever table they are. */
const TEXTS = [
  'title',
  'description',
  'body',
  'note',
  'message',
  'content',
  'comment',
  'reason',
  'value',
  'text',
  'name',
  'key',
  'stage',
  'version',
  'section',
  'scanner',
  'solution',
  'userXids',
  'filePath',
  'conanChannel',
]

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
export function outsiders(): Campaign<readonly PlainRequest[]> {
  const sim = createSimulator({ outbound: 'off' })
  if (planted(sim) === 0) throw new Error(`the world has no texts in ${CLOSED}`)
  return {
    name: 'outsiders',
    says: `requests of outsiders, with a canary in every text of ${CLOSED}`,
    inputs: fc.array(outsidersRequest, { minLength: 1, maxLength: 8 }),
    size: 250,
    attempt: async (input) => {
      const fork = sim.fork()
      for (const request of input) {
        const reply = await fork.respond(request)
        if (tells(reply)) return `${request.method} ${request.url} answered ${reply.status} with the canary`
      }
      return undefined
    },
  }
}

/** Puts the canary into every text of the closed project, closes the project, and tells into how many. */
export function planted(sim: Simulator): number {
  for (const [path, body] of WRITTEN) write(sim, path, body)
  const { world } = sim
  const project = world.projects.find('byFullPath', CLOSED)
  if (project === undefined) throw new Error(`the demo world has no ${CLOSED}`)
  world.projects.update(project.id, {
    visibility: 'private',
    name: `${CANARY} ${project.name}`,
    description: `${CANARY} ${project.description}`,
  })
  let texts = 0
  for (const name of world.tableNames) {
    const table = world.table(name)
    for (const row of table?.all().list() ?? []) {
      const columns = row as { readonly id: number } & { readonly [column: string]: unknown }
      if (columns.projectId !== project.id) continue
      const found = TEXTS.filter((column) => typeof columns[column] === 'string' && columns[column] !== '')
      if (found.length === 0) continue
      const changed = Object.fromEntries(found.map((column) => [column, `${CANARY} ${columns[column]}`]))
      table?.put({ ...columns, ...changed } as never)
      texts += found.length
    }
  }
  return texts
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

const outsidersRequest = fc
  .tuple(fc.nat(1_000_000), who)
  .map(([seed, headers]): PlainRequest => as(script(seed, 1)[0] as ScriptedRequest, headers))

function as(request: ScriptedRequest, credentials: { readonly [name: string]: string }): PlainRequest {
  const { 'private-token': _, ...headers } = request.headers
  return { ...request, headers: { ...headers, ...credentials } }
}
