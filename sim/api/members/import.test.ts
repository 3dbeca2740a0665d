import { beforeEach, expect, test } from 'vitest'
import type { OutboundCall } from '../../lib/outbound.ts'
import { perTest } from '../../testing/per-test.ts'

let told: OutboundCall[] = []

const here = perTest({
  farSide: (call) => {
    told.push(call)
    return { reached: true, status: 200, headers: {}, body: new Uint8Array() }
  },
})

beforeEach(() => {
  told = []
})

const as = (user?: string) => here.as(user)

test('members of another project are taken over', () => {
  as('carol').post('/projects/5/members', { user_id: 7, access_level: 40 })
  as('carol').post('/projects', { name: 'Taking over' })
  const { id } = as('carol').get('/projects?search=taking-over').json[0]
  const { status, json } = as('carol').post(`/projects/${id}/import_project_members/5`)
  expect([status, json]).toEqual([201, { status: 'success' }])
  expect(as('carol').get(`/projects/${id}/members/7`).json).toMatchObject({ access_level: 40 })
  expect(as('carol').post(`/projects/${id}/import_project_members/${id}`).status).toBe(422)
  expect(as('carol').post(`/projects/${id}/import_project_members/8`).json).toEqual({
    message: '404 Project Not Found',
  })
  expect(as('carol').post(`/projects/${id}/import_project_members/1`)).toMatchObject({
    status: 403,
    json: { message: '403 Forbidden - Project' },
  })
})
