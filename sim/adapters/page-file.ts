import { packedFile } from './packed-file.ts'

/** A file of the page, read when it is asked for; undefined where it was not built. */
export function pageFile(name: string): string | undefined {
  return /^[a-z]+\.(?:js|css)$/.test(name) ? packedFile(`inspector/${name}`) : undefined
}
