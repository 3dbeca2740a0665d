import { describe, expect, test } from 'vitest'
import { contract } from '../../contract.ts'
import type { Simulator } from '../../index.ts'
import { columns } from '../../model/columns.ts'
import { testSimulator } from '../../testing/calls.ts'
import { kept, nulls } from './nulls.ts'
import { EXTRA } from './squeezed-reply.ts'

/** The calls of a user, also where names of headers are in lower case. */
function callsOf(sim: Simulator, user: string) {
  const send = (method: string, path: string, body?: object) => {
    const headers = { 'private-token': `${user}-token`, 'content-type': 'application/json' }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const reply = sim.handle({ method, url: `/api/v4${path}`, headers, ...sent })
    return { ...reply, json: JSON.parse(String(reply.body)) }
  }
  return {
    get: (path: string) => send('GET', path),
    post: (path: string, body: object) => send('POST', path, body),
    put: (path: string, body: object) => send('PUT', path, body),
  }
}

const squeezed = testSimulator({ squeeze: true, dialect: 'real' })
const plain = testSimulator({ dialect: 'real' })
const squeezedCalls = callsOf(squeezed.fork(), 'alice')
const { get, post } = squeezedCalls

type Calls = ReturnType<typeof callsOf>
/** What tells a row from the others of its list, whichever attributes it has. */
const markOf = ({ id, key, slug, relation, user, name }: Rows[number]): string =>
  String(id ?? key ?? slug ?? relation ?? (user as Rows[number] | undefined)?.id ?? name)
type Rows = readonly { readonly [field: string]: unknown }[]

/** Every page of a list. */
function all(path: string, { get }: ReturnType<typeof callsOf> = squeezedCalls): Rows {
  const rows: Rows[number][] = []
  for (let page = '1'; page !== ''; ) {
    const reply = get(`${path}${path.includes('?') ? '&' : '?'}page=${page}`)
    rows.push(...reply.json)
    page = reply.headers['x-next-page'] ?? ''
  }
  return rows
}

const issues = all('/projects/1/issues?state=all')

describe('a squeezed world', () => {
  test('has two rows a page, whatever is asked for, and all of them in the end', () => {
    const asked = get('/projects/1/issues?per_page=100')
    expect(asked.json).toHaveLength(2)
    expect(asked.headers['x-per-page']).toBe('2')
    const url = '/projects/1/issues?state=all&per_page=100'
    const before = callsOf(plain.fork(), 'alice').get(url).json
    expect(issues.map(({ id }) => id)).toEqual(before.map(({ id }: { id: number }) => id))
  })

  test('has texts of 255 characters, of other scripts, and none at all', () => {
    const titles = issues.map(({ title }) => String(title))
    const longest = Math.max(...titles.map((title) => [...title].length))
    expect(longest).toBe(255)
    expect(titles.some((title) => /\p{Emoji_Presentation}/u.test(title))).toBe(true)
    expect(titles.some((title) => /[\u0590-\u06ff]/.test(title))).toBe(true)
    expect(issues.some(({ description }) => description === null)).toBe(true)
    expect(issues.some(({ description }) => description !== null)).toBe(true)
  })

  test('has times with fractions, in the order in which they were', () => {
    const { json: made } = post('/projects/1/issues', { title: 'now' })
    const times = [...issues, made].map(({ created_at }) => String(created_at))
    expect(times.filter((time) => /\.(?:000|\d00)Z$/.test(time)).length).toBeLessThan(times.length / 20)
    expect([...times.slice(0, -1)].sort().reverse()).toEqual(times.slice(0, -1))
  })

  test('gives ids that 32 bits do not hold, which can be used', () => {
    const { json: made } = post('/projects/1/issues', { title: 'large' })
    expect(made.id).toBeGreaterThan(2 ** 31)
    const group = post('/groups', { name: 'large', path: 'large' }).json
    const project = post('/projects', { name: 'large', namespace_id: group.id }).json
    expect(project.id).toBeGreaterThan(2 ** 31)
    expect(get(`/projects/${project.id}`).json.name).toBe('large')
    expect(get(`/groups/${group.id}/projects`).json[0].id).toBe(project.id)
    const label = post(`/projects/${project.id}/labels`, { name: 'large', color: '#ffffff' }).json
    expect(get(`/projects/${project.id}/labels/${label.id}`).json.id).toBe(label.id)
  })

  test('sends attributes that no client knows, in an order of their own, and names of headers in lower case', () => {
    const { json, headers } = get('/projects/1')
    expect(json).toHaveProperty(EXTRA)
    expect(json.namespace).toHaveProperty(EXTRA)
    const known = callsOf(plain.fork(), 'alice').get('/projects/1').json
    const names = Object.keys(json).filter((name) => name !== EXTRA)
    expect([...names].sort()).toEqual(Object.keys(known).sort())
    expect(names).not.toEqual(Object.keys(known))
    expect(Object.keys(headers).filter((name) => name !== name.toLowerCase())).toEqual([])
    expect(get('/projects/1/languages').json).not.toHaveProperty(EXTRA)
  })

  test('has whole lists in an order of its own where none is promised, and every row once', () => {
    const paths = contract('real')
      .operations.filter(({ unordered, method }) => unordered && method === 'GET')
      .map(({ path }) => path.replace(/:(?:id|user_id)\b/, '1'))
      .filter((path) => !path.includes(':'))
    const [awkward, usual] = [squeezed, plain].map((sim) => callsOf(sim.fork(), 'root')) as [Calls, Calls]
    let turned = 0
    for (const path of paths) {
      const before = usual.get(`${path}?per_page=100`)
      if (before.status !== 200 || before.json.length > 60) continue
      const known: string[] = before.json.map(markOf)
      const shown = all(path, awkward).map(markOf)
      expect([...shown].sort(), path).toEqual([...known].sort())
      if (shown.join() !== known.join()) turned++
    }
    expect(turned).toBeGreaterThan(5)
  })

  test('has an order where one is promised', () => {
    const dates = all('/projects/1/issues?order_by=created_at&sort=asc').map(({ created_at }) =>
      String(created_at),
    )
    expect(dates).toEqual([...dates].sort())
  })

  test('has the entity tag and the length of what it sends', () => {
    const sim = squeezed.fork()
    const headers = { 'private-token': 'alice-token', 'content-type': 'application/json' }
    const ask = (method: string, path: string, more: object = {}) =>
      sim.handle({
        method,
        url: `/api/v4/projects/1/merge_requests${path}`,
        headers: { ...headers, ...more },
      })
    const wish = { source_branch: 'feature/empty-state', target_branch: 'develop', title: 'x' }
    const url = `/api/v4/projects/1/merge_requests`
    const made = sim.handle({ method: 'POST', url, headers, body: JSON.stringify(wish) })
    const path = `/${JSON.parse(String(made.body)).iid}`
    const first = ask('GET', path)
    expect(String(first.body)).toContain('"checking"')
    const { etag = '' } = first.headers
    sim.clock.advance('10s')
    const later = ask('GET', path, { 'if-none-match': etag })
    expect([later.status, String(later.body).includes('"checking"')]).toEqual([200, false])
    expect(ask('GET', path, { 'if-none-match': later.headers.etag }).status).toBe(304)
    const length = Buffer.byteLength(String(later.body))
    expect(ask('HEAD', path).headers['content-length']).toBe(String(length))
  })

  test('lets settings come into force on time', () => {
    const sim = testSimulator({ squeeze: true, clock: 'frozen' })
    const { get, put } = callsOf(sim, 'root')
    put('/application/settings', { maintenance_mode: true })
    sim.clock.advance('60s')
    expect(put('/projects/1', { description: 'x' }).status).toBe(403)
    expect(get('/projects/1').status).toBe(200)
  })

  test('takes its time with what goes on in the background', () => {
    const polls = (sim: Simulator) => {
      const { get, post } = callsOf(sim.fork(), 'alice')
      const asked = {
        export: () => post('/projects/1/export', {}).status === 202 && '/projects/1/export',
        fork: () => `/projects/${post('/projects/1/fork', { path: 'awkward' }).json.id}`,
        mergeRequest: () => {
          const branch = { branch: 'awkward', ref: 'main' }
          post('/projects/1/repository/branches', branch)
          post('/projects/1/repository/files/awkward', { ...branch, content: 'x', commit_message: 'x' })
          const sent = { source_branch: 'awkward', target_branch: 'main', title: 'awkward' }
          return `/projects/1/merge_requests/${post('/projects/1/merge_requests', sent).json.iid}`
        },
      }
      return Object.values(asked).map((ask) => {
        const path = String(ask())
        const unfinished = ({ json }: ReturnType<typeof get>) =>
          (json.export_status ?? json.import_status ?? json.merge_status) !== 'finished' &&
          json.merge_status !== 'can_be_merged'
        let count = 1
        while (unfinished(get(path))) if (++count > 30) throw new Error(`${path} never ends`)
        return count
      })
    }
    const [late, soon] = [polls(squeezed), polls(plain)]
    expect(late.every((count, i) => count > (soon[i] ?? 0) + 1)).toBe(true)
  })

  test('knows of every column that may be null whether it is taken away', () => {
    const own = ['jobs', 'waitingJobs', 'instance', 'sequences']
    const known = Object.entries(columns)
      .filter(([table]) => !own.includes(table))
      .flatMap(([table, fields]) =>
        Object.entries(fields).flatMap(([name, kinds]) =>
          kinds.includes('null') ? [`${table}.${name}`] : [],
        ),
      )
    const told = [nulls, kept].flatMap((all) =>
      Object.entries(all).flatMap(([table, names]) => names.map((name) => `${table}.${name}`)),
    )
    expect(told.sort()).toEqual(known.sort())
  })

  test('refuses as the service does', () => {
    expect(get('/projects/none')).toMatchObject({ status: 404, json: { message: '404 Project Not Found' } })
  })

  test('is the same for a seed, and another for another', () => {
    const read = (seed: number) =>
      callsOf(testSimulator({ squeeze: true, seed, dialect: 'real' }), 'alice').get(
        '/projects/1/issues?state=all',
      ).body
    expect(read(1)).toBe(read(1))
    expect(read(1)).not.toBe(read(2))
  })

  test('that was saved goes on as it was', () => {
    const sim = squeezed.fork()
    const again = testSimulator({ squeeze: true, dialect: 'real', world: sim.save() })
    const path = '/projects/1/merge_requests'
    expect(callsOf(again, 'alice').get(path).body).toBe(callsOf(sim, 'alice').get(path).body)
  })
})
