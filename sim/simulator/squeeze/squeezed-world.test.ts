import { describe, expect, test } from 'vitest'
import type { Simulator } from '../../index.ts'
import { testSimulator } from '../../testing/calls.ts'
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
  }
}

const squeezed = testSimulator({ squeeze: true, dialect: 'real' })
const plain = testSimulator({ dialect: 'real' })
const { get, post } = callsOf(squeezed.fork(), 'alice')

/** Every page of a list. */
function all(path: string): { readonly [field: string]: unknown }[] {
  const rows: { readonly [field: string]: unknown }[] = []
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
