import { describe, expect, test, vi } from 'vitest'
import { Run } from '../../store/run.ts'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

describe('releases', () => {
  const path = '/projects/1/releases'

  test('offer links, each once', () => {
    const bob = here.as('bob')
    bob.post(path, { tag_name: 'v1.0.0' })
    const links = `${path}/v1.0.0/assets/links`
    const link = bob.post(links, { name: 'a', url: 'https://example.com/a' })
    expect(link).toMatchObject({ status: 201, json: { link_type: 'other', external: true } })
    expect(bob.post(links, { name: 'a', url: 'https://example.com/a' }).json.message).toEqual({
      url: ['has already been taken'],
      name: ['has already been taken'],
    })
    expect(bob.put(`${links}/${link.json.id}`, { name: 'b' }).json.name).toBe('b')
    expect(bob.put(`${links}/${link.json.id}`, {}).status).toBe(400)
    expect(bob.delete(`${links}/${link.json.id}`).status).toBe(200)
    expect(bob.get(links).json).toEqual([])
  })

  test('of a protected tag leave their links to whoever may create it', () => {
    const [bob, carol] = [here.as('bob'), here.as('carol')]
    bob.post(path, { tag_name: 'v1.0.0' })
    const links = `${path}/v1.0.0/assets/links`
    const { id } = bob.post(links, { name: 'a', url: 'https://example.com/a' }).json
    expect(carol.post(links, { name: 'b', url: 'https://example.com/b' }).status).toBe(403)
    expect(carol.put(`${links}/${id}`, { name: 'b' }).status).toBe(403)
    expect(carol.delete(`${links}/${id}`).status).toBe(403)
    expect(carol.get(`${path}/none/assets/links`).json).toEqual({ message: '404 Not found' })
  })

  test('have links by hundreds, each compared with those that it may be taken by', () => {
    const links = Array.from({ length: 400 }, (_, i) => ({ name: `${i}`, url: `https://example.com/${i}` }))
    const { list } = Run.prototype
    let looked = 0
    const spy = vi.spyOn(Run.prototype, 'list').mockImplementation(function (this: Run<object>) {
      const rows = list.call(this)
      looked += rows.length
      return rows
    } as typeof list)
    const { status } = here.as('bob').post(path, { tag_name: 'v1.0.0', assets: { links } })
    spy.mockRestore()
    expect(status).toBe(201)
    expect(looked).toBeLessThan(20 * links.length)
  })
})
