import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inRoot } from '../root.ts'
import { withEagerFunctions } from './functions.ts'

function startsOf(code: string): number[] {
  return [...code.matchAll(/^(?:async )?function/gm)].map(({ index }) => index)
}

function ran(code: string): unknown {
  return new Function(`${code}\nreturn out`)()
}

test('functions stand in parentheses, and keep their names', async () => {
  const code = `const out = [];
async function later() { return 1 }
function* some() { yield 2 }
function counted() { counted = () => 4; return 3 }
function left() {}
out.push(later, some(), counted(), counted(), later.name, some.name)`
  const eager = withEagerFunctions(code, new Set(startsOf(code).slice(0, 3)))
  expect(eager.match(/^.*function.*$/gm)).toEqual([
    'var later=(async function() { return 1 });',
    'var some=(function*() { yield 2 });',
    'var counted=(function() { counted = () => 4; return 3 });',
    'function left() {}',
  ])
  const [later, some, ...others] = ran(eager) as [() => Promise<number>, Iterable<number>]
  expect([await later(), ...some, ...others]).toEqual([1, 2, 3, 4, 'later', 'some'])
})

const FUNCTIONS = 6
const called = fc.subarray(Array.from({ length: FUNCTIONS }, (_, i) => i))
/** What a file of functions does that call one another, before and behind the places where they stand. */
const files = fc
  .record({
    bodies: fc.array(called, { minLength: FUNCTIONS, maxLength: FUNCTIONS }),
    statements: fc.array(called, { maxLength: 4 }),
    order: fc.infiniteStream(fc.nat()),
  })
  .map(({ bodies, statements, order }) => {
    const calls = (of: readonly number[], more = '') => of.map((i) => `f${i}(${more})`).join()
    const lines = [
      ...bodies.map(
        (of, i) => `function f${i}(depth = 0) { return depth > 2 ? ${i} : [${i},${calls(of, 'depth + 1')}] }`,
      ),
      ...statements.map(
        (of, i) => `class C${i} { static made = out.push(${calls(of)}); unused = () => [${calls(of)}] }`,
      ),
    ]
    const places = lines.map((line) => ({ line, at: order.next().value }))
    return ['var out = [];', ...places.sort((a, b) => a.at - b.at).map(({ line }) => line)].join('\n')
  })

test('a file does the same with any of its functions in parentheses', () => {
  fc.assert(
    fc.property(
      files.chain((code) => fc.tuple(fc.constant(code), fc.subarray(startsOf(code)))),
      ([code, starts]) => {
        expect(ran(withEagerFunctions(code, new Set(starts)))).toEqual(ran(code))
      },
    ),
  )
})

test('a build has done so with what first requests call', () => {
  const [simulator = ''] = readdirSync(inRoot('dist/chunks')).filter((name) => name.startsWith('simulator-'))
  const code = readFileSync(inRoot('dist/chunks', simulator), 'utf8')
  expect(code.match(/var [\w$]+=\((?:async )?function/g)?.length).toBeGreaterThan(100)
  expect(code).toMatch(/var handle=\(function/)
})
