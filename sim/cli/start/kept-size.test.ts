import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { compiledMore } from './kept-size.ts'

const folder = mkdtempSync(join(tmpdir(), 'forgery-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const places = ['basics-AAAAAAAA', 'simulator-BBBBBBBB']

function noted(size: number): void {
  writeFileSync(join(folder, 'basics+simulator.size'), JSON.stringify([size, ...places]))
}

test('what is compiled is kept again where it is much more than when it was kept last', () => {
  expect(compiledMore(folder, places)).toBe(true)
  expect(compiledMore(folder, places)).toBe(false)
  noted(1000)
  expect(compiledMore(folder, [...places].reverse())).toBe(true)
  expect(compiledMore(folder, places)).toBe(false)
})

test('it is counted apart for another build, and for other files', () => {
  noted(1_000_000_000)
  expect(compiledMore(folder, places)).toBe(false)
  expect(compiledMore(folder, ['basics-AAAAAAAA'])).toBe(true)
  expect(compiledMore(folder, ['basics-AAAAAAAA', 'simulator-CCCCCCCC'])).toBe(true)
  expect(readdirSync(folder).sort()).toEqual(['basics+simulator.size', 'basics.size'])
})

test('a note that is broken, or cannot be written, keeps nobody from going on', () => {
  writeFileSync(join(folder, 'basics+simulator.size'), '[')
  expect(compiledMore(folder, places)).toBe(true)
  expect(compiledMore(join(folder, 'missing'), places)).toBe(false)
})
