/** A text after the hunks of a diff were applied to it; undefined where they do not fit. */
export function patched(before: string, diff: string): string | undefined {
  const lines = linesOf(before)
  const after: string[] = []
  let at = 0
  for (const hunk of hunksOf(diff)) {
    const start = hunk.removed === 0 ? hunk.start : hunk.start - 1
    after.push(...lines.slice(at, start))
    at = start
    for (const { sign, text } of hunk.changes) {
      if (sign !== '+' && lines[at++] !== text) return undefined
      if (sign !== '-') after.push(text)
    }
    if (at - start !== hunk.removed) return undefined
  }
  after.push(...lines.slice(at))
  return after.join('')
}

interface Hunk {
  readonly start: number
  readonly removed: number
  readonly changes: { readonly sign: string; text: string }[]
}

function hunksOf(diff: string): readonly Hunk[] {
  const hunks: Hunk[] = []
  for (const line of linesOf(diff)) {
    const head = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@/.exec(line)
    const changes = hunks.at(-1)?.changes
    const last = changes?.at(-1)
    if (head !== null) hunks.push({ start: Number(head[1]), removed: Number(head[2] ?? 1), changes: [] })
    else if (line.startsWith('\\') && last !== undefined) last.text = last.text.replace(/\n$/, '')
    else changes?.push({ sign: line[0] ?? ' ', text: line.slice(1) })
  }
  return hunks
}

/** Lines with their ends; the last may have none. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}
