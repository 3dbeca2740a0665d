import { base64, utf8 } from '../../lib/bytes.ts'
import {
  type BodyTemplate,
  jsonWritten,
  literalOf,
  type Pointer,
  type Script,
  type Step,
  type Template,
  written,
} from './template.ts'

/** A script for hurl. Its first line is the command that runs it. */
export function hurlScript({ steps, secrets, url }: Script): string {
  const variables = [['url', url], ...secrets.map(({ variable, placeholder }) => [variable, placeholder])]
  const blocks = steps.map((step) => {
    switch (step.kind) {
      case 'call':
        return callText(step)
      case 'clock':
        return `POST {{url}}/_forgery/clock\n${JSON.stringify({ set: step.set })}\nHTTP 200\n`
      case 'left out':
        return `# ${step.id} is left out, ${step.why}: ${step.call}\n`
      default:
        return step satisfies never
    }
  })
  const command = `# hurl ${variables.map(([name, value]) => `--variable ${name}=${value}`).join(' ')} journal.hurl\n`
  return [command, ...blocks].join('\n')
}

function callText({ id, method, target, headers, body, status, captures }: Step): string {
  const lines = [
    `# ${id}`,
    `${method} {{url}}${textOf(target)}`,
    ...headers.map(([name, value]) => `${name}: ${textOf(value)}`),
    ...(body === undefined ? [] : [bodyText(body)]),
    `HTTP ${status}`,
    ...(captures.length === 0 ? [] : ['[Captures]']),
    ...captures.map(({ variable, at }) => `${variable}: jsonpath ${JSON.stringify(pointerText(at))}`),
  ]
  return `${lines.join('\n')}\n`
}

function bodyText(body: BodyTemplate): string {
  switch (body.kind) {
    case 'json':
      return jsonWritten(body.value, inJson, placeholder)
    case 'text': {
      const literal = literalOf(body.text)
      return literal === undefined
        ? `\`${written(body.text, inText, placeholder)}\``
        : `base64,${base64(utf8(literal))};`
    }
    case 'bytes':
      return `base64,${body.base64};`
    default:
      return body satisfies never
  }
}

function placeholder(name: string): string {
  return `{{${name}}}`
}

// A brace in a text could be taken for a variable.
function inJson(json: string): string {
  return json.replaceAll('{', '\\u007b')
}

function inText(text: string): string {
  return text.replace(/[\\`]/g, '\\$&').replaceAll('\r', '\\r').replaceAll('\n', '\\n')
}

function textOf(template: Template): string {
  return written(template, (text) => text.replace(/[\\#]/g, '\\$&').replaceAll('{', '\\u{7b}'), placeholder)
}

function pointerText(at: Pointer): string {
  return at
    .map((part) => (typeof part === 'number' ? `[${part}]` : /^\w+$/.test(part) ? `.${part}` : `['${part}']`))
    .reduce((all, part) => all + part, '$')
}
