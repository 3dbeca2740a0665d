import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../sources/', import.meta.url))

/** A row of a page: a fact, and where it was learnt. */
export interface SourceRow {
  readonly anchor: string
  readonly name: string
  readonly learntFrom: string
}

/** A page of `conformance/sources`. */
export interface SourcePage {
  readonly name: string
  readonly text: string
  readonly rows: readonly SourceRow[]
}

export const sourcePages: readonly SourcePage[] = readdirSync(folder)
  .filter((file) => file.endsWith('.md'))
  .sort()
  .map((file) => {
    const text = readFileSync(`${folder}${file}`, 'utf8')
    return { name: file.slice(0, -'.md'.length), text, rows: rowsOf(text) }
  })

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
