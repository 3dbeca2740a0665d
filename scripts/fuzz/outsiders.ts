import fc from 'fast-check'
import { createSimulator, type PlainReply, type PlainRequest, type Simulator } from '../../sim/index.ts'
import { type ScriptedRequest, script } from '../../sim/testing/script.ts'
import type { Campaign } from './campaign.ts'

const CANARY = 'canary5up2'
const CLOSED = 'acme/webapp'
/** Columns of free text, in whichever table they are. */
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
export function planted({ world }: Simulator): number {
  const project = world.projects.find('byFullPath', CLOSED)
  if (project === undefined) throw new Error(`the demo world has no ${CLOSED}`)
  world.projects.update(project.id, {
    visibility: 'private',
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
