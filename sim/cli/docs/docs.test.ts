import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packedPages } from '../../../scripts/pages.ts'
import { inRoot } from '../../../scripts/root.ts'

// The built command: beside the sources there are no pages.
const main = inRoot('dist', 'sim', 'cli', 'main.js')
const printed = (...words: string[]) =>
  execFileSync(process.execPath, [main, 'docs', ...words], { encoding: 'utf8' })
const refused = (...words: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, 'docs', ...words], {
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'forgery-docs-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the pages are listed with their titles, and folders of many with their number', () => {
  const rows = printed().split('\n')
  expect(
    rows
      .filter((row) => /^(?:testing|reference\/|recipes\/pytest\/) /.test(row))
      .map((row) => row.replace(/ +/, ' ')),
  ).toEqual([
    'recipes/pytest/ conftest.py, test_client.py',
    expect.stringMatching(/^reference\/ \d+ pages$/),
    'testing Testing a client',
  ])
})

test('a page is printed, by its name, by its path, and for one of its rows', () => {
  const text = readFileSync(inRoot('conformance', 'sources', 'milestones.md'), 'utf8')
  expect(printed('sources/milestones')).toBe(text)
  expect(printed('conformance/sources/milestones.md#order')).toBe(text)
})

test('the names in a folder are listed', () => {
  expect(printed('recipes/pytest')).toContain('conftest.py')
})

describe('--to', () => {
  test('writes all as it lies in the repository', () => {
    const all = join(folder, 'all')
    expect(printed('--to', all).trim().split('\n').sort()).toEqual(
      packedPages()
        .map((path) => join(all, path))
        .sort(),
    )
    for (const path of packedPages())
      expect(readFileSync(join(all, path)).equals(readFileSync(inRoot(path))), path).toBe(true)
  })

  test('writes the files of a folder below another, and overwrites nothing', () => {
    const own = join(folder, 'own')
    printed('recipes/rspec/', '--to', own)
    expect(readdirSync(join(own, 'spec')).sort()).toEqual(['client_spec.rb', 'spec_helper.rb'])
    rmSync(join(own, 'spec', 'client_spec.rb'))
    expect(refused('recipes/rspec', '--to', own)).toEqual({
      status: 2,
      stdout: '',
      stderr: `forgery: --to: ${join(own, 'spec', 'spec_helper.rb')} is there already\n`,
    })
    expect(readdirSync(join(own, 'spec'))).toEqual(['spec_helper.rb'])
  })

  test('tells why nothing can be written', () => {
    const { status, stderr } = refused('testing', '--to', join(main, 'below'))
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^forgery: --to: cannot write .*testing\.md: /),
    ])
    expect(refused('testing', '--to', main).stderr).toMatch(/: there is a file of that name\n$/)
  })
})

test('a page that there is not is told with what comes near', () => {
  expect(refused('testin')).toEqual({
    status: 2,
    stdout: '',
    stderr: "forgery: there is no page 'testin': did you mean testing?\n",
  })
})
