import { readFile } from 'node:fs/promises'

/** Reads a file that somebody named. Rejects with one line that says which file it is and what is wrong with it. */
export async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (problem) {
    if (problem instanceof Error && 'code' in problem && problem.code === 'ENOENT')
      throw new Error(`there is no file ${file}`)
    throw new Error(`cannot read ${file}: ${problem instanceof Error ? problem.message : String(problem)}`)
  }
}
