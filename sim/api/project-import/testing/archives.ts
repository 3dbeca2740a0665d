import { utf8 } from '../../../lib/bytes.ts'
import { gunzip, gzip } from '../../../lib/gzip.ts'
import { tarContent, tarHeader, tarWithEnd } from '../../../lib/tar.ts'
import { untar } from '../../../lib/untar.ts'
import type { Calls } from '../../../testing/calls.ts'
import { uploading } from '../../../testing/multipart.ts'

/** Files by their paths in an archive. */
export type Files = { readonly [path: string]: string | Uint8Array }

export interface OddEntry {
  readonly path: string
  /** `1` hard link, `2` symbolic link, and so on. */
  readonly type: string
  readonly link?: string
}

/** An archive of files and of unusual entries. */
export function archiveOf(files: Files, odd: readonly OddEntry[] = []): Uint8Array {
  return gzip(tarWithEnd(records(files, odd)))
}

function* records(files: Files, odd: readonly OddEntry[]): Generator<Uint8Array> {
  for (const { path, type, link = '' } of odd)
    yield tarHeader({ name: utf8(path), type, link: utf8(link), mode: 0o644, size: 0, at: 0 })
  for (const [path, content] of Object.entries(files)) {
    const bytes = typeof content === 'string' ? utf8(content) : content
    yield tarHeader({ name: utf8(path), type: '0', mode: 0o644, size: bytes.length, at: 0 })
    yield* tarContent(bytes)
  }
}

/** The files of an archive. */
export function filesOf(archive: Uint8Array): { [path: string]: Uint8Array } {
  const entries = [...untar(gunzip(archive))].filter(({ kind }) => kind === 'file')
  return Object.fromEntries(entries.map(({ path, bytes }) => [path, bytes]))
}

/** The minimum that imports as a project. */
export const least: Files = { VERSION: '0.2.4', 'tree/project.json': '{}' }

/** Lines of a relation. */
export function lines(...rows: readonly unknown[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}

/** Uploads an archive. */
export function upload(
  calls: Calls,
  archive: Uint8Array,
  fields: { readonly [name: string]: string } = { path: 'imported' },
  name = 'archive.tar.gz',
) {
  return calls.send('POST', '/projects/import', uploading(fields, { field: 'file', name, bytes: archive }))
}

/** The archive of a project, as its export makes it. */
export function exported(calls: Calls, project: number, advance: (by: string) => void): Uint8Array {
  calls.post(`/projects/${project}/export`, {})
  advance('5s')
  const { status, body } = calls.get(`/projects/${project}/export/download`)
  if (status !== 200 || !(body instanceof Uint8Array)) throw new Error(`the download answers ${status}`)
  return body
}
