import { expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()
const path = '/projects/1/releases'

function release(tag_name: string, values: object = {}) {
  const made = here.as('bob').post(path, { tag_name, ref: 'main', ...values })
  expect(made.status).toBe(201)
}

test('whoever asks for the latest release is sent to it', () => {
  const bob = here.as('bob')
  expect(bob.get(`${path}/permalink/latest`).status).toBe(404)
  release('v10', { released_at: '2023-05-01T00:00:00Z' })
  release('v 9/x'.replace(' ', '-'), { released_at: '2023-04-01T00:00:00Z' })
  release('v11', { released_at: '2030-01-01T00:00:00Z' })
  const sent = bob.get(`${path}/permalink/latest`)
  expect(sent).toMatchObject({
    status: 302,
    headers: { Location: expect.stringMatching(/^http:\/\/[^/]+\/api\/v4\/projects\/1\/releases\/v10$/) },
  })
  expect(new TextDecoder().decode(sent.body as Uint8Array)).toBe(
    `This resource has been moved temporarily to ${sent.headers.Location}.`,
  )
  const part = bob.get(`${path}/permalink/latest/downloads/bin/tool`)
  expect(part.headers.Location).toMatch(/\/releases\/v10\/downloads\/bin\/tool$/)
  const asked = bob.get(`${path}/permalink/latest?include_html_description=true&order_by=x&other=a%20b`)
  expect(asked.headers.Location).toMatch(/\/releases\/v10\?include_html_description=true&other=a%20b$/)
  const withToken = here.as().get(`${path}/permalink/latest?private_token=bob-token`)
  expect(withToken.headers.Location).toMatch(/\/releases\/v10$/)
  expect(here.as('erin').get(`${path}/permalink/latest`).status).toBe(403)
})

test('whoever asks for a file of a release is sent to where it is', () => {
  const links = [
    { name: 'Tool', url: 'https://files.example.com/tool?x=1%20', direct_asset_path: '/bin/tool' },
    { name: 'Odd', url: 'https://example.com/ü 1', direct_asset_path: '/odd' },
  ]
  release('v12', { assets: { links } })
  const bob = here.as('bob')
  const of = (asset: string) => bob.get(`${path}/v12/downloads/${asset}`)
  expect(of('bin/tool')).toMatchObject({
    status: 302,
    headers: { Location: 'https://files.example.com/tool?x=1%20' },
  })
  expect(of('none')).toMatchObject({ status: 404, json: { message: '404 Not found' } })
  expect(of('..%2Fnone').status).toBe(400)
  expect(of('odd').headers.Location ?? '').toMatch(/^(?:https:[!-~]+)?$/)
  expect(bob.get(`${path}/none/downloads/bin/tool`).status).toBe(404)
})
