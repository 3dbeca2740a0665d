const LONGEST_TITLE = 100
const CUT_TITLE = 78

/** The first line of a message; one of a hundred characters or more is cut between words. */
export function titleOf(message: string): string {
  const line = (message.trimStart().split('\n', 1)[0] as string).trimEnd()
  if (line.length < LONGEST_TITLE) return line
  const blank = line.lastIndexOf(' ', CUT_TITLE)
  return `${line.slice(0, blank > 0 ? blank : CUT_TITLE)}...`
}
