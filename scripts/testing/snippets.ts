import { readFileSync } from 'node:fs'
import { inRoot } from '../root.ts'

/** A fenced block of a page. */
export interface Snippet {
  readonly page: string
  /** What stands behind the fence; empty where nothing does. */
  readonly language: string
  readonly text: string
  /** Number of its first line. */
  readonly line: number
}

/** The fenced blocks of a Markdown file. */
export function snippetsOf(page: string): Snippet[] {
  const markdown = readFileSync(inRoot(page), 'utf8')
  return [...markdown.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(
    ({ index, 1: language = '', 2: text = '' }) => ({
      page,
      language,
      text,
      line: markdown.slice(0, index).split('\n').length + 1,
    }),
  )
}

/** A command of a console block and what it is said to print. */
export interface Step {
  readonly command: string
  readonly output: string
}

export function stepsOf({ text }: Snippet): Step[] {
  return text
    .split(/^\$ /m)
    .slice(1)
    .map((step) => {
      const end = step.indexOf('\n')
      return { command: step.slice(0, end), output: step.slice(end + 1) }
    })
}

/** What a console block promises as a pattern: `…` alone is any number of lines, inside a line any text. */
export function outputPattern(output: string): RegExp {
  const lines = output.split('\n').map((line) => {
    if (line === '…') return '(?:.*\\n)*?'
    return `${line.split('…').map(escaped).join('.*')}\n`
  })
  return new RegExp(`^${lines.join('').replace(/\n$/, '')}$`)
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** What a module block promises to print: the comments behind its calls of `console.log`. */
export function promisedOutput({ text }: Snippet): string {
  return [...text.matchAll(/console\.log\(.*\) \/\/ (.*)$/gm)].map(([, promised]) => `${promised}\n`).join('')
}

/** The file that a block quotes, which its first line names, and the passages: `…` alone stands between them. */
export function quotation({ text }: Snippet): { file: string; passages: readonly string[] } | undefined {
  const [, file, rest = ''] = /^\/\/ (\S+\/\S+)\n([\s\S]*)$/.exec(text) ?? []
  return file === undefined ? undefined : { file, passages: rest.split(/^…\n/m) }
}
