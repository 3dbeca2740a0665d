/** Tells of a step that is done. */
export function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
