import { text } from '../../../lib/bytes.ts'
import { GunzipError, gunzipSteps } from '../../../lib/gzip.ts'
import { type Json, parseJson } from '../../../lib/json.ts'
import { lineBounds, readNdjson } from '../../../lib/ndjson.ts'
import type { Steps } from '../../../lib/steps.ts'
import { TarError, untarSteps } from '../../../lib/untar.ts'
import { isObject, itemsOf, type JsonObject } from './field.ts'
import { ARCHIVE_VERSION, places } from './layout.ts'

/** Why a whole archive cannot be imported, as the service says it (project-import#import-error-texts). */
export class ImportFault extends Error {
  override readonly name = 'ImportFault'
}

/** An archive that has been looked through: it is one, and of the right version. */
export interface Unpacked {
  file(path: string): Uint8Array | undefined
  readonly paths: readonly string[]
  /** The project itself. */
  readonly project: JsonObject
  /** The values of a relation; undefined stands for one that cannot be read. */
  lines(relation: string): Iterable<Json | undefined>
}

/**
 * Opens an archive that comes from elsewhere, step by step; one of the old form, with everything in one file, only where
 * that is known. Throws an ImportFault.
 */
export function* unpack(archive: Uint8Array, knowsOldForm: boolean): Steps<Unpacked> {
  const files = yield* filesIn(yield* tarOf(archive))
  checkVersion(files.get(places.version))
  const hasTree = [...files.keys()].some((path) => path.startsWith(`${places.tree}/`))
  const legacy = knowsOldForm ? files.get(places.legacy) : undefined
  if (!hasTree && legacy !== undefined) return inOneFile(files, legacy)
  if (!hasTree) throw new ImportFault('invalid import format')
  const project = files.get(places.project)
  if (project === undefined) throw new ImportFault('Invalid file')
  return {
    file: (path) => files.get(path),
    paths: [...files.keys()],
    project: objectIn(project),
    lines: (name) => readNdjson(files.get(places.relation(name)) ?? new Uint8Array()),
  }
}

// Releases before 13 wrote all relations into the project's own object.
function inOneFile(files: ReadonlyMap<string, Uint8Array>, legacy: Uint8Array): Unpacked {
  const project = objectIn(legacy)
  return {
    file: (path) => files.get(path),
    paths: [...files.keys()],
    project,
    lines: (name) => {
      const value = Object.hasOwn(project, name) ? project[name] : undefined
      return isObject(value) ? [value] : itemsOf(value)
    },
  }
}

export function* tarOf(archive: Uint8Array): Steps<Uint8Array> {
  try {
    return yield* gunzipSteps(archive)
  } catch (problem) {
    if (!(problem instanceof GunzipError)) throw problem
    throw new ImportFault('Decompressed archive size validation failed.')
  }
}

const TAR_FAILED =
  'tar: Exiting with failure status due to previous errors and Unable to decompress /archive.tar.gz into /archive'

export function* filesIn(tar: Uint8Array): Steps<ReadonlyMap<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>()
  try {
    for (const { path, kind, bytes } of yield* untarSteps(tar)) {
      if (kind === 'hard link') throw new ImportFault('File shares hard link')
      // Links lead nowhere: what they name is never looked at.
      if (kind === 'file') files.set(path, bytes)
    }
  } catch (problem) {
    if (!(problem instanceof TarError)) throw problem
    throw new ImportFault(`${problem.message} ${TAR_FAILED}`)
  }
  return files
}

const VERSION = /^\s*\d{1,9}(?:\.[0-9A-Za-z]{1,9}){0,9}\s*$/

export function checkVersion(bytes: Uint8Array | undefined): void {
  if (bytes === undefined)
    throw new ImportFault(`No such file or directory @ rb_sysopen - /archive/${places.version}`)
  const version = text(bytes.subarray(0, 200))
  if (!VERSION.test(version)) throw new ImportFault('Incorrect VERSION format')
  if (version.trim() !== ARCHIVE_VERSION)
    throw new ImportFault(`Import version mismatch: Required ${ARCHIVE_VERSION} but was ${version.trim()}`)
}

export function objectIn(bytes: Uint8Array): JsonObject {
  const parsed = bytes.length > lineBounds.length ? undefined : parseJson(text(bytes), lineBounds.json)
  if (!parsed?.ok || !isObject(parsed.value)) throw new ImportFault('Incorrect JSON format')
  return parsed.value
}
