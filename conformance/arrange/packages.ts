import { numberIn, textIn } from '../kit/expect.ts'
import type { Row } from '../kit/json.ts'
import { arranged, expectArranged, type Stage } from '../run/stage.ts'
import type { Who } from '../targets/target.ts'

export const upload = 'PUT /projects/:id/packages/generic/:package_name/:package_version/:file_name'
export const publish = 'PUT /projects/:id/packages/npm/*package_name'
const list = 'GET /projects/:id/packages'

export interface GenericWish {
  readonly name: string
  readonly version: string
  /** `file.txt` unless told. */
  readonly file?: string
  readonly content?: string | Uint8Array
  readonly status?: 'default' | 'hidden'
  readonly as?: Who
  /** Another project than the throw-away one. */
  readonly project?: number
}

/** A file of a generic package, which is made if need be; the package as it is listed. */
export async function genericPackage(stage: Stage, wish: GenericWish): Promise<Row> {
  const { name, version, file = 'file.txt', content = `${file}\n`, status, as = 'owner', project } = wish
  const id = project ?? stage.project.id
  const params = { id, package_name: name, package_version: version, file_name: file, status }
  const carried = { inQuery: true, body: content, contentType: 'application/octet-stream' } as const
  expectArranged(await stage.call(upload, params, { as, ...carried }))
  const all = await stage.call(
    list,
    { id, package_type: 'generic', status: status ?? 'default', per_page: 100 },
    { as: 'owner' },
  )
  const found = all.rows().find((it) => it.name === name && it.version === version)
  return found ?? stage.skip('the target lists no generic packages')
}

/** The files of a package. */
export async function filesOf(stage: Stage, it: Row): Promise<readonly Row[]> {
  const params = { id: stage.project.id, package_id: numberIn(it, 'id') }
  const reply = await stage.call('GET /projects/:id/packages/:package_id/package_files', params, {
    as: 'owner',
  })
  return reply.rows()
}

/** A name that is free on every target: after the throw-away group, or whoever owns the project. */
export function npmName(stage: Stage, name: string): string {
  const [top] = stage.project.path.split('/')
  // All groups below a top-level group share one scope, in which a name is taken once.
  return stage.inGroup && stage.group.path !== top ? `@${top}/${stage.prefix}-${name}` : `@${top}/${name}`
}

export function npmFileName(name: string, version: string): string {
  return `${name}-${version}.tgz`
}

export interface NpmWish {
  readonly name: string
  readonly version?: string
  readonly tag?: string
  /** What npm would have packed. */
  readonly content?: string
  readonly fields?: Row
  readonly as?: Who
  readonly project?: number
}

/** What npm sends to publish a version. */
export async function npmBody(wish: NpmWish): Promise<Row> {
  const { name, version = '1.0.0', tag = 'latest', content = `${name}@${version}`, fields = {} } = wish
  const bytes = new TextEncoder().encode(content)
  const file = npmFileName(name, version)
  const shasum = await digest('SHA-1', bytes)
  const dist = { shasum, tarball: `http://registry.example/${name}/-/${file}` }
  return {
    _id: name,
    name,
    'dist-tags': { [tag]: version },
    versions: { [version]: { name, version, dist, ...fields } },
    _attachments: {
      [file]: { content_type: 'application/octet-stream', data: base64(bytes), length: bytes.length },
    },
  }
}

/** A published version; the row that publishing answers. */
export async function npmPackage(stage: Stage, wish: NpmWish): Promise<Row> {
  const { name, as = 'owner', project = stage.project.id } = wish
  const body = await npmBody(wish)
  return arranged(await stage.call(publish, { id: project, package_name: name, ...body }, { as }))
}

export async function digest(algorithm: 'SHA-1' | 'SHA-256', bytes: Uint8Array): Promise<string> {
  const hashed = new Uint8Array(await crypto.subtle.digest(algorithm, bytes as BufferSource))
  return Array.from(hashed, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** Params that name a package in a path. */
export function namedPackage(stage: Stage, it: Row): { readonly id: number; readonly package_id: number } {
  return { id: stage.project.id, package_id: numberIn(it, 'id') }
}

/** Names of listed packages with their versions: `tool 1.0.0`. */
export function packageNamesAndVersions(rows: readonly Row[]): readonly string[] {
  return rows.map((row) => `${textIn(row, 'name')} ${row.version}`)
}
