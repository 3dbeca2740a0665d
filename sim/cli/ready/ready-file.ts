import { failed, systemReason } from '../failure.ts'
import { removeFile, replaceFile } from '../output/replace-file.ts'

/** A file that tells others the base URL while the server accepts connections. */
export interface ReadyFile {
  write(url: string): Promise<void>
  remove(): Promise<void>
}

/** Removes what an earlier run may have left, so that nobody takes it for this one. Throws a CliFailure. */
export async function readyFile(path: string | undefined): Promise<ReadyFile> {
  if (path === undefined) return { write: async () => {}, remove: async () => {} }
  await removeFile(path).catch((error: unknown) => {
    throw unwritable(path, error)
  })
  return {
    async write(url) {
      await replaceFile(path, `${url}\n`).catch((error: unknown) => {
        throw unwritable(path, error)
      })
    },
    remove: () => removeFile(path),
  }
}

function unwritable(path: string, error: unknown) {
  return failed(`--ready-file: cannot write ${path}: ${systemReason(error)}`)
}
