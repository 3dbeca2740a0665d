import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { COUNT, helpOf, Misuse, oneOf, parsedBy } from './arguments.ts'
import { inRoot } from './root.ts'

const script = {
  command: 'npm run example --',
  says: 'Measures something.',
  options: {
    rounds: { type: 'string', default: '3', about: 'how often', fits: COUNT },
    dialect: { type: 'string', about: 'which one', fits: oneOf('specification', 'real') },
    quick: { type: 'boolean', default: false, about: 'takes shorter rounds' },
  },
} as const

test('options are read, and those that are not given have their defaults', () => {
  expect(parsedBy(script, ['--quick', '--dialect', 'real'])?.values).toEqual({
    rounds: '3',
    dialect: 'real',
    quick: true,
  })
  expect(parsedBy({ ...script, words: 'names' }, ['a', 'b'])?.positionals).toEqual(['a', 'b'])
})

test.each([
  [['--quik'], "unknown option '--quik'; --help lists the options"],
  [['--rounds'], "option '--rounds <value>' argument missing; --help lists the options"],
  [['--quick=1'], "option '--quick' does not take an argument; --help lists the options"],
  [['--rounds', 'many'], "--rounds takes a number from 1, not 'many'"],
  [['--dialect', 'reel'], "--dialect takes specification or real, not 'reel'"],
  [['word'], "it takes options only, not 'word'; --help lists them"],
])('%j is refused in one line', (args, line) => {
  expect(() => parsedBy(script, args)).toThrow(new Misuse(line))
})

test('whatever is written is read or refused in one line', () => {
  const word = fc.oneof(
    fc.constantFrom('--rounds', '--quick', '--', '-', '--help', '--dialect=real'),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(word), (args) => {
      try {
        parsedBy(script, args)
      } catch (problem) {
        expect(problem).toBeInstanceOf(Misuse)
      }
    }),
  )
})

test('--help tells every option, its default and what it is for', () => {
  expect(parsedBy(script, ['--help'])).toBeUndefined()
  expect(helpOf({ ...script, words: 'names of faults' })).toMatchInlineSnapshot(`
    "npm run example -- [options] [WORD …]

    Measures something.

      --rounds VALUE   how often (default 3)
      --dialect VALUE  which one
      --quick          takes shorter rounds
      --help           prints this
      WORD …           names of faults
    "
  `)
})

test('every script of package.json that is compiled reads its command line here', () => {
  const { scripts } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  const compiled = Object.values<string>(scripts).flatMap(
    (line) => /dist\/scripts\/([a-z-]+)\.js/.exec(line)?.[1] ?? [],
  )
  expect(compiled).toContain('mutants')
  const others = compiled.filter(
    (name) => !readFileSync(inRoot('scripts', `${name}.ts`), 'utf8').includes('argumentsOf({'),
  )
  expect(others).toEqual([])
})
