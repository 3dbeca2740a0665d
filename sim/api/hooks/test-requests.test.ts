import { beforeEach, describe, expect, test } from 'vitest'
import type { OutboundCall } from '../../lib/outbound.ts'
import { perTest } from '../../testing/per-test.ts'

let told: OutboundCall[] = []

const here = perTest({
  remoteHost: (call) => {
    told.push(call)
    return { reached: true, status: 200, headers: {}, body: new Uint8Array() }
  },
})

beforeEach(() => {
  told = []
})

const as = (user?: string) => here.as(user)

describe('hooks', () => {
  const hook = () =>
    as('bob').post('/projects/1/hooks', { url: 'http://127.0.0.1:9/x', push_events: false }).json.id

  test('are told of something that did not happen', () => {
    const at = `/projects/1/hooks/${hook()}/test`
    const events = ['push_events', 'tag_push_events', 'issues_events', 'merge_requests_events', 'note_events']
    for (const event of [...events, 'pipeline_events', 'job_events']) {
      expect(as('bob').post(`${at}/${event}`)).toMatchObject({
        status: 201,
        json: { message: '201 Created' },
      })
      here.sim.clock.advance('1s')
    }
    expect(told.map(({ headers }) => headers?.['X-Gitlab-Event'])).toEqual([
      'Push Hook',
      'Tag Push Hook',
      'Issue Hook',
      'Merge Request Hook',
      'Note Hook',
      'Pipeline Hook',
      'Job Hook',
    ])
    expect(as('bob').post(`${at}/no_events`).json).toEqual({ error: 'trigger does not have a valid value' })
    expect(as('carol').post(`${at}/push_events`).status).toBe(403)
    expect(as('bob').post('/projects/1/hooks/999/test/push_events').json).toEqual({
      message: '404 Not found',
    })
  })

  test('are told of nothing that a project does not have', () => {
    const { id } = as('bob').post('/projects/6/hooks', { url: 'http://127.0.0.1:9/x' }).json
    expect(as('bob').post(`/projects/6/hooks/${id}/test/push_events`)).toMatchObject({
      status: 422,
      json: { message: 'Ensure the project has at least one commit.' },
    })
    expect(as('bob').post(`/projects/6/hooks/${id}/test/releases_events`).json).toEqual({
      message: 'Ensure the project has releases.',
    })
  })

  test('of the installation are told of a project', () => {
    const { id } = as('root').post('/hooks', { url: 'http://127.0.0.1:9/x' }).json
    expect(as('root').post(`/hooks/${id}`)).toMatchObject({
      status: 201,
      json: { event_name: 'project_create' },
    })
    expect(as('root').post('/hooks/999').json).toEqual({ message: '404 System hook Not Found' })
    expect(as('bob').post(`/hooks/${id}`).status).toBe(403)
  })
})
