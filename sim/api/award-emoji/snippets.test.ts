import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

const as = (user?: string) => here.as(user)

describe('a project snippet', () => {
  const snippet = () => {
    const file = { title: 'S', visibility: 'private', file_name: 'a.txt', content: 'a' }
    return `/projects/1/snippets/${as('carol').post('/projects/1/snippets', file).json.id}`
  }

  test('has emoji reactions, and so have its notes', () => {
    const at = snippet()
    const { id } = as('dave').post(`${at}/notes`, { body: 'Nice' }).json
    for (const place of [at, `${at}/notes/${id}`]) {
      const { status, json } = as('erin').post(`${place}/award_emoji`, { name: 'star' })
      expect(status).toBe(201)
      expect(as('erin').post(`${place}/award_emoji`, { name: 'star' }).status).toBe(404)
      expect(as('dave').get(`${place}/award_emoji`).json).toEqual([json])
      expect(as('dave').get(`${place}/award_emoji/${json.id}`).json).toEqual(json)
      expect(as('dave').delete(`${place}/award_emoji/${json.id}`).status).toBe(401)
      expect(as('erin').delete(`${place}/award_emoji/${json.id}`).status).toBe(204)
    }
  })
})
