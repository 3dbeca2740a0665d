import { writeFile } from 'node:fs/promises'
import { failed, systemReason } from '../failure.ts'

/** Writes a text to the file of `--output`, or else as it is printed. Throws a CliFailure. */
export async function writeOutput(
  text: string,
  output: string | undefined,
  print: (text: string) => void,
): Promise<void> {
  if (output === undefined) print(text)
  else
    await writeFile(output, text).catch((error: unknown) => {
      throw failed(`--output: cannot write ${output}: ${systemReason(error)}`)
    })
}
