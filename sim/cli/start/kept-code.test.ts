import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import * as nodeModule from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

const command = new URL('../../../dist/sim/cli/main.js', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'forgery-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function started(cache: string, more: NodeJS.ProcessEnv = {}) {
  const env = { PATH: process.env.PATH, XDG_CACHE_HOME: cache, ...more }
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, '--version'], { env })
  return { status, out: String(stdout), err: String(stderr) }
}

function filesIn(cache: string): string[] {
  return readdirSync(cache, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
}

const fine = { status: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), err: '' }

describe.skipIf('enableCompileCache' in nodeModule)(
  'compiled code, which newer Nodes keep themselves',
  () => {
    test('is kept by one start and used by the next', () => {
      const cache = join(folder, 'kept')
      expect(started(cache)).toEqual(fine)
      const before = filesIn(cache).map((file) => [file, statSync(file).mtimeMs])
      expect(before.map(([file]) => file)).toContainEqual(expect.stringMatching(/command-line-.*\.code$/))
      expect(started(cache)).toEqual(fine)
      expect(filesIn(cache).map((file) => [file, statSync(file).mtimeMs])).toEqual(before)
    })

    test('of a server is used by the next one', () => {
      const cache = join(folder, 'served')
      const env = { PATH: process.env.PATH, XDG_CACHE_HOME: cache }
      const args = [command, 'serve', '--port', '0', '--exit-with-parent', '--log', 'silent']
      const times = [1, 2].map(() => {
        expect(spawnSync(process.execPath, args, { env, input: '' }).status).toBe(0)
        return filesIn(cache).map((file) => [file, statSync(file).mtimeMs])
      })
      expect(times[0]?.map(([file]) => file)).toContainEqual(expect.stringMatching(/simulator-.*\.code$/))
      expect(times[1]).toEqual(times[0])
    })

    test('has that of the suite once it was run', () => {
      const cache = join(folder, 'checked')
      const env = { PATH: process.env.PATH, XDG_CACHE_HOME: cache }
      expect(spawnSync(process.execPath, [command, 'conform', '--list', 'keys'], { env }).status).toBe(0)
      expect(filesIn(cache)).toContainEqual(expect.stringMatching(/suite-.*\.code$/))
    })

    test('that is broken is made again', () => {
      const cache = join(folder, 'broken')
      started(cache)
      const code = filesIn(cache).filter((file) => file.endsWith('.code'))
      for (const file of code) writeFileSync(file, readFileSync(file).subarray(0, 1000))
      expect(started(cache)).toEqual(fine)
      for (const file of code) expect(statSync(file).size).toBeGreaterThan(1000)
    })

    test('is that of the three latest builds', () => {
      const cache = join(folder, 'builds')
      started(cache)
      const [code = ''] = filesIn(cache).filter((file) => /command-line-[^/]*\.code$/.test(file))
      const named = (build: string) => code.replace(/-.{8}\.code$/, `-${build}.code`)
      for (const [i, build] of ['AAAAAAAA', 'B-BBBBBB', 'CCCCCCCC', 'DDDDDDDD'].entries()) {
        writeFileSync(named(build), '')
        utimesSync(named(build), i, i)
      }
      rmSync(code)
      started(cache)
      const left = filesIn(cache).filter((file) => /command-line-[^/]*\.code$/.test(file))
      expect(left.sort()).toEqual([code, named('CCCCCCCC'), named('DDDDDDDD')].sort())
    })

    test('is neither kept nor used where others could put code', () => {
      const shared = join(folder, 'shared')
      mkdirSync(shared)
      chmodSync(shared, 0o777)
      expect(started(shared)).toEqual(fine)
      expect(filesIn(shared)).toEqual([])
      const planted = join(folder, 'planted')
      started(planted)
      for (const file of filesIn(planted).filter((it) => it.endsWith('.js')))
        writeFileSync(file, 'process.stdout.write("planted")')
      chmodSync(join(planted, 'forgery'), 0o775)
      expect(started(planted)).toEqual(fine)
    })

    test('is not kept where there is no place for it, or where nobody wants it', () => {
      const file = join(folder, 'file')
      writeFileSync(file, '')
      expect(started(file)).toEqual(fine)
      const cache = join(folder, 'unwanted')
      expect(started(cache, { NODE_DISABLE_COMPILE_CACHE: '1' })).toEqual(fine)
      expect(readdirSync(folder)).not.toContain('unwanted')
    })
  },
)
