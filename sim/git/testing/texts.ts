import fc from 'fast-check'

const word = fc.constantFrom('alpha', 'beta', 'gamma', 'delta', 'zeta')
const statement = fc.oneof(
  word.map((name) => `  call(${name})`),
  fc.nat(99).map((n) => `\tx = ${n}`),
  fc.constantFrom('', '  if (x) {', '  }', '    return 1', '  wide '.repeat(20), '  é'),
)
const block = fc
  .record({ name: word, body: fc.array(statement, { maxLength: 6 }), blank: fc.boolean() })
  .map(({ name, body, blank }) => [`function ${name}() {`, ...body, '}', ...(blank ? [''] : [])])

/** Lines that look like a program, so that braces and blank lines give a diff something to choose from. */
export const programs: fc.Arbitrary<string[]> = fc
  .array(block, { minLength: 1, maxLength: 8 })
  .map((b) => b.flat())

/** Lines of which many are equal, the hard case for a diff. */
export const repetitive: fc.Arbitrary<string[]> = fc.array(fc.constantFrom('a', 'b', 'c', '', '  x'), {
  maxLength: 25,
})

const cut = fc.record({
  at: fc.nat(200),
  lines: fc.nat(4),
  put: fc.oneof(
    block,
    repetitive.map((l) => l.slice(0, 3)),
  ),
})

/** A text, and versions of it that were edited apart. */
export function versions(text: fc.Arbitrary<string[]>, count: number): fc.Arbitrary<string[]> {
  const cuts = fc.array(cut, { minLength: 1, maxLength: 4 })
  const newlines = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: count, maxLength: count })
  return fc
    .tuple(text, fc.array(cuts, { minLength: count - 1, maxLength: count - 1 }), newlines)
    .map(([lines, edits, ends]) => {
      const all = [lines, ...edits.map((steps) => edit(lines, steps))]
      return all.map((each, i) => each.join('\n') + (each.length > 0 && ends[i] !== 0 ? '\n' : ''))
    })
}

function edit(
  lines: readonly string[],
  cuts: readonly { at: number; lines: number; put: string[] }[],
): string[] {
  return cuts.reduce(
    (text, cut) => text.toSpliced(cut.at % (text.length + 1), cut.lines, ...cut.put),
    [...lines],
  )
}
