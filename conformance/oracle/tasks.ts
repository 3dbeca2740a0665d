/** Task items of a Markdown text: how many there are and how many are ticked (merge-requests#task-completion). */
export function taskCompletion(markdown: string): {
  readonly count: number
  readonly completed_count: number
} {
  const items = withoutCode(markdown)
    .split('\n')
    .flatMap((line) => /^[\s>]*(?:[-*+]|\d+[.)])\s+\[([ xX])\]\s/.exec(`${line} `)?.[1] ?? [])
  return { count: items.length, completed_count: items.filter((mark) => mark !== ' ').length }
}

function withoutCode(markdown: string): string {
  return markdown.replaceAll(/^```.*?^```/gms, '')
}
