import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from '../run.ts'
import { captured } from '../testing/captured.ts'
import { mustBeWritable } from './writable.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'forgery-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const PROXY = 'judge --proxy --upstream http://127.0.0.1:9 --port 0'

describe('a file that cannot be written is told in one line, and nothing begins', () => {
  test.each([
    ['serve --port 0', '--save', 1],
    ['serve --port 0', '--ready-file', 1],
    ['serve --port 0 --tls', '--tls-cert', 1],
    ['exec --report json', '--output', 1],
    ['exec', '--save', 1],
    ['exec --each-fault 503', '--output', 1],
    ['journal', '--output', 1],
    ['conform milestones', '--output', 2],
    ['conform milestones', '--report junit=', 2],
    ['conform milestones', '--har', 2],
    ['conform milestones --update-baseline', '--baseline', 2],
    ['twin --left http://127.0.0.1:9 --right http://127.0.0.1:9', '--record', 2],
    [PROXY, '--output', 2],
    [PROXY, '--report junit=', 2],
    [PROXY, '--ready-file', 2],
    [`${PROXY} --update-baseline`, '--baseline', 2],
  ])('%s %s: status %i', async (line, flag, status) => {
    const file = join(folder, 'no/file')
    const io = captured({ PATH: process.env.PATH ?? '' })
    const [name = '', kind] = flag.split(' ')
    const words = [...line.split(' '), name, `${kind ?? ''}${file}`]
    const command = line.startsWith('exec') ? ['--', process.execPath, '-e', 'process.exit(7)'] : []
    expect(await run([...words, ...command], io)).toBe(status)
    expect(io.complained()).toBe(`forgery: ${name}: cannot write ${file}: no such file or folder\n`)
    expect(io.printed()).toBe('')
  })
})

test('a baseline that is only read need not be writable', async () => {
  await mustBeWritable('conform', { baseline: join(folder, 'no/file') })
})

test('asking leaves every file as it is', async () => {
  const kept = join(folder, 'kept')
  writeFileSync(kept, 'kept')
  await mustBeWritable('exec', { output: kept, save: join(folder, 'new'), tlsCert: '/dev/null' })
  expect([readFileSync(kept, 'utf8'), readdirSync(folder)]).toEqual(['kept', ['kept']])
})

test('whoever waits for a file does not see it before it is written', async () => {
  const seen: unknown[] = []
  const watcher = watch(folder, (_kind, name) => seen.push(name))
  await mustBeWritable('serve', { readyFile: join(folder, 'ready') })
  writeFileSync(join(folder, 'last'), '')
  while (!seen.includes('last')) await once(watcher, 'change')
  watcher.close()
  expect(seen).not.toContain('ready')
  rmSync(join(folder, 'last'))
})

test('what fails only once connections are accepted leaves no server behind', async () => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  const io = captured()
  // The name is as long as names may be, and that of the file that is renamed to it longer.
  const status = await run(
    ['serve', '--world', 'empty', '--port', String(port), '--save', join(folder, 'x'.repeat(240))],
    io,
  )
  expect([status, io.complained()]).toEqual([1, expect.stringContaining('the name is too long')])
  const next = createServer().listen(port, '127.0.0.1')
  await once(next, 'listening')
  next.close()
})
