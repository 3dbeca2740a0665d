import { expect, test } from 'vitest'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()
const PNG = '\x89PNG\r\n\x1a\n'

function upload(method: string, path: string, field: string, name: string) {
  const boundary = 'b0undary'
  const part = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n`
  const text = `${part}${PNG}\r\n--${boundary}--\r\n`
  const body = Uint8Array.from(text, (character) => character.charCodeAt(0))
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  return here.as('alice').send(method, path, { headers, body }).json
}

const get = (url: string, method = 'GET') => here.sim.handle({ method, url, headers: {} })

test('pictures and attached files are where their addresses say', () => {
  const { avatar_url: address } = upload('PUT', '/groups/1', 'avatar', 'face.png')
  const path = new URL(address).pathname
  const { status, headers, body } = get(path)
  expect([status, headers['Content-Type'], body?.length]).toEqual([200, 'image/png', PNG.length])
  expect(get(path, 'HEAD')).toMatchObject({ status: 200, body: null })
  expect(get(path.replace('face', 'other')).status).toBe(404)
  expect(get(path.replace('/1/', '/2/')).status).toBe(404)
  const { full_path: attached } = upload('POST', '/projects/1/uploads', 'file', 'a.png')
  expect(get(attached).status).toBe(200)
  expect(get(attached.replace('a.png', 'b.png')).status).toBe(404)
})
