import { randomUUID } from 'node:crypto'
import { rename, rm, stat, writeFile } from 'node:fs/promises'

/**
 * Writes a file as a whole: renamed into place, so that whoever is ended in the middle leaves the file as it was, and nobody
 * reads half of it. A device or a pipe is written to, and stays what it is.
 */
export async function replaceFile(
  file: string,
  text: string,
  options: { readonly mode?: number } = {},
): Promise<void> {
  if (await isDevice(file)) return await writeFile(file, text)
  const half = `${file}.${randomUUID()}`
  try {
    await writeFile(half, text, options)
    await rename(half, file)
  } catch (error) {
    await rm(half, { force: true }).catch(() => {})
    throw error
  }
}

/** Removes a file that may not be there, and no device or pipe. */
export async function removeFile(file: string): Promise<void> {
  if (!(await isDevice(file))) await rm(file, { force: true })
}

async function isDevice(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined)
  return found !== undefined && !found.isFile() && !found.isDirectory()
}
