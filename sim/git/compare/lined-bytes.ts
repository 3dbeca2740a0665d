import { binary } from '../../lib/bytes.ts'

/**
 * The lines of a version of a file, a character for each byte, without the line feeds that end them. A last line without
 * one has it all the same, so that it is no other line.
 */
export function linedBytes(bytes: Uint8Array): string[] {
  const lines = binary(bytes).split('\n')
  const last = lines.pop()
  if (last !== '') lines.push(`${last}\n`)
  return lines
}

/** Whether a line is the last one and has no end. */
export function lacksEnd(line: string): boolean {
  return line.endsWith('\n')
}
