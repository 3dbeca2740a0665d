import type { Row } from '../kit/json.ts'

/** Some lines of a file as a search shows them. */
export interface Excerpt extends Row {
  readonly path: string
  readonly startline: number
  readonly data: string
}

/** Lines that are shown before and after one that was found (search#content-hits). */
const around = 2

/** Where a text occurs in a file, in any case: lines near a hit make up an excerpt, and excerpts that touch are one. */
export function excerptsOf(path: string, content: string, wanted: string): readonly Excerpt[] {
  const lines = content.endsWith('\n') ? content.slice(0, -1).split('\n') : content.split('\n')
  const hits = lines.map((line) => line.toLowerCase().includes(wanted.toLowerCase()))
  const shown = lines.map((_, at) => hits.slice(Math.max(0, at - around), at + around + 1).includes(true))
  return lines.flatMap((_, at) => {
    if (!shown[at] || shown[at - 1]) return []
    const end = shown.indexOf(false, at)
    const data = lines.slice(at, end < 0 ? lines.length : end).map((line) => `${line}\n`)
    return [{ path, startline: at + 1, data: data.join('') }]
  })
}

export type FileFilter = 'filename' | 'path' | 'extension'

/** True when a filter lets a path through: names and extensions are ends of it, `*` is any run of characters. */
export function passesFilter(path: string, filter: FileFilter, value: string): boolean {
  const glob = value
    .split('*')
    .map((part) => part.replaceAll(/[\\^$.|?*+()[\]{}]/g, '\\$&'))
    .join('.*')
  const pattern = { filename: `${glob}$`, path: glob, extension: `\\.${glob}$` }[filter]
  return new RegExp(pattern, 'is').test(path)
}
