import { escapeHtml } from '../../lib/html.ts'

/** Progress of a description's task list. */
export interface TaskCompletion {
  readonly count: number
  readonly completed: number
}

/** Counts Markdown task items outside code blocks; inapplicable ones (`[~]`) do not count (merge-requests#task-completion). */
export function taskCompletion(markdown: string | null): TaskCompletion {
  if (!markdown?.includes('[')) return NO_TASKS
  if (latest.markdown !== markdown) latest = { markdown, completion: tasksIn(markdown) }
  return latest.completion
}

const NO_TASKS: TaskCompletion = { count: 0, completed: 0 }
// One record asks for both numbers.
let latest = { markdown: '', completion: NO_TASKS }

function tasksIn(markdown: string): TaskCompletion {
  let count = 0
  let completed = 0
  let fence: string | undefined
  for (const line of markdown.split('\n')) {
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

/** A fenced block of code: what stands behind the opening fence, and the lines up to the closing one. */
export interface Fence {
  readonly info: string
  readonly lines: readonly string[]
}

/** The fenced blocks of a Markdown text, in order; one that is never closed goes on to the end. */
export function fences(markdown: string): Fence[] {
  const found: Fence[] = []
  let open: { readonly mark: string; readonly indent: number; readonly lines: string[] } | undefined
  for (const line of markdown.split(/\r\n|\r|\n/)) {
    if (open === undefined) {
      const [, blanks = '', mark = '', info = ''] = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,})(.*)$/.exec(line) ?? []
      if (mark === '') continue
      open = { mark, indent: blanks.length, lines: [] }
      found.push({ info: info.trim(), lines: open.lines })
    } else if (closes(line, open.mark)) open = undefined
    else open.lines.push(line.replace(new RegExp(`^ {0,${open.indent}}`), ''))
  }
  return found
}

function closes(line: string, mark: string): boolean {
  const [, closing = ''] = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line) ?? []
  return closing[0] === mark[0] && closing.length >= mark.length
}

/** Text as a paragraph of HTML, with the few inline marks that titles and short descriptions use. */
export function paragraph(markdown: string): string {
  return markdown === ''
    ? ''
    : `<p data-sourcepos="1:1-1:${markdown.length}" dir="auto">${inline(markdown)}</p>`
}

/** Inline Markdown as HTML: code, strong, emphasis. */
export function inline(markdown: string): string {
  return escapeHtml(markdown)
    .replace(/`([^`\n]{1,400})`/g, '<code>$1</code>')
    .replace(/\*\*([^*\n]{1,400})\*\*/g, '<strong>$1</strong>')
    .replace(/\*([^*\n]{1,400})\*/g, '<em>$1</em>')
}
