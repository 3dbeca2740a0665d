import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ConformOptions, runConform } from '../cli.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'forgery-merge-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function command(options: ConformOptions) {
  let out = ''
  const write = (text: string) => {
    out += text
  }
  const status = await runConform({ runs: 2, ...options, write, complain: write })
  return { status, out }
}

async function report(name: string, options: ConformOptions): Promise<string> {
  const output = join(folder, name)
  await command({
    ids: ['milestones/order', 'milestones/create', 'milestones/filters', 'milestones/deleted-is-gone'],
    mutant: 'milestones-by-due-date',
    report: 'json',
    output,
    ...options,
  })
  return output
}

const timeless = (text: string) => text.replaceAll(/"milliseconds": \d+/g, '"milliseconds": 0')

describe('reports of shards', () => {
  test('make up the report of the whole run', async () => {
    const whole = JSON.parse(timeless(readFileSync(await report('whole.json', {}), 'utf8')))
    const parts = [await report('1.json', { shard: '1/2' }), await report('2.json', { shard: '2/2' })]
    const { status, out } = await command({
      ids: ['merge', ...parts],
      report: 'json',
      mutant: 'milestones-by-due-date',
    })
    const joined = JSON.parse(timeless(out))
    expect(status).toBe(1)
    expect(joined.counts).toEqual(whole.counts)
    expect(joined.planned).toBe(whole.planned)
    expect(joined.checks.map(({ id }: { id: string }) => id).sort()).toEqual(
      whole.checks.map(({ id }: { id: string }) => id).sort(),
    )
    expect(joined.faults.map(({ check }: { check: string }) => check).sort()).toEqual(
      whole.faults.map(({ check }: { check: string }) => check).sort(),
    )
    expect(joined.faults[0].replay).toContain('--seed 1 --runs 2')
  })

  test('are joined with those of other families', async () => {
    const ids = ['milestones/create', 'milestones/filters']
    const { status, out } = await command({
      ids: [
        'merge',
        await report('other.json', { ids: ['milestones/deleted-is-gone'] }),
        await report('first.json', { ids, shard: '1/2' }),
        await report('second.json', { ids: ids.toReversed(), shard: '2/2' }),
      ],
    })
    expect(out).toContain('chosen: milestones/deleted-is-gone, milestones/create, milestones/filters (')
    expect(out).toContain('3 pass, 0 fail')
    expect(status).toBe(0)
  })

  test('may be printed in any format', async () => {
    const part = await report('one.json', {})
    for (const [kind, start] of [
      ['markdown', '## Conformance of'],
      ['html', '<!doctype html>'],
      ['junit', '<?xml'],
      ['sarif', '{\n  "$schema"'],
      ['github', '::error title=milestones/'],
      ['text', 'Conformance of'],
    ] as const) {
      const { out } = await command({ ids: ['merge', part], report: kind })
      expect(out.slice(0, start.length)).toBe(start)
    }
  })
})

describe('what cannot be joined', () => {
  test.each<[string, () => Promise<readonly string[]>, RegExp]>([
    ['nothing', async () => [], /name the JSON reports to join/],
    [
      'the same run twice',
      async () => [await report('a.json', {}), await report('a.json', {})],
      /the check milestones\/\S+ is in .*a\.json and in .*a\.json/,
    ],
    [
      'runs of different seeds',
      async () => [
        await report('b.json', { shard: '1/2' }),
        await report('c.json', { shard: '2/2', seed: 2 }),
      ],
      /c\.json has another seed/,
    ],
    [
      'a part that is missing',
      async () => [await report('d.json', { shard: '2/2' })],
      /^forgery conform: missing: part 1\/2\n$/,
    ],
    [
      'a part that is there twice',
      async () => [
        await report('e.json', { shard: '2/9' }),
        await report('f.json', { shard: '2/9' }),
        await report('g.json', { shard: '3/9' }),
      ],
      /: part 2\/9 is in \S*e\.json, \S*f\.json; missing: parts 1\/9, 4\/9, 5\/9, 6\/9, 7\/9 and 2 more\n$/,
    ],
    [
      'parts of runs that were split otherwise',
      async () => [await report('h.json', { shard: '1/2' }), await report('i.json', { shard: '2/3' })],
      /h\.json is part 1\/2, and \S*i\.json part 2\/3\n$/,
    ],
    [
      'a part whose report does not tell which one it is',
      async () => {
        const { shard, ...silent } = JSON.parse(
          readFileSync(await report('j.json', { shard: '1/2' }), 'utf8'),
        )
        expect(shard).toBe('1/2')
        writeFileSync(join(folder, 'j.json'), JSON.stringify(silent))
        return [join(folder, 'j.json'), await report('k.json', { shard: '2/2' })]
      },
      /: missing: part 1\/2; no part is named in \S*j\.json\n$/,
    ],
    [
      'a missing part of one of several families',
      async () => [
        await report('l.json', { ids: ['milestones/order'] }),
        await report('m.json', { ids: ['milestones/create'], shard: '1/2' }),
      ],
      /: missing: part 2\/2 of milestones\/create\n$/,
    ],
    ['a file that is missing', async () => [join(folder, 'missing.json')], /missing\.json/],
    [
      'something else',
      async () => {
        writeFileSync(join(folder, 'else.json'), '{"checks":[]}')
        return [join(folder, 'else.json')]
      },
      /else\.json is no report of forgery conform --report json/,
    ],
  ])('%s is refused', async (_, files, text) => {
    const { status, out } = await command({ ids: ['merge', ...(await files())] })
    expect(out).toMatch(text)
    expect(status).toBe(2)
  })
})
