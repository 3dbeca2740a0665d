import { writeFile } from 'node:fs/promises'
import { systemReason } from '../kit/system-reason.ts'

/** Writes a file that was asked for. Throws an Error that names it. */
export async function writeText(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text)
  } catch (error) {
    throw new Error(`cannot write ${file}: ${systemReason(error)}`)
  }
}
