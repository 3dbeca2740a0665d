import { followRedirects } from '../lib/follow-redirects.ts'
import { gunzipBounds } from '../lib/gzip.ts'
import type { CallOut } from '../lib/outbound.ts'
import { ImportFault } from '../model/project-export/archive/unpack.ts'
import type { ImportSource } from '../model/project-import/project-import.ts'
import { remoteFileFault, s3Call } from '../model/project-import/remote-files.ts'
import type { World } from '../model/world.ts'

// What is larger than this packed would be refused once it is unpacked.
const MOST_BYTES = gunzipBounds.bytes

/** The bytes of an archive, from wherever it is. Throws an ImportFault. */
export function fetchArchive(world: World, source: ImportSource, callOut: CallOut): Uint8Array {
  if (source.kind === 'file') return source.bytes
  if (source.kind === 'remote') throw new ImportFault('Nothing was fetched')
  const reply =
    source.kind === 'url'
      ? followRedirects(callOut, { method: 'GET', url: source.url, atMost: MOST_BYTES }, (url) =>
          remoteFileFault(world, url),
        )
      : callOut({ ...s3Call(world, 'GET', source), atMost: MOST_BYTES })
  if (!reply.reached) throw new ImportFault(`Error downloading file: ${reply.message}`)
  if (reply.status !== 200)
    throw new ImportFault(`Invalid response code while downloading file. Code: ${reply.status}`)
  return reply.body
}
