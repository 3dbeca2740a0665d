import { readFile } from 'node:fs/promises'
import { systemReason } from '../kit/system-reason.ts'

/** Reads a file that somebody named. Rejects with one line that says which file it is and what is wrong with it. */
export async function readText(file: string): Promise<string> {
  const text = await readTextIfThere(file)
  if (text === undefined) throw new Error(`there is no file ${file}`)
  return text
}

/** The same, and undefined where there is no such file. */
export async function readTextIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (problem) {
    if (problem instanceof Error && 'code' in problem && problem.code === 'ENOENT') return undefined
    throw new Error(`cannot read ${file}: ${systemReason(problem)}`)
  }
}
