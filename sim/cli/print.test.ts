import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load as parse } from 'js-yaml'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from './run.ts'
import { captured } from './testing/captured.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forgery-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function printed(line: string): Promise<string> {
  const io = captured()
  expect(await run(line.split(' '), io)).toBe(0)
  expect(io.complained()).toBe('')
  return io.printed()
}

describe('world', () => {
  test('prints the description as YAML', async () => {
    expect(await printed('world --world empty --format yaml')).toMatchInlineSnapshot(`
      "version: 1
      settings:
        bulkImport: false
      users:
        - username: root
          name: Administrator
          admin: true
          createdAt: '2023-12-31T00:00:00Z'
      tokens:
        - value: root-token
          user: root
          scopes:
            - api
            - sudo
          createdAt: '2023-12-31T00:00:00Z'
      "
    `)
  })

  test('prints the same as JSON, the default', async () => {
    const json = JSON.parse(await printed('world --world empty'))
    expect(json).toEqual(parse(await printed('world --world empty --format yaml')))
  })

  test.each(['json', 'yaml'])('what it prints as %s is read again, and says the same', async (format) => {
    const text = await printed(`world --format ${format}`)
    const path = join(folder, `demo.${format}`)
    await writeFile(path, text)
    const again = await printed(`world --world ${path} --format ${format}`)
    expect(parse(again)).toEqual(parse(text))
  })

  test('depends on the seed and on nothing else', async () => {
    expect(await printed('world --seed 3')).toBe(await printed('world --seed 3'))
    expect(await printed('world --seed 3')).not.toBe(await printed('world --seed 4'))
  })

  test('prints tables as the database of json-server, without secrets', async () => {
    const text = await printed('world --format json-server')
    const tables = JSON.parse(text) as { readonly [table: string]: readonly { readonly id: unknown }[] }
    expect(tables.projects?.[0]).toMatchObject({ id: 1, fullPath: 'acme/webapp' })
    expect(tables.users?.[1]).toMatchObject({
      id: 2,
      username: 'alice',
      createdAt: expect.stringMatching(/^\d{4}-/),
    })
    expect(Object.values(tables).every((rows) => rows.every(({ id }) => id !== undefined))).toBe(true)
    expect(text).not.toMatch(/[a-z]+-token"/)
  })
})

test('openapi prints a document of the operations', async () => {
  const document = JSON.parse(await printed('openapi --dialect real --port 9000'))
  expect(document.openapi).toBe('3.1.0')
  expect(document.servers).toEqual([{ url: 'http://127.0.0.1:9000/api/v4' }])
  expect(document.paths['/projects/{id}/milestones'].post).toBeDefined()
})
