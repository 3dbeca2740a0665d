import { since } from '../../lib/dialect.ts'

const LARGE = 10 * 1024 * 1024

export function isLargeFile(bytes: Uint8Array): boolean {
  return bytes.length > LARGE
}

/** Large files are read five times a minute of each project as JSON; `raw` is the path that has no such limit. */
export function largeFileLimit(raw: string) {
  return since('repository#later-large-files', {
    name: 'large_blob_download',
    user: 5,
    anonymous: 5,
    per: 'project',
    late: true,
    ofAll: true,
    text: `The requested blob is over the threshold size of ${LARGE}.\nAccess this blob using '${raw}' to avoid this error.\n`,
  })
}
