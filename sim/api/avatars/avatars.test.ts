import { describe, expect, test } from 'vitest'
import { utf8 } from '../../lib/bytes.ts'
import { uploading } from '../../testing/multipart.ts'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()

const as = (user?: string) => here.as(user)

const picture = { field: 'avatar', name: 'face.png', bytes: utf8('\x89PNG and so on') }

const shown = [
  ['project', '/projects/1', 'bob'],
  ['group', '/groups/1', 'alice'],
  ['user', '/users/4', 'root'],
  ['projects/topic', '/topics/1', 'root'],
] as const

describe.each(shown)('a picture of a %s', (folder, path, who) => {
  const put = (file: typeof picture) => as(who).send('PUT', path, uploading({}, file))
  const id = Number(path.split('/').at(-1))
  const url = `http://127.0.0.1:8080/uploads/-/system/${folder}/avatar/${id}/face.png`

  test('is shown after the upload, and gone after the removal', () => {
    const before = as(who).get(path).json.avatar_url
    expect(put(picture)).toMatchObject({ status: 200, json: { avatar_url: url } })
    expect(as(who).get(path).json.avatar_url).toBe(url)
    expect(as(who).put(path, { avatar: '' })).toMatchObject({ status: 200, json: { avatar_url: before } })
    expect(as(who).get(path).json.avatar_url).toBe(before)
  })

  test('has one of few formats and at most 200 KiB', () => {
    const before = as(who).get(path).json.avatar_url
    expect(put({ ...picture, name: 'face.txt' })).toMatchObject({
      status: 400,
      json: {
        message: {
          avatar: [
            'file format is not supported. Please try one of the following supported formats: png, jpg, jpeg, gif, bmp, tiff, ico, webp',
          ],
        },
      },
    })
    expect(put({ ...picture, bytes: new Uint8Array(204_801) }).json).toEqual({
      message: { avatar: ['is too big (should be at most 200 KiB)'] },
    })
    expect(as(who).put(path, { avatar: 'face.png' }).json).toEqual({ error: 'avatar is invalid' })
    expect(as(who).get(path).json.avatar_url).toBe(before)
  })
})

describe('a picture', () => {
  test.each([
    ['/projects/1', 'bob', 'dave'],
    ['/groups/1', 'alice', 'erin'],
  ])('of %s is downloaded as it was sent', (path, who, reader) => {
    expect(as(reader).get(`${path}/avatar`)).toMatchObject({
      status: 404,
      json: { message: '404 Avatar Not Found' },
    })
    as(who).send('PUT', path, uploading({}, picture))
    const { status, body, headers } = as(reader).get(`${path}/avatar`)
    expect([status, body]).toEqual([200, picture.bytes])
    expect(headers['Content-Disposition']).toContain('filename="face.png"')
    expect(as('mallory').get(`${path}/avatar`).status).toBe(404)
  })

  test('is uploaded on creation, and shown wherever its owner is', () => {
    const fields = { name: 'Pictured', path: 'pictured' }
    const group = as('alice').send('POST', '/groups', uploading(fields, picture)).json
    expect(group.avatar_url).toContain(`/group/avatar/${group.id}/face.png`)
    const more = { ...fields, namespace_id: String(group.id) }
    const project = as('alice').send('POST', '/projects', uploading(more, picture)).json
    expect(project).toMatchObject({
      avatar_url: expect.stringContaining(`/project/avatar/${project.id}/face.png`),
      namespace: { avatar_url: `/uploads/-/system/group/avatar/${group.id}/face.png` },
    })
    expect(as('alice').get(`/projects?search=pictured`).json[0].avatar_url).toBe(project.avatar_url)
  })

  test('of the current user is shown wherever the user is', () => {
    const sent = as('carol').send('PUT', '/user/avatar', uploading({}, picture))
    const { avatar_url } = sent.json
    expect(avatar_url).toBe('http://127.0.0.1:8080/uploads/-/system/user/avatar/4/face.png')
    expect(as('carol').post('/projects/1/issues', { title: 'Hello' }).json.author.avatar_url).toBe(avatar_url)
    as('root').put('/users/4', { public_email: 'carol@example.com' })
    expect(as().get('/avatar?email=carol@example.com').json).toEqual({ avatar_url })
  })

  test('of an email address is that of the avatar service, in the requested size', () => {
    const of = (query: string) => as().get(`/avatar?${query}`).json.avatar_url
    expect(of('email=nobody@example.com')).toMatch(
      /^https:\/\/www\.gravatar\.com\/avatar\/[0-9a-f]{32}\?s=80/,
    )
    expect(of('email=nobody@example.com&size=32')).toContain('?s=64&')
    as('root').put('/application/settings', { gravatar_enabled: false })
    here.sim.clock.advance('2m')
    expect(of('email=nobody@example.com')).toBeNull()
    expect(as().get('/avatar').json).toEqual({ error: 'email is missing' })
    as('root').put('/application/settings', { restricted_visibility_levels: ['public'] })
    here.sim.clock.advance('2m')
    expect(as().get('/avatar?email=a@b.c').json).toEqual({ message: '403 Forbidden - Unauthorized access' })
  })
})
