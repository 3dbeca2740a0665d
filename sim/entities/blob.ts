import { encoded, entity, integer, text } from './entity.ts'

/** The content behind an id. */
export interface IdentifiedBlob {
  readonly sha: string
  readonly bytes: Uint8Array
}

export const blobEntity = entity<IdentifiedBlob>('Blob', {
  size: integer(({ bytes }) => bytes.length),
  encoding: text(() => 'base64'),
  content: encoded(({ bytes }) => bytes),
  sha: text(({ sha }) => sha),
})
