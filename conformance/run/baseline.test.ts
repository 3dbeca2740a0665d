import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ConformOptions, runConform } from '../cli.ts'
import { readBaseline } from './baseline.ts'

let folder = ''
let file = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forgery-baseline-'))
  file = join(folder, 'known.json')
})
afterAll(async () => rm(folder, { recursive: true }))

const fault = { ids: ['milestones/order'], mutant: 'milestones-by-due-date', seed: 3 } as const

async function ran(options: ConformOptions) {
  const told = { out: '', complaints: '' }
  const status = await runConform({
    ...options,
    write: (text) => {
      told.out += text
    },
    complain: (text) => {
      told.complaints += text.replaceAll(folder, '')
    },
  })
  return { status, ...told }
}

async function kept() {
  return readBaseline('known.json', await readFile(file, 'utf8'))
}

async function keep(...findings: readonly object[]) {
  await writeFile(file, JSON.stringify({ findings }))
}

const order = { check: 'milestones/order', reason: 'an old release' }

describe('a baseline', () => {
  test('is written by a run, and accepts what that run found and nothing else', async () => {
    await rm(file, { force: true })
    const first = await ran({ ...fault, baseline: file, updateBaseline: true })
    expect(first.status).toBe(0)
    expect(first.complaints).toBe('forgery conform: wrote /known.json: 1 finding, 1 of them new; 0 removed\n')
    const [entry] = await kept()
    expect(entry).toMatchObject({ check: 'milestones/order', title: expect.stringMatching(/./) })
    expect(entry?.reason).toMatch(/^recorded on \d{4}-\d\d-\d\d, not explained yet$/)
    const again = await ran({ ...fault, baseline: file })
    expect(again).toMatchObject({ status: 0, complaints: '' })
    expect(again.out).toContain(`Known\n  milestones/order: ${entry?.title}; ${entry?.reason}\n`)
    expect(again.out).toContain('0 pass, 0 fail, 1 known in')
    await keep({ ...order, title: 'something else' })
    const other = await ran({ ...fault, baseline: file })
    expect(other.status).toBe(1)
    expect(other.out).toContain('FAIL milestones/order (must)')
  })

  test('asks for entries to be removed whose findings are gone, and says nothing of checks that were not run', async () => {
    await keep(order, { ...order, check: 'milestones/title-trimmed' })
    const { status, complaints } = await ran({ ids: ['milestones/order'], baseline: file })
    expect(status).toBe(0)
    expect(complaints).toBe(
      'forgery conform: /known.json: milestones/order is not found any more; remove its entry\n',
    )
    await ran({ ids: ['milestones/order'], baseline: file, updateBaseline: true })
    expect((await kept()).map(({ check }) => check)).toEqual(['milestones/title-trimmed'])
  })

  test('accepts an entry up to its day, and fails after it', async () => {
    await keep({ ...order, until: '2999-12-31' })
    const before = await ran({ ...fault, baseline: file })
    expect(before.status).toBe(0)
    expect(before.out).toContain('an old release (until 2999-12-31)')
    await keep({ ...order, until: '2020-02-29' })
    const after = await ran({ ...fault, baseline: file, updateBaseline: true })
    expect(after.status).toBe(1)
    expect(after.complaints).toContain('milestones/order was accepted until 2020-02-29: an old release')
    expect(await kept()).toEqual([{ ...order, until: '2020-02-29' }])
  })

  test.each(['json', 'junit', 'sarif', 'github', 'markdown', 'html'] as const)(
    'is told in the %s report',
    async (report) => {
      await keep(order)
      const { status, out } = await ran({ ...fault, baseline: file, report })
      expect(status).toBe(0)
      expect(out).toContain('an old release')
    },
  )
})

test.each([
  ['nothing', '{}', 'is no baseline'],
  ['an entry without a reason', { check: 'a/b' }, 'finding 1 needs a "reason"'],
  ['a day that is none', { ...order, until: '2026-02-31' }, 'has the "until" "2026-02-31"'],
  ['a misspelt field', { ...order, untill: '2026-01-01' }, 'has "untill"; it can have check, title'],
])('%s is refused', (_what, content, text) => {
  const json = typeof content === 'string' ? content : JSON.stringify({ findings: [content] })
  expect(() => readBaseline('known.json', json)).toThrow(text)
})

test.each<[ConformOptions, string]>([
  [{ updateBaseline: true }, '--update-baseline needs --baseline FILE'],
  [
    { baseline: '/nowhere/known.json', ids: ['milestones/order'] },
    'there is no file /nowhere/known.json; --update',
  ],
  [{ baseline: 'known.json', list: true }, '--baseline is about findings, and --list runs no checks'],
  [{ exclude: ['milestone'] }, '--exclude: there is no check or family "milestone"'],
  [{ ids: ['milestones/order'], exclude: ['milestones'] }, '--exclude leaves nothing to run'],
])('%j: status 2 and a reason', async (options, text) => {
  const { status, complaints } = await ran(options)
  expect(complaints).toContain(`forgery conform: ${text}`)
  expect(status).toBe(2)
})

test('--exclude leaves out families, beginnings of ids and checks', async () => {
  const { out } = await ran({ ids: ['milestones'], exclude: ['laws/', 'milestones/order'], list: true })
  expect(out).toContain('milestones/deleted-is-gone ')
  expect(out).not.toMatch(/^(laws\/|milestones\/order )/m)
})

test('a finding has all its calls, and names what they touched', async () => {
  const { out } = await ran(fault)
  expect(out).not.toMatch(/… \d+ more/)
  expect(out).toMatch(/ {4}# project \d+ is \S+\n/)
  expect(out).toMatch(/ {4}# \$ALICE_TOKEN is alice \(user 2\), owner\n/)
})
