import XMLBuilder from 'fast-xml-builder'
import { type Remark, remarkKinds, remarkTexts } from './remark.ts'

/** For continuous integration: a test case a kind of remark, which fails where there is one. */
export function junit(remarks: readonly Remark[]): string {
  const cases = remarkKinds.map((kind) => {
    const met = remarks.filter((remark) => remark.kind === kind)
    const named = { '@classname': 'hygiene', '@name': `${kind}: ${remarkTexts[kind]}`, '@time': '0.000' }
    if (met.length === 0) return named
    const lines = met.map(({ subject, says, count }) => `${subject}: ${says} (${count} ×)`)
    const message = `${met.length} of ${kind}`
    return { ...named, failure: { '@type': kind, '@message': message, '#text': lines.join('\n') } }
  })
  const totals = {
    '@tests': cases.length,
    '@failures': cases.filter((named) => 'failure' in named).length,
    '@errors': 0,
  }
  const builder = new XMLBuilder({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    format: true,
    suppressBooleanAttributes: false,
  })
  return builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    testsuites: {
      '@name': 'forgery exec',
      ...totals,
      testsuite: { '@name': 'hygiene', ...totals, '@skipped': 0, '@time': '0.000', testcase: cases },
    },
  })
}
