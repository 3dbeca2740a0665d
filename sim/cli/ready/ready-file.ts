import { rename, rm, writeFile } from 'node:fs/promises'
import { failed, systemReason } from '../failure.ts'

/** A file that tells others the base URL while the server accepts connections. */
export interface ReadyFile {
  write(url: string): Promise<void>
  remove(): Promise<void>
}

/** Removes what an earlier run may have left, so that nobody takes it for this one. Throws a CliFailure. */
export async function readyFile(path: string | undefined): Promise<ReadyFile> {
  if (path === undefined) return { write: async () => {}, remove: async () => {} }
  await rm(path, { force: true }).catch((error: unknown) => {
    throw unwritable(path, error)
  })
  return {
    async write(url) {
      // Renamed into place: whoever waits for the file never reads half of it.
      const half = `${path}.${process.pid}`
      try {
        await writeFile(half, `${url}\n`)
        await rename(half, path)
      } catch (error) {
        await rm(half, { force: true }).catch(() => {})
        throw unwritable(path, error)
      }
    },
    remove: () => rm(path, { force: true }),
  }
}

function unwritable(path: string, error: unknown) {
  return failed(`--ready-file: cannot write ${path}: ${systemReason(error)}`)
}
