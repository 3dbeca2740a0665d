import { mkdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { closest } from '../../protocol/closest.ts'
import { failed, systemReason, wrongUse } from '../failure.ts'
import type { Io } from '../io.ts'
import type { DocsSettings } from '../options.ts'
import { type Page, packedPages } from './pages.ts'

/**
 * Lists the pages, prints one, or writes them below a folder: all as they lie in the repository, so that links between
 * them work, or those of one name. Throws a CliFailure where there is no such page, or where a file is there already.
 */
export async function docs(wanted: string | undefined, { to }: DocsSettings, io: Io): Promise<number> {
  const pages = packedPages()
  if (pages === undefined) throw failed('this build has no pages')
  const found = wanted === undefined ? pages : named(wanted, pages)
  if (to !== undefined) {
    const files = found.map((page) => ({ file: join(to, placeBelow(page, wanted)), text: page.text }))
    await written(files)
    io.out(files.map(({ file }) => `${file}\n`).join(''))
    return 0
  }
  const [only, ...others] = found
  io.out(wanted !== undefined && only !== undefined && others.length === 0 ? only.text : listed(found))
  return 0
}

/** The page of a name or a path, whatever row of it is asked for, or else the pages of a folder. */
function named(wanted: string, pages: readonly Page[]): readonly Page[] {
  const name = wanted.replace(/#.*$|\/$/, '')
  const page = pages.find((one) => one.name === name || one.path === name)
  if (page !== undefined) return [page]
  const inside = pages.filter((one) => one.name.startsWith(`${name}/`))
  if (inside.length > 0) return inside
  const near = closest(
    name,
    pages.map((one) => one.name),
  )
  throw wrongUse(
    `there is no page '${wanted}': ${near === undefined ? 'forgery docs lists them' : `did you mean ${near}?`}`,
  )
}

function placeBelow({ name, path }: Page, wanted: string | undefined): string {
  if (wanted === undefined) return path
  const folder = `${wanted.replace(/\/$/, '')}/`
  return name.startsWith(folder) ? name.slice(folder.length) : path.slice(path.lastIndexOf('/') + 1)
}

// Pages by themselves; folders with many, and what is copied, are a line each.
const MANY = 8

function listed(pages: readonly Page[]): string {
  const rows = new Map<string, string>()
  for (const { name, path, text } of pages) {
    const folder = name.slice(0, name.lastIndexOf('/') + 1)
    const inside = pages.filter((page) => page.name.startsWith(folder))
    const folded = folder !== '' && inside.length < pages.length
    if (folded && inside.length > MANY) rows.set(folder, `${inside.length} pages`)
    else if (folded && !path.endsWith('.md'))
      rows.set(folder, inside.map((page) => page.name.slice(folder.length)).join(', '))
    else rows.set(name, titleOf(text))
  }
  const names = [...rows.keys()].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
  const width = names.reduce((most, name) => Math.max(most, name.length), 0)
  return names.map((name) => `${`${name.padEnd(width)}  ${rows.get(name)}`.trimEnd()}\n`).join('')
}

function titleOf(text: string): string {
  return /^# (?!!)(.*)$/m.exec(text)?.[1] ?? ''
}

// Nothing is written where anything is in the way.
async function written(files: readonly { readonly file: string; readonly text: string }[]): Promise<void> {
  for (const { file } of files)
    if (await stat(file).catch(() => undefined)) throw wrongUse(`--to: ${file} is there already`)
  for (const { file, text } of files)
    try {
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, text, { flag: 'wx' })
    } catch (error) {
      throw failed(`--to: cannot write ${file}: ${systemReason(error)}`)
    }
}
