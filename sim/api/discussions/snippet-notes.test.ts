import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

const as = (user?: string) => here.as(user)

describe('a project snippet', () => {
  const snippet = () => {
    const file = { title: 'S', visibility: 'private', file_name: 'a.txt', content: 'a' }
    return `/projects/1/snippets/${as('carol').post('/projects/1/snippets', file).json.id}`
  }

  test('has notes', () => {
    const at = snippet()
    const { status, json } = as('dave').post(`${at}/notes`, { body: 'Nice' })
    expect(status).toBe(201)
    expect(json).toMatchObject({ body: 'Nice', noteable_type: 'Snippet', author: { username: 'dave' } })
    expect(as('erin').get(`${at}/notes`).json).toEqual([json])
    expect(as('erin').get(`${at}/notes/${json.id}`).json).toEqual(json)
    expect(as('erin').put(`${at}/notes/${json.id}`, { body: 'x' }).status).toBe(403)
    expect(as('dave').put(`${at}/notes/${json.id}`, { body: 'Nicer' }).json.body).toBe('Nicer')
    expect(as('dave').delete(`${at}/notes/${json.id}`).status).toBe(204)
    expect(as('dave').get(`${at}/notes/${json.id}`).json).toEqual({ message: '404 Not found' })
    expect(as('dave').get('/projects/1/snippets/999/notes').json).toEqual({
      message: '404 Snippet Not Found',
    })
  })
})
