import { base64 } from '../lib/bytes.ts'
import { entity, integer, text } from './entity.ts'

/** The content behind an id. */
export interface IdentifiedBlob {
  readonly id: string
  readonly bytes: Uint8Array
}

export const blobEntity = entity<IdentifiedBlob>('Blob', {
  size: integer(({ bytes }) => bytes.length),
  encoding: text(() => 'base64'),
  content: text(({ bytes }) => base64(bytes)),
  sha: text(({ id }) => id),
})
