import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { text, unbinary, utf8 } from '../../lib/bytes.ts'
import { insertSection } from './changelog-file.ts'

const section = (version: string) => `## ${version} (2023-01-22)\n\nNo changes.`
const added = (existing: string, version: string) => {
  const bytes = insertSection(utf8(existing), version, section(version))
  return bytes === undefined ? undefined : text(bytes)
}

describe('a section', () => {
  test('begins a new file', () => {
    expect(added('', '1.0.0')).toBe(`${section('1.0.0')}\n`)
  })

  test('follows what stands in a file without versions', () => {
    expect(added('# Changes\n\n', '1.0.0')).toBe(`# Changes\n\n${section('1.0.0')}\n`)
  })

  test('goes before the highest lower version, whatever stands before', () => {
    const file = '# Changes\n\nAbout.\n\n## 1.1.0 (x)\n\na\n\n## 1.0.0 (x)\n\nb\n'
    expect(added(file, '1.2.0')).toBe(file.replace('## 1.1.0', `${section('1.2.0')}\n\n## 1.1.0`))
    expect(added(file, '1.0.1')).toBe(file.replace('## 1.0.0', `${section('1.0.1')}\n\n## 1.0.0`))
    expect(added(file, '1.1.0-rc.1')).toBe(file.replace('## 1.0.0', `${section('1.1.0-rc.1')}\n\n## 1.0.0`))
    expect(added(file, 'v1.0.10')).toBe(file.replace('## 1.0.0', `${section('v1.0.10')}\n\n## 1.0.0`))
  })

  test('goes to the end, after an empty line, when none is lower', () => {
    const file = '## 1.1.0 (x)\n\na\n'
    expect(added(file, '0.9.0')).toBe(`${file}\n${section('0.9.0')}\n`)
  })

  test.each(['## 1.0.0 (x)', '##   1.0.0', '##1.0.0', '## 1.0.0'])(
    'is left out when %j is there',
    (heading) => {
      expect(added(`x\n${heading}\n`, '1.0.0')).toBeUndefined()
    },
  )

  test.each(['## 1.0.00', '## 1.0.0-rc1 (x)', '# 1.0.0', 'x ## 1.0.0', '### 1.0.0', '## v1.0.0'])(
    'is added when only %j is there',
    (heading) => {
      expect(added(`${heading}\n`, '1.0.0')).toContain(section('1.0.0'))
    },
  )

  test('leaves bytes that are no text as they are', () => {
    const file = unbinary('\xff\xfe\r\n## 1.0.0\n\x80')
    const bytes = insertSection(file, '2.0.0', '## 2.0.0 (ü)')
    expect(Buffer.from(bytes ?? []).toString('latin1')).toBe('\xff\xfe\r\n## 2.0.0 (Ã¼)\n\n## 1.0.0\n\x80')
  })
})

test('sections of any versions, added in any order, stand from the highest to the lowest', () => {
  const version = fc.tuple(fc.nat(12), fc.nat(12), fc.nat(3)).map((parts) => parts.join('.'))
  fc.assert(
    fc.property(fc.uniqueArray(version, { maxLength: 8 }), (versions) => {
      const file = versions.reduce((before, next) => added(before, next) ?? before, '')
      const headings = [...file.matchAll(/^## (\S+)/gm)].map(([, found]) => found ?? '')
      const descending = versions.toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))
      expect(headings).toEqual(descending)
      expect(file === '' || /[^\n]\n$/.test(file)).toBe(true)
    }),
  )
})
