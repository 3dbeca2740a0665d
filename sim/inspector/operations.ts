import { call } from './control.ts'

/** A schema of the OpenAPI document, as far as forms need it. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly description?: string
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly contentMediaType?: string
  readonly properties?: { readonly [name: string]: Schema }
  readonly required?: readonly string[]
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

interface Described {
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[]
  readonly requestBody?: { readonly content: { readonly [type: string]: { readonly schema: Schema } } }
}

/** An OpenAPI document, as far as forms need it. */
export interface Document {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Described } }
  readonly components: {
    readonly parameters: { readonly [name: string]: Parameter }
    readonly schemas: { readonly [name: string]: Schema }
  }
}

export interface FormField {
  readonly name: string
  readonly in: 'path' | 'query' | 'body'
  readonly isRequired: boolean
  readonly about: string
  readonly kind: 'text' | 'number' | 'boolean' | 'list' | 'object' | 'file'
  readonly choices: readonly string[]
}

/** An operation of the API with the fields of its form. */
export interface Operation {
  /** `PUT /projects/{id}` */
  readonly name: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly about: string
  readonly tag: string
  /** How its body is sent: as JSON where it may be. */
  readonly bodyType: string | undefined
  readonly fields: readonly FormField[]
}

let loaded: Promise<readonly Operation[]> | undefined

/** All operations, loaded once. */
export function operations(): Promise<readonly Operation[]> {
  loaded ??= call<Document>('GET', '/openapi.json').then(operationsOf)
  return loaded
}

export function operationsOf(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => operation(document, path, method, described)),
  )
}

function operation(document: Document, path: string, method: string, described: Described): Operation {
  const content = described.requestBody?.content ?? {}
  const bodyType = 'application/json' in content ? 'application/json' : Object.keys(content)[0]
  return {
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    summary: described.summary,
    about: described.description ?? '',
    tag: described.tags[0] ?? '',
    bodyType,
    fields: [
      ...(described.parameters ?? []).flatMap((given) => parameter(document, given)),
      ...bodyFields(document, bodyType === undefined ? undefined : content[bodyType]?.schema),
    ],
  }
}

// The form asks for a user instead of `sudo`.
function parameter(document: Document, given: Parameter | { readonly $ref: string }): FormField[] {
  const found = '$ref' in given ? document.components.parameters[nameIn(given.$ref)] : given
  if (found === undefined || found.in === 'header' || found.name === 'sudo') return []
  return [
    {
      name: found.name,
      in: found.in,
      isRequired: found.required === true,
      ...shape(document, found.schema, found.description),
    },
  ]
}

function bodyFields(document: Document, given: Schema | undefined): FormField[] {
  const schema = given === undefined ? {} : resolved(document, given)
  if (schema.contentMediaType !== undefined)
    return [{ name: '', in: 'body', isRequired: true, ...shape(document, schema) }]
  const whole = Object.entries(schema.properties ?? {})
  return whole.map(([name, inner]) => ({
    name,
    in: 'body',
    isRequired: schema.required?.includes(name) === true,
    ...shape(document, inner),
  }))
}

function shape(
  document: Document,
  given: Schema,
  about?: string,
): Pick<FormField, 'about' | 'kind' | 'choices'> {
  const schema = resolved(document, given)
  const variants = [
    schema,
    ...(schema.anyOf ?? []).flatMap((one) => [resolved(document, one), ...(one.anyOf ?? [])]),
  ]
  const types = variants.flatMap(({ type = [] }) => type)
  const isFile = variants.some(({ contentMediaType }) => contentMediaType !== undefined)
  const kinds: readonly (readonly [boolean, FormField['kind']])[] = [
    [isFile, 'file'],
    [types.includes('array'), 'list'],
    [types.includes('object'), 'object'],
    [types.includes('boolean'), 'boolean'],
    [types.includes('string'), 'text'],
    [types.includes('integer') || types.includes('number'), 'number'],
  ]
  return {
    about: about ?? variants.flatMap(({ description = [] }) => description)[0] ?? '',
    kind: kinds.find(([fits]) => fits)?.[1] ?? 'text',
    choices: variants
      .flatMap((one) => one.enum ?? [])
      .flatMap((value) => (value === null ? [] : String(value))),
  }
}

function resolved({ components }: Document, schema: Schema): Schema {
  return schema.$ref === undefined ? schema : (components.schemas[nameIn(schema.$ref)] ?? {})
}

function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}

/** Sends an operation as a user with what a form holds. Returns the number of its request; null where it waits. */
export async function send(operation: Operation, user: string, form: FormData): Promise<number | null> {
  const query = new URLSearchParams()
  const body: [FormField, string | File][] = []
  let path = operation.path
  for (const field of operation.fields) {
    const value = form.get(keyOf(field))
    if (value === null || isEmpty(value)) continue
    if (field.in === 'path') path = path.replace(`{${field.name}}`, () => encodeURIComponent(String(value)))
    else if (field.in === 'body') body.push([field, value])
    else for (const one of listed(field, String(value))) query.append(...one)
  }
  const text = query.toString()
  const asked = {
    method: operation.method,
    path: `/api/v4${path}${text === '' ? '' : `?${text}`}`,
    ...(user === '' ? {} : { user }),
    ...(await sent(operation.bodyType, body)),
  }
  const { id } = await call<{ readonly id: number | null }>('POST', '/requests', asked)
  return id
}

/** The name of a field in its form: a query and a body may have the same. */
export function keyOf(field: FormField): string {
  return `${field.in}:${field.name}`
}

function isEmpty(value: string | File): boolean {
  return typeof value === 'string' ? value === '' : value.name === ''
}

function listed({ name, kind }: FormField, value: string): [string, string][] {
  return kind === 'list' ? value.split(',').map((item) => [`${name}[]`, item.trim()]) : [[name, value]]
}

async function sent(type: string | undefined, body: readonly [FormField, string | File][]) {
  if (body.length === 0) return {}
  if (type === 'application/json')
    return {
      body: Object.fromEntries(body.map(([field, value]) => [field.name, typed(field, String(value))])),
    }
  const whole = type === 'multipart/form-data' ? multipart(body) : new Response(body[0]?.[1] as Blob | string)
  const bytes = new Uint8Array(await whole.arrayBuffer())
  const contentType = whole.headers.get('content-type') ?? 'application/octet-stream'
  return { headers: { 'content-type': contentType }, body: base64(bytes), base64: true }
}

function multipart(body: readonly [FormField, string | File][]): Response {
  const form = new FormData()
  for (const [{ name }, value] of body) form.append(name, value)
  return new Response(form)
}

function typed({ name, kind }: FormField, value: string): unknown {
  if (kind === 'number' && /^-?\d+(\.\d+)?$/.test(value)) return Number(value)
  if (kind === 'boolean') return value === 'true'
  if (kind === 'list' && !value.startsWith('[')) return value.split(',').map((item) => item.trim())
  if (kind !== 'list' && kind !== 'object') return value
  try {
    return JSON.parse(value)
  } catch {
    throw new Error(`${name} is to be JSON`)
  }
}

function base64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}
