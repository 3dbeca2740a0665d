import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText } from '../../../testing/any-text.ts'
import { splitText } from './split-text.ts'

const known = new Set(['close', 'label', 'due'])
const split = (text: string) => splitText(text, known)

describe('a text', () => {
  test.each([
    ['Hello\n/close\nWorld', 'Hello\nWorld', ['close']],
    ['Hello\n/CLOSE\n\n\nWorld', 'Hello\nWorld', ['close']],
    ['/label ~a ~"b c"\r\n/due tomorrow\n', '', ['label', 'due']],
    [' /close', ' /close', []],
    ['/closed\n/ close\n//close', '/closed\n/ close\n//close', []],
    ['```\n/close\n```', '```\n/close\n```', []],
    ['```\n/close', '```', ['close']],
    ['>>>\n/close\n>>>\n/close', '>>>\n/close\n>>>', ['close']],
    ['<details>\n/close\n</details>', '<details>\n/close\n</details>', []],
    ['`\n/close\n`', '`\n/close\n`', []],
    ['/cc @bob', '/cc @bob', []],
    ['/shrug Well\n/tableflip', 'Well ¯\\＿(ツ)＿/¯\n (╯°□°)╯︵ ┻━┻', []],
  ])('%j becomes %j', (text, words, names) => {
    const { text: left, commands } = split(text)
    expect(left).toBe(words)
    expect(commands.map(({ name }) => name)).toEqual(names)
  })

  const word = fc.stringMatching(/^[a-z][a-z ]{0,8}[a-z]$/)
  const command = fc.record({ name: fc.constantFrom(...known), text: word })

  test('is its words and its actions, whatever stands between them', () => {
    const lines = fc.array(fc.oneof(word, command), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(lines, (given) => {
        const text = given.map((it) => (typeof it === 'string' ? it : `/${it.name} ${it.text}`)).join('\n')
        expect(split(text)).toEqual({
          text: given.filter((it) => typeof it === 'string').join('\n'),
          commands: given.filter((it) => typeof it !== 'string'),
        })
      }),
    )
  })

  test('without actions stays as it is', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 60 }), (text) => {
        fc.pre(!/^\/(?:close|label|due|shrug|tableflip)/im.test(text))
        expect(split(text)).toEqual({ text, commands: [] })
      }),
    )
  })
})
