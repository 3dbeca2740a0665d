import { describe, expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

const as = (user?: string) => here.as(user)

const ids = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id)

describe('what a user has to do with projects', () => {
  test('is told of stars to whoever sees the project', () => {
    expect(as('mallory').post('/projects/2/star').status).toBe(201)
    as('root').post('/projects/8/star')
    expect(ids(as('carol').get('/users/mallory/starred_projects').json)).toContain(2)
    expect(ids(as('carol').get('/users/root/starred_projects').json)).not.toContain(8)
    expect(ids(as('root').get('/users/1/starred_projects?simple=true').json)).toContain(8)
    const starrers = as('carol').get('/projects/2/starrers?search=mall').json
    expect(starrers).toMatchObject([{ user: { username: 'mallory' } }])
    expect(starrers[0].starred_since).toMatch(/^2024-01-01T/)
  })

  test('is told of what they did in the last year', () => {
    expect(as('root').get('/users/carol/contributed_projects').json).toEqual([])
    as('carol').post('/projects/1/issues', { title: 'One' })
    as('carol').post('/projects/3/issues', { title: 'Two' })
    expect(ids(as('root').get('/users/carol/contributed_projects?order_by=id&sort=asc').json)).toEqual([1, 3])
    expect(ids(as('mallory').get('/users/carol/contributed_projects').json)).toEqual([3])
    here.sim.clock.advance('400d')
    expect(as('root').get('/users/carol/contributed_projects').json).toEqual([])
  })

  test('is hidden with the profile', () => {
    as('grace').post('/projects/3/star')
    expect(as('carol').get('/users/grace/starred_projects').json).toEqual([])
    expect(as('carol').get('/projects/3/starrers?search=grace').json).toEqual([])
    expect(ids(as('grace').get('/users/grace/starred_projects').json)).toEqual([3])
    expect(as('carol').get('/users/nobody/starred_projects').json).toEqual({ message: '404 User Not Found' })
  })
})
