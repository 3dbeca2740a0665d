/** The lines of what a command printed, without the note of a status that is not 0. */
export function outputLines(output: string | undefined): string[] {
  return (output ?? '').split('\n').filter((line) => line !== '' && !line.startsWith('status '))
}
