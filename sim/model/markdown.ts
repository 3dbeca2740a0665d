/** Progress of a description's task list. */
export interface TaskCompletion {
  readonly count: number
  readonly completed: number
}

/** Counts Markdown task items outside code blocks; inapplicable ones (`[~]`) do not count (dossier 1, 9.3). */
export function taskCompletion(markdown: string | null): TaskCompletion {
  let count = 0
  let completed = 0
  let fence: string | undefined
  for (const line of (markdown ?? '').split('\n')) {
    const marker = /^\s{0,3}(```+|~~~+)/.exec(line)?.[1]
    if (
      marker !== undefined &&
      (fence === undefined || (marker[0] === fence[0] && marker.length >= fence.length))
    )
      fence = fence === undefined ? marker : undefined
    else if (fence === undefined) {
      const item = /^[\s>]*(?:[-*+]|\d{1,9}[.)])\s+\[([ xX])\](?:\s|$)/.exec(line)
      if (item === null) continue
      count++
      if (item[1] !== ' ') completed++
    }
  }
  return { count, completed }
}

/** Text as a paragraph of HTML, with the few inline marks that titles and short descriptions use. */
export function paragraph(markdown: string): string {
  return markdown === ''
    ? ''
    : `<p data-sourcepos="1:1-1:${markdown.length}" dir="auto">${inline(markdown)}</p>`
}

/** Inline Markdown as HTML: code, strong, emphasis. */
export function inline(markdown: string): string {
  const escaped = markdown.replace(/[&<>"]/g, (character) => ENTITIES[character] as string)
  return escaped
    .replace(/`([^`\n]{1,400})`/g, '<code>$1</code>')
    .replace(/\*\*([^*\n]{1,400})\*\*/g, '<strong>$1</strong>')
    .replace(/\*([^*\n]{1,400})\*/g, '<em>$1</em>')
}

const ENTITIES: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
