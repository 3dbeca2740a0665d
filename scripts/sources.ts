import { readdirSync, readFileSync } from 'node:fs'
import { inRoot } from './root.ts'

const FOLDER = 'conformance/sources/'

export interface SourceRow {
  readonly anchor: string
  /** As the row spells it; the same as the anchor. */
  readonly name: string
  /** Where the fact was learnt, and how sure it is: `verified: lib/api/badges.rb (15.8)`. */
  readonly learntFrom: string
}

/** A page of `conformance/sources`. */
export interface SourcePage {
  readonly name: string
  readonly rows: readonly SourceRow[]
  /** Pages of the service's documentation that it names. */
  readonly documentation: readonly (readonly [title: string, url: string])[]
}

export function sourcePages(): readonly SourcePage[] {
  return readdirSync(inRoot(FOLDER))
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => {
      const text = readFileSync(inRoot(`${FOLDER}${file}`), 'utf8')
      return { name: file.slice(0, -'.md'.length), rows: rowsOf(text), documentation: documentedBy(text) }
    })
}

/** `| <a id="order"></a>`order` | fact | learnt from |`, in which `\|` is no border. */
function rowsOf(text: string): SourceRow[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('| <a id='))
    .map((line) => {
      const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
      const [, anchor = '', name = ''] = /^<a id="([^"]*)"><\/a>`([^`]*)`$/.exec(cells[1] ?? '') ?? []
      return { anchor, name, learntFrom: cells[3] ?? '' }
    })
}

/** Titles and addresses in the line of a page that names the service's documentation. */
function documentedBy(text: string): SourcePage['documentation'] {
  const [line = ''] = /^The service's documentation: .*$/m.exec(text) ?? []
  return [...line.matchAll(/\[([^\]]+)\]\((https:[^)]+)\)/g)].map(([, title = '', url = '']) => [title, url])
}

/** Modules that reports read instead of the pages, by their place. */
export function sourceModules(pages: readonly SourcePage[]): { readonly [place: string]: string } {
  return {
    [`${FOLDER}documentation.ts`]: moduleOf(
      'documentation',
      'what each names of the service’s documentation',
      pages.map(({ name, documentation }) => [name, documentation]),
    ),
    [`${FOLDER}learnt-from.ts`]: moduleOf(
      'learntFrom',
      'where each row was learnt',
      pages.map(({ name, rows }) => [name, rows.map(({ anchor, learntFrom }) => [anchor, learntFrom])]),
    ),
  }
}

type Table = readonly (readonly [page: string, entries: readonly (readonly [key: string, text: string])[]])[]

function moduleOf(name: string, what: string, table: Table): string {
  const lines = table.flatMap(([page, entries]) => [
    `  '${page}': {`,
    ...entries.map(([key, text]) => `    ${quoted(key)}: ${quoted(text)},`),
    '  },',
  ])
  return `// Written by \`npm run docs\` from the pages beside it: ${what}.
// biome-ignore format: a line an entry
export const ${name}: { readonly [page: string]: { readonly [entry: string]: string } | undefined } = {
${lines.join('\n')}
}
`
}

function quoted(text: string): string {
  return text.includes("'") || text.includes('\\') ? JSON.stringify(text) : `'${text}'`
}
