import { describe, expect, test } from 'vitest'
import { text } from '../../lib/bytes.ts'
import { md5Hex, sha1Hex } from '../../lib/hash.ts'
import { perTest } from '../../testing/per-test.ts'

const here = perTest()
const at = '/projects/1/packages/maven'
const jar = 'com/acme/till/1.0/till-1.0.jar'

function put(path: string, body = 'a jar', { user = 'carol', headers = {} } = {}) {
  return here.as(user).send('PUT', `${at}/${path}`, { body, headers })
}
const read = (path: string, user = 'dave', place = at) => here.as(user).get(`${place}/${path}`)
const packages = (query = '') =>
  here.as('carol').get(`/projects/1/packages?package_type=maven&package_name=till&${query}`).json

describe('an upload', () => {
  test('makes a package of the path, and adds later files to it', () => {
    expect([put(jar).status, put('com/acme/till/1.0/till-1.0.pom', '<project/>').status]).toEqual([200, 200])
    const [it, ...others] = packages()
    expect([it, others]).toMatchObject([{ name: 'com/acme/till', version: '1.0', status: 'default' }, []])
    expect(here.as('carol').get(`/projects/1/packages/${it.id}/package_files`).json).toMatchObject([
      { file_name: 'till-1.0.jar', size: 5, file_md5: md5Hex('a jar'), file_sha1: sha1Hex('a jar') },
      { file_name: 'till-1.0.pom' },
    ])
  })

  test('of the list of all versions makes a package without a version; that of a snapshot belongs to it', () => {
    put('com/acme/till/maven-metadata.xml', '<metadata/>')
    put('com/acme/till/2.0-SNAPSHOT/maven-metadata.xml', '<metadata/>')
    expect(packages('include_versionless=true')).toMatchObject([
      { version: null },
      { version: '2.0-SNAPSHOT' },
    ])
  })

  test('of a checksum is compared with the file, and stored nowhere', () => {
    put(jar)
    expect(put(`${jar}.sha1`, sha1Hex('a jar')).status).toBe(204)
    expect(put(`${jar}.md5`, md5Hex('a jar')).status).toBe(200)
    expect([
      put(`${jar}.sha1`, sha1Hex('another jar')).json,
      put('com/acme/else/1.0/x.jar.sha1').status,
    ]).toEqual([{ message: '409 Conflict' }, 404])
    const [it] = packages()
    expect(here.as('carol').get(`/projects/1/packages/${it.id}/package_files`).json).toHaveLength(1)
    expect(here.as('carol').get('/projects/1/packages?package_name=acme/else').json).toEqual([])
  })

  test('by a running job tells its pipeline', () => {
    const headers = { 'job-token': 'acme-webapp-job-token' }
    expect(here.as().send('PUT', `${at}/${jar}`, { body: 'x', headers }).status).toBe(200)
    const [it] = packages()
    expect(it.pipelines).toHaveLength(1)
    const [file] = here.as('carol').get(`/projects/1/packages/${it.id}/package_files`).json
    expect(file.pipelines).toMatchObject([{ id: it.pipelines[0].id }])
  })

  test.each([
    ['till/1.0/a.jar', 'Validation failed: Name is invalid'],
    ['com/acme/ti%20ll/1.0/a.jar', 'Validation failed: Name is invalid'],
    ['com/acme/till/1..0/a.jar', 'Validation failed: Version is invalid'],
  ])('to %s is refused', (path, message) => {
    const { status, json } = put(path)
    expect([status, json]).toEqual([400, { message }])
    expect(packages('include_versionless=true')).toEqual([])
  })

  test('needs a Developer', () => {
    expect([
      put(jar, 'x', { user: 'dave' }).status,
      here.as().send('PUT', `${at}/${jar}`, {}).status,
    ]).toEqual([403, 401])
  })
})

describe('a download', () => {
  test('sends the latest file of a name, and its checksums', () => {
    put(jar, 'first')
    put(jar, 'second')
    const { status, body, headers } = read(jar)
    expect([status, text(body as Uint8Array), headers['Content-Type']]).toEqual([
      200,
      'second',
      'application/octet-stream',
    ])
    expect(text(read(`${jar}.sha1`).body as Uint8Array)).toBe(sha1Hex('second'))
    expect(text(read(`${jar}.md5`).body as Uint8Array)).toBe(md5Hex('second'))
    expect(packages()[0].last_downloaded_at).not.toBeNull()
  })

  test('finds packages of all projects of a group, and none elsewhere', () => {
    put(jar)
    expect(read(jar, 'dave', '/groups/1/-/packages/maven').status).toBe(200)
    expect(read(jar, 'dave', '/groups/acme%2Fplatform/-/packages/maven').status).toBe(404)
    expect(read(jar, 'mallory', '/groups/1/-/packages/maven').status).toBe(404)
  })

  test('finds a package that is named after its project in the whole instance', () => {
    put('acme/webapp/1.0/webapp-1.0.jar')
    const path = 'acme/webapp/1.0/webapp-1.0.jar'
    expect(read(path, 'dave', '/packages/maven').status).toBe(200)
    expect([
      read(path, 'mallory', '/packages/maven').status,
      read(jar, 'dave', '/packages/maven').status,
    ]).toEqual([403, 403])
  })

  test('finds nothing that was deleted or never there', () => {
    put(jar)
    here.as('bob').delete(`/projects/1/packages/${packages()[0].id}`)
    expect([read(jar).json, read('com/acme/other/1.0/a.jar').status]).toEqual([
      { message: '404 Not found' },
      404,
    ])
    expect(put(jar, 'anew').status).toBe(200)
    expect(text(read(jar).body as Uint8Array)).toBe('anew')
  })

  test('takes deploy tokens', () => {
    put(jar)
    const headers = { 'deploy-token': 'acme-webapp-deploy-token' }
    expect(here.as().send('GET', `${at}/${jar}`, { headers }).status).toBe(200)
  })
})
