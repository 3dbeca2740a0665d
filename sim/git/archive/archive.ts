import { concatAll } from '../../lib/bytes.ts'
import { gzip } from '../../lib/gzip.ts'
import { type ObjectStore, readCommit } from '../objects.ts'
import { bzip2 } from './bzip2.ts'
import { archiveEntries, type CheckedOut } from './entries.ts'
import { tarPieces } from './tar.ts'
import { zipPieces } from './zip.ts'

export const archiveFormats = ['zip', 'tar', 'tar.gz', 'tar.bz2'] as const
export type ArchiveFormat = (typeof archiveFormats)[number]

export interface ArchiveOptions {
  /** The folder that holds everything. */
  readonly top: string
  /** Only this file or folder; `''` is everything. */
  readonly path?: string
  /** Default: blobs as they are. */
  readonly checkedOut?: CheckedOut
}

export interface NamedBytes {
  readonly path: string
  readonly bytes: Uint8Array
}

/** An archive of a commit: the same bytes whenever it is made. */
export function archive(
  objects: ObjectStore,
  commit: string,
  format: ArchiveFormat,
  { top, path = '', checkedOut = (_, blob) => blob }: ArchiveOptions,
): Uint8Array {
  const entries = archiveEntries(objects, commit, top, path, checkedOut)
  const stamp = { commit, at: readCommit(objects, commit).committer.at }
  switch (format) {
    case 'zip':
      return concatAll([...zipPieces(entries, stamp)])
    case 'tar':
      return concatAll([...tarPieces(entries, stamp)])
    case 'tar.gz':
      return gzip(tarPieces(entries, stamp))
    case 'tar.bz2':
      return bzip2(tarPieces(entries, stamp))
    default:
      return format satisfies never
  }
}

/** A tar.gz of files that are in no repository, all as old as that. */
export function gzippedTar(files: readonly NamedBytes[], at: number): Uint8Array {
  return gzip(
    tarPieces(
      files.map((file) => ({ kind: 'file', id: '', ...file })),
      { at },
    ),
  )
}
