import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeFile, replaceFile } from './replace-file.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'forgery-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a file is replaced as a whole, and nothing else is left', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, 'old')
  await replaceFile(file, 'new', { mode: 0o600 })
  expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['new', ['file']])
  await removeFile(file)
  await removeFile(file)
  expect(readdirSync(folder)).toEqual([])
})

// Whoever is root could put a file in place of a device otherwise.
test('a pipe is written to, and stays a pipe', async () => {
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const [read] = await Promise.all([readFile(pipe, 'utf8'), replaceFile(pipe, 'told')])
  await removeFile(pipe)
  expect([read, statSync(pipe).isFIFO(), readdirSync(folder)]).toEqual(['told', true, ['pipe']])
})
