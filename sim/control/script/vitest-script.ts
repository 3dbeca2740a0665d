import { callLines, type Language } from './call-lines.ts'
import {
  camelCase,
  type JsonTemplate,
  type Pointer,
  type Script,
  type Step,
  type Template,
} from './template.ts'

/** A script as a test of vitest: against a simulator of its own, or the server of the journal where none can begin alike. */
export function vitestScript({ steps, secrets, url, options }: Script): string {
  const lines = callLines(steps, javascript)
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

const javascript: Language = {
  comment: '//',
  quoted,
  text: templateText,
  headers: headersText,
  json: (template) => `JSON.stringify(${jsonText(template)})`,
  bytes: (base64) => `Buffer.from(${quoted(base64)}, 'base64')`,
  call: (args) => `await call(${args})`,
  reply: (id, call) => `const reply${id} = JSON.parse(${call})`,
  capture: (variable, id, at) => `const ${camelCase(variable)} = reply${id}${pointerText(at)}`,
}

const CALL = [
  'const call = async (id: number, status: number, method: string, path: string, headers = {}, body?: BodyInit) => {',
  `  const reply = await fetch(url + path, { method, headers, redirect: 'manual', ...(body !== undefined && { body }) })`,
  '  const text = await reply.text()',
  `  expect(reply.status, ['call', id, method, path, text].join(' ')).toBe(status)`,
  '  return text',
  '}',
]

function headersText(headers: Step['headers']): string {
  if (headers.length === 0) return '{}'
  return `{${headers.map(([name, value]) => ` ${quoted(name)}: ${templateText(value)}`).join(',')} }`
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
