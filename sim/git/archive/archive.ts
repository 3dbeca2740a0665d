import { concatAll } from '../../lib/bytes.ts'
import { gzip, gzipSteps } from '../../lib/gzip.ts'
import { finished, Pace, type Steps } from '../../lib/steps.ts'
import { type ObjectStore, readCommit } from '../objects.ts'
import { bzip2Steps } from './bzip2.ts'
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
  /** Files and folders that are left out. */
  readonly without?: readonly string[]
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
  options: ArchiveOptions,
): Uint8Array {
  return finished(archiveSteps(objects, commit, format, options))
}

/** The same step by step. */
export function* archiveSteps(
  objects: ObjectStore,
  commit: string,
  format: ArchiveFormat,
  { top, path = '', without, checkedOut = (_, blob) => blob }: ArchiveOptions,
): Steps<Uint8Array> {
  const entries = archiveEntries(objects, commit, top, path, checkedOut, without)
  const stamp = { commit, at: readCommit(objects, commit).committer.at }
  switch (format) {
    case 'zip':
      return yield* joined(zipPieces(entries, stamp))
    case 'tar':
      return yield* joined(tarPieces(entries, stamp))
    case 'tar.gz':
      return yield* gzipSteps(tarPieces(entries, stamp))
    case 'tar.bz2':
      return yield* bzip2Steps(tarPieces(entries, stamp))
    default:
      return format satisfies never
  }
}

function* joined(pieces: Iterable<Uint8Array>): Steps<Uint8Array> {
  const all: Uint8Array[] = []
  const pace = new Pace()
  for (const piece of pieces) {
    all.push(piece)
    if (piece.length === 0 || pace.after(piece.length)) yield
  }
  return concatAll(all)
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
