import { describe, expect, test } from 'vitest'
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
})
