import {
  type BodyTemplate,
  camelCase,
  type JsonTemplate,
  type Pointer,
  type Script,
  type Step,
  type Template,
} from './template.ts'

/** A script as a test of vitest: against a simulator of its own, or the server of the journal where none can begin alike. */
export function vitestScript({ steps, secrets, url, options }: Script): string {
  const lines = steps.flatMap((step) => {
    switch (step.kind) {
      case 'call':
        return callLines(step)
      case 'clock':
        return [
          `await call(0, 200, 'POST', '/_forgery/clock', {}, ${quoted(JSON.stringify({ set: step.set }))})`,
        ]
      case 'left out':
        return [`// ${step.id} is left out, ${step.why}: ${step.call}`]
      default:
        return step satisfies never
    }
  })
  const hidden = secrets.map(
    ({ variable, placeholder }) =>
      `const ${camelCase(variable)} = process.env.${variable.toUpperCase()} ?? ${quoted(placeholder)}`,
  )
  return `${[
    ...(options === undefined
      ? [`import { expect, test } from 'vitest'`, '', `const url = process.env.FORGERY_URL ?? ${quoted(url)}`]
      : [
          `import { forgeryTest } from 'forgery/vitest'`,
          `import { expect } from 'vitest'`,
          '',
          `const test = forgeryTest(${objectText(options)})`,
        ]),
    ...hidden,
    '',
    `test('the calls of a journal', async (${options === undefined ? '' : '{ url }'}) => {`,
    ...CALL.map((line) => `  ${line}`),
    '',
    ...lines.map((line) => `  ${line}`),
    '})',
  ].join('\n')}\n`
}

const CALL = [
  'const call = async (id: number, status: number, method: string, path: string, headers = {}, body?: BodyInit) => {',
  `  const reply = await fetch(url + path, { method, headers, redirect: 'manual', ...(body !== undefined && { body }) })`,
  '  const text = await reply.text()',
  `  expect(reply.status, ['call', id, method, path, text].join(' ')).toBe(status)`,
  '  return text',
  '}',
]

function callLines({ id, status, method, target, headers, body, captures }: Step): string[] {
  const args = [
    String(id),
    String(status),
    quoted(method),
    templateText(target),
    ...(headers.length === 0 && body === undefined ? [] : [headersText(headers)]),
    ...(body === undefined ? [] : [bodyText(body)]),
  ]
  const call = `await call(${args.join(', ')})`
  if (captures.length === 0) return [call]
  return [
    `const reply${id} = JSON.parse(${call})`,
    ...captures.map(({ variable, at }) => `const ${camelCase(variable)} = reply${id}${pointerText(at)}`),
  ]
}

function headersText(headers: Step['headers']): string {
  return `{${headers.map(([name, value]) => ` ${quoted(name)}: ${templateText(value)}`).join(',')} }`
}

function bodyText(body: BodyTemplate): string {
  switch (body.kind) {
    case 'json':
      return `JSON.stringify(${jsonText(body.value)})`
    case 'text':
      return templateText(body.text)
    case 'bytes':
      return `Buffer.from(${quoted(body.base64)}, 'base64')`
    default:
      return body satisfies never
  }
}

function jsonText(template: JsonTemplate): string {
  switch (template.kind) {
    case 'literal':
      return typeof template.value === 'string' ? quoted(template.value) : String(template.value)
    case 'variable':
      return template.asText ? `String(${camelCase(template.variable)})` : camelCase(template.variable)
    case 'list':
      return `[${template.items.map(jsonText).join(', ')}]`
    case 'fields':
      return template.fields.length === 0
        ? '{}'
        : `{ ${template.fields.map(([name, value]) => `[${quoted(name)}]: ${jsonText(value)}`.replace(/^\['([a-z_]+)'\]/i, '$1')).join(', ')} }`
    default:
      return template satisfies never
  }
}

function objectText(options: { readonly [name: string]: string | number }): string {
  const pairs = Object.entries(options).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? quoted(value) : value}`,
  )
  return `{ ${pairs.join(', ')} }`
}

function templateText(template: Template): string {
  const [only] = template
  if (template.length === 1 && typeof only === 'object') return camelCase(only.variable)
  if (template.every((piece) => typeof piece === 'string')) return quoted(template.join(''))
  const pieces = template.map((piece) =>
    typeof piece === 'string' ? escaped(piece).replace(/[`$]/g, '\\$&') : `\${${camelCase(piece.variable)}}`,
  )
  return `\`${pieces.join('')}\``
}

function quoted(text: string): string {
  return `'${escaped(text).replaceAll("'", "\\'")}'`
}

// As JSON escapes, which JavaScript understands too.
function escaped(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replace(/[\u2028\u2029]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16)}`)
}

function pointerText(at: Pointer): string {
  return at
    .map((part) =>
      typeof part === 'number' ? `[${part}]` : /^[a-z_]\w*$/i.test(part) ? `.${part}` : `[${quoted(part)}]`,
    )
    .join('')
}
