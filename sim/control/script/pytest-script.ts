import type { BodyTemplate, JsonTemplate, Pointer, Script, Step, Template } from './template.ts'

/** A script as a test of pytest, which needs nothing but Python. */
export function pytestScript({ steps, secrets, url }: Script): string {
  const lines = steps.flatMap((step) => {
    switch (step.kind) {
      case 'call':
        return callLines(step)
      case 'clock':
        return [`call(0, 200, 'POST', '/_forgery/clock', {}, json.dumps({'set': ${quoted(step.set)}}))`]
      case 'left out':
        return [`# ${step.id} is left out, ${step.why}: ${step.call}`]
      default:
        return step satisfies never
    }
  })
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

function callLines({ id, status, method, target, headers, body, captures }: Step): string[] {
  const args = [
    String(id),
    String(status),
    quoted(method),
    templateText(target),
    ...(headers.length === 0 && body === undefined ? [] : [headersText(headers)]),
    ...(body === undefined ? [] : [bodyText(body)]),
  ]
  const call = `call(${args.join(', ')})`
  if (captures.length === 0) return [call]
  return [
    `reply_${id} = json.loads(${call})`,
    ...captures.map(({ variable, at }) => `${variable} = reply_${id}${pointerText(at)}`),
  ]
}

function headersText(headers: Step['headers']): string {
  return `{${headers.map(([name, value]) => `${quoted(name)}: ${templateText(value)}`).join(', ')}}`
}

function bodyText(body: BodyTemplate): string {
  switch (body.kind) {
    case 'json':
      return `json.dumps(${jsonText(body.value)})`
    case 'text':
      return templateText(body.text)
    case 'bytes':
      return `base64.b64decode(${quoted(body.base64)})`
    default:
      return body satisfies never
  }
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
