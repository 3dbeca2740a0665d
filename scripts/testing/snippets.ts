import { readFileSync } from 'node:fs'
import { inRoot } from '../root.ts'

/** A fenced block of a document. */
export interface Snippet {
  readonly language: string
  readonly text: string
  /** Number of its first line. */
  readonly line: number
}

/** The fenced blocks of a Markdown file, those after `<!-- not run: REASON -->` left out. */
export function snippetsOf(file: string): Snippet[] {
  const markdown = readFileSync(inRoot(file), 'utf8')
  return [...markdown.matchAll(/(<!-- not run: [^>]+-->\n+)?^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, notRun]) => notRun === undefined)
    .map(([whole, , language = '', text = '']) => {
      const before = markdown.slice(0, markdown.indexOf(whole))
      return { language, text, line: before.split('\n').length }
    })
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
