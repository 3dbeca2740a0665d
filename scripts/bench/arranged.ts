import { createSimulator, type Simulator } from '../../sim/index.ts'
import { FIRST_IID, ROWS } from './loads.ts'
import { FOUND } from './rows.ts'

const VIEWERS = 50
const ROLES = [40, 20, 30, 50] as const

/** The demo world with a thousand merge requests and issues more in its first project, and tokens of those who look. */
export function arranged(): { readonly simulator: Simulator; readonly tokens: readonly string[] } {
  const simulator = createSimulator()
  fill(simulator, ROWS)
  return { simulator, tokens: tokensOf(simulator) }
}

/** The id of README.md as a blob of the first project. */
export function readmeBlob(simulator: Simulator): string {
  const url = '/api/v4/projects/1/repository/files/README.md?ref=main'
  const { status, body } = simulator.handle({
    method: 'GET',
    url,
    headers: { 'private-token': 'root-token' },
  })
  if (status !== 200) throw new Error(`GET ${url} answered ${status}: ${body}`)
  return JSON.parse(String(body)).blob_id
}

type Kind = 'mergeRequests' | 'issues'

/** Clones of one row of each kind that came in after all others, one a second: every page holds the same kind of row. */
export function fill(
  { world }: Simulator,
  size: number,
  kinds: readonly Kind[] = ['mergeRequests', 'issues'],
): void {
  for (const table of kinds.map((kind) => world[kind])) {
    const pattern = table.find('byIid', 1, 1)
    const last = table.all().last()
    if (pattern === undefined || last === undefined)
      throw new Error('the demo world has no row 1 in project 1')
    const from = Date.UTC(2025, 0)
    for (let i = 0; i < size; i++) {
      const at = from + i * 1000
      // In one piece, as texts of requests are: an engine would keep one that is put together beside its parts.
      const title = i < FOUND ? `Needle ${i}` : [pattern.title, i].join(' ')
      table.insert({
        ...pattern,
        id: last.id + 1 + i,
        iid: FIRST_IID + i,
        title,
        state: 'opened',
        createdAt: at,
        updatedAt: at,
      } as never)
    }
  }
}

// Tokens of people of all roles from reporters on. The first writes, too.
function tokensOf(simulator: Simulator): string[] {
  const root = (method: string, url: string, body: object) => {
    const reply = simulator.handle({
      method,
      url: `/api/v4${url}`,
      headers: { 'private-token': 'root-token', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (reply.status !== 201) throw new Error(`${method} ${url} answered ${reply.status}: ${reply.body}`)
    return JSON.parse(String(reply.body))
  }
  return Array.from({ length: VIEWERS }, (_, i) => {
    const username = `viewer${i}`
    const user = root('POST', '/users', {
      username,
      name: `Viewer ${i}`,
      email: `${username}@example.com`,
      password: `Kq7mZt2w-${i}`,
      skip_confirmation: true,
    })
    root('POST', '/projects/1/members', { user_id: user.id, access_level: ROLES[i % ROLES.length] })
    const token = root('POST', `/users/${user.id}/personal_access_tokens`, { name: 'bench', scopes: ['api'] })
    return token.token as string
  })
}
