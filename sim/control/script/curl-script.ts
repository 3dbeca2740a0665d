import {
  type BodyTemplate,
  jsonWritten,
  type Pointer,
  type Script,
  type Step,
  type Template,
  written,
} from './template.ts'

/** A script for a shell with curl, and jq where a reply gives something. */
export function curlScript({ steps, secrets, url }: Script): string {
  const lines = steps.flatMap((step) => {
    switch (step.kind) {
      case 'call':
        return callLines(step)
      case 'clock':
        return [
          `call 0 200 -X POST --data-raw ${quoted(JSON.stringify({ set: step.set }))} "$URL/_forgery/clock"`,
        ]
      case 'left out':
        return [`# ${step.id} is left out, ${step.why}: ${step.call}`]
      default:
        return step satisfies never
    }
  })
  const hidden = secrets.map(
    ({ variable, placeholder }) => `${variable}=\${${variable.toUpperCase()}:-${placeholder}}`,
  )
  return `${[
    '#!/bin/sh',
    'set -eu',
    `URL=\${FORGERY_URL:-${url}}`,
    ...hidden,
    'folder=$(mktemp -d)',
    `trap 'rm -rf "$folder"' EXIT`,
    '',
    '# call ID STATUS CURL-ARGUMENTS',
    'call() {',
    '  id=$1 wanted=$2',
    '  shift 2',
    `  status=$(curl -sS --globoff --path-as-is -o "$folder/reply" -w '%{http_code}' "$@")`,
    '  [ "$status" = "$wanted" ] && return',
    '  echo "call $id: $status instead of $wanted" >&2',
    '  exit 1',
    '}',
    '',
    ...lines,
  ].join('\n')}\n`
}

function callLines({ id, status, method, target, headers, body, captures }: Step): string[] {
  // curl says what a body is unless it is told to say nothing.
  const silent = body !== undefined && !headers.some(([name]) => name === 'content-type')
  const args = [
    `call ${id} ${status}`,
    method === 'HEAD' ? '-I' : method === 'GET' ? '' : `-X ${method}`,
    ...headers.map(([name, value]) => `-H ${textOf([`${name}: `, ...value])}`),
    silent ? `-H 'content-type:'` : '',
    body === undefined ? '' : bodyText(body),
    textOf(['', { variable: 'URL' }, ...target]),
  ]
  return [
    ...(body?.kind === 'bytes' ? [`printf '%s' ${quoted(body.base64)} | base64 -d > "$folder/body"`] : []),
    args.filter((arg) => arg !== '').join(' '),
    ...captures.map(({ variable, at }) => `${variable}=$(jq -r ${quoted(pointerText(at))} "$folder/reply")`),
  ]
}

function bodyText(body: BodyTemplate): string {
  switch (body.kind) {
    case 'json':
      return `--data-raw ${jsonText(body)}`
    case 'text':
      return `--data-raw ${textOf(body.text)}`
    case 'bytes':
      return `--data-binary "@$folder/body"`
    default:
      return body satisfies never
  }
}

function jsonText({ value }: Extract<BodyTemplate, { kind: 'json' }>): string {
  let isVariable = false
  const variable = (name: string) => {
    isVariable = true
    return `\${${name}}`
  }
  const open = jsonWritten(value, inDouble, variable)
  return isVariable ? `"${open}"` : quoted(jsonWritten(value, (text) => text, variable))
}

function textOf(template: Template): string {
  if (template.every((piece) => typeof piece === 'string')) return quoted(template.join(''))
  return `"${written(template, inDouble, (name) => `\${${name}}`)}"`
}

function inDouble(text: string): string {
  return text.replace(/[\\"$`]/g, '\\$&')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function pointerText(at: Pointer): string {
  return at.map((part) => `[${JSON.stringify(part)}]`).reduce((all, part) => all + part, '.')
}
