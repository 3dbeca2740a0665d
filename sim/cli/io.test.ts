import { spawn } from 'node:child_process'
import { existsSync, openSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

// A device that is always full; other systems have none.
const FULL = '/dev/full'
const MAIN = new URL('../../dist/sim/cli/main.js', import.meta.url).pathname

interface Ended {
  readonly status: number | null
  readonly complained: string
}

function started(words: readonly string[], out: number | 'pipe') {
  const child = spawn(process.execPath, [MAIN, ...words], { stdio: ['ignore', out, 'pipe'] })
  let complained = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complained += text
  })
  const ended = new Promise<Ended>((resolve) =>
    child.on('close', (status) => resolve({ status, complained })),
  )
  return { child, ended }
}

describe.skipIf(process.platform !== 'linux')('standard output on a full disk', () => {
  test.each([['world', '--world', 'empty'], ['conform', '--list'], ['--help']])(
    'ends %s with a sentence and status 1',
    async (...words) => {
      const { ended } = started(words, openSync(FULL, 'w'))
      expect(await ended).toEqual({
        status: 1,
        complained: expect.stringMatching(
          /^forgery(?: conform)?: cannot write to standard output: no space is left on the device\n$/,
        ),
      })
    },
  )

  test('lets a server go on without its log, with one warning', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'forgery-'))
    const ready = join(folder, 'ready')
    const { child, ended } = started(
      ['serve', '--port', '0', '--world', 'empty', '--ready-file', ready],
      openSync(FULL, 'w'),
    )
    while (!existsSync(ready)) await new Promise((resolve) => setTimeout(resolve, 20))
    const url = (await readFile(ready, 'utf8')).trim()
    for (let i = 0; i < 3; i++) expect((await fetch(`${url}/_forgery/health`)).status).toBe(200)
    await rm(folder, { recursive: true })
    child.kill('SIGTERM')
    expect(await ended).toEqual({
      status: 0,
      complained:
        'forgery: the log cannot be written, serving goes on without it: no space is left on the device\n',
    })
  })
})

test('a reader that has seen enough ends a command that prints', async () => {
  const printing = started(['world'], 'pipe')
  printing.child.stdout?.destroy()
  expect(await printing.ended).toEqual({ status: 0, complained: '' })
})
