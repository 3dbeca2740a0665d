import { callLines, type Language } from './call-lines.ts'
import type { JsonTemplate, Pointer, Script, Step, Template } from './template.ts'

/** A script as a test of pytest, which needs nothing but Python. */
export function pytestScript({ steps, secrets, url }: Script): string {
  const lines = callLines(steps, python)
  const hidden = secrets.map(
    ({ variable, placeholder }) =>
      `${variable} = os.environ.get(${quoted(variable.toUpperCase())}, ${quoted(placeholder)})`,
  )
  const body = lines.some((line) => !line.startsWith('#')) ? lines : [...lines, 'pass']
  return `${[
    'import base64',
    'import json',
    'import os',
    'import urllib.error',
    'import urllib.request',
    '',
    `URL = os.environ.get('FORGERY_URL', ${quoted(url)})`,
    ...hidden,
    '',
    '',
    ...CALL,
    '',
    '',
    'def test_the_calls_of_a_journal():',
    ...body.map((line) => `    ${line}`),
  ].join('\n')}\n`
}

const python: Language = {
  comment: '#',
  quoted,
  text: templateText,
  headers: headersText,
  json: (template) => `json.dumps(${jsonText(template)})`,
  bytes: (encoded) => `base64.b64decode(${quoted(encoded)})`,
  call: (args) => `call(${args})`,
  reply: (id, call) => `reply_${id} = json.loads(${call})`,
  capture: (variable, id, at) => `${variable} = reply_${id}${pointerText(at)}`,
}

const CALL = [
  'class AsAnswered(urllib.request.HTTPRedirectHandler):',
  '    def redirect_request(self, *_):',
  '        return None',
  '',
  '',
  'def call(id, status, method, path, headers={}, body=None):',
  '    data = body.encode() if isinstance(body, str) else body',
  '    request = urllib.request.Request(URL + path, data, headers, method=method)',
  '    try:',
  '        reply = urllib.request.build_opener(AsAnswered).open(request)',
  '    except urllib.error.HTTPError as error:',
  '        reply = error',
  '    text = reply.read()',
  '    assert reply.getcode() == status, f"call {id}, {method} {path}: {reply.getcode()} {text}"',
  '    return text',
]

function headersText(headers: Step['headers']): string {
  return `{${headers.map(([name, value]) => `${quoted(name)}: ${templateText(value)}`).join(', ')}}`
}

function jsonText(template: JsonTemplate): string {
  switch (template.kind) {
    case 'literal':
      return literalText(template.value)
    case 'variable':
      return template.asText ? `str(${template.variable})` : template.variable
    case 'list':
      return `[${template.items.map(jsonText).join(', ')}]`
    case 'fields':
      return `{${template.fields.map(([name, value]) => `${quoted(name)}: ${jsonText(value)}`).join(', ')}}`
    default:
      return template satisfies never
  }
}

function literalText(value: string | number | boolean | null): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return typeof value === 'string' ? quoted(value) : String(value)
}

function templateText(template: Template): string {
  const pieces = template.map((piece) =>
    typeof piece === 'string' ? quoted(piece) : `str(${piece.variable})`,
  )
  return template.every((piece) => typeof piece === 'string') ? quoted(template.join('')) : pieces.join(' + ')
}

// What JSON escapes, Python understands too.
function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${inner}'`
}

function pointerText(at: Pointer): string {
  return at.map((part) => `[${typeof part === 'number' ? part : quoted(part)}]`).join('')
}
