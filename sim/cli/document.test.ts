import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readDocument } from './document.ts'
import { jsonFault } from './json-fault.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forgery-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function read(name: string, content: string): Promise<unknown> {
  const file = join(folder, name)
  await writeFile(file, content)
  return readDocument('--world', file).catch((error: Error) =>
    error.message.replace(`--world: ${file} is not `, ''),
  )
}

describe('a document', () => {
  test('may begin with a byte order mark', async () => {
    expect(await read('bom.json', '\uFEFF{"a":1}')).toEqual({ a: 1 })
    expect(await read('bom.yaml', '\uFEFFa: 1\n')).toEqual({ a: 1 })
  })

  test.each([
    ['{"a": 1,\n  "b": }\n', 'JSON: line 2, column 8: expected a value, not "}"'],
    ['{"a": 1\n "b": 2}', `JSON: line 2, column 2: expected ',' or '}', not "\\"b\\":"`],
    ['', 'JSON: line 1, column 1: expected a value, not the end'],
    ['[1, 2', "JSON: line 1, column 6: expected ',' or ']', not the end"],
    ['{"a": 1,}', `JSON: line 1, column 9: expected a name in double quotes and ':', not "}"`],
    ['{} x', 'JSON: line 1, column 4: expected the end, not "x"'],
    ['[nul]', 'JSON: line 1, column 2: expected a value, not "nul]"'],
  ])('of %j is told the line and column', async (text, message) => {
    expect(await read('wrong.json', text)).toBe(message)
  })

  test('of YAML may repeat a part, but not contain itself', async () => {
    expect(await read('twice.yaml', 'a: &x [1]\nb: *x\n')).toEqual({ a: [1], b: [1] })
    expect(await read('loop.yaml', 'users: &x\n  - name: *x\n')).toBe(
      'YAML: users[0].name is an alias of what it is a part of',
    )
    expect(await read('root.yaml', '&x\na: *x\n')).toMatch(/^YAML: .+ is an alias of what it is a part of$/)
    expect(await read('colon.yaml', 'a: [1\nb: 2\n')).toMatch(/^YAML: line \d+, column \d+: .+/)
  })
})

test('a fault is found in whatever is not JSON, and before what comes after it', () => {
  const document = fc
    .tuple(fc.jsonValue(), fc.integer({ min: 0, max: 3 }))
    .map(([json, indent]) => JSON.stringify(json, null, indent))
  fc.assert(
    fc.property(
      document,
      fc.nat(),
      fc.constantFrom('', ',', '}', ']', '"', 'x', '\\', '\u0001'),
      (text, cut, put) => {
        const at = cut % (text.length + 1)
        const broken = `${text.slice(0, at)}${put}${text.slice(at + 1)}`
        fc.pre(!isJson(broken))
        const [, line, column] =
          /^line (\d+), column (\d+): expected .+, not .+$/s.exec(jsonFault(broken)) ?? []
        expect(Number(line)).toBeGreaterThan(0)
        expect(Number(column)).toBeGreaterThan(0)
      },
    ),
  )
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
