import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cluster, cluster, nginx } from './scale/cluster.ts'

const program = nginx()
const WORLDS = 24
const headers = { 'private-token': 'alice-token' }

describe.skipIf(program === undefined)('processes behind nginx (skipped where there is none)', () => {
  let front: Cluster
  beforeAll(async () => {
    front = await cluster(3, program as string)
  })
  afterAll(() => front.stop())

  test('each world lives in one process, however it is addressed, and no other world sees what happens there', async () => {
    const names = Array.from({ length: WORLDS }, (_, i) => `w${i}`)
    for (const name of names) {
      const made = await fetch(`${front.url}/_forgery/worlds`, {
        method: 'POST',
        headers: { 'x-forgery-world': name },
      })
      expect([name, made.status]).toEqual([name, 201])
      expect(await made.json()).toMatchObject({ name, url: `${front.url}/w/${name}` })
    }
    const path = 'api/v4/projects/1/milestones/5'
    await Promise.all(
      names.map(async (name, i) => {
        const gone = await fetch(`${front.url}/w/${name}/${path}`, {
          method: i % 2 === 0 ? 'DELETE' : 'GET',
          headers,
        })
        expect(gone.status).toBe(i % 2 === 0 ? 204 : 200)
      }),
    )
    for (const [i, name] of names.entries()) {
      const status = i % 2 === 0 ? 404 : 200
      const byHeader = { ...headers, 'x-forgery-world': name }
      expect((await fetch(`${front.url}/w/${name}/${path}`, { headers })).status).toBe(status)
      expect((await fetch(`${front.url}/${path}`, { headers: byHeader })).status).toBe(status)
      expect((await fetch(`${front.url}/_forgery/worlds/${name}`)).status).toBe(200)
    }
    expect((await fetch(`${front.url}/${path}`, { headers })).status).toBe(200)
    const sizes = await Promise.all(front.members.map(namedWorlds))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(WORLDS)
    expect(Math.min(...sizes)).toBeGreaterThan(0)
  })

  test('paths arrive as they were sent, and links lead back through nginx', async () => {
    const reply = await fetch(`${front.url}/api/v4/projects/acme%2Fwebapp/issues?per_page=1`, { headers })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('link')).toContain(`<${front.url}/api/v4/projects/acme%2Fwebapp/issues?`)
  })
})

async function namedWorlds(member: string): Promise<number> {
  const worlds = (await (await fetch(`${member}/_forgery/worlds`)).json()) as readonly unknown[]
  return worlds.length - 1
}
