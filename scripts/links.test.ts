import { existsSync, readFileSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { packedPages } from './pages.ts'
import { inRoot } from './root.ts'
import { pages } from './testing/pages.ts'

interface Link {
  readonly page: string
  /** As it is written. */
  readonly to: string
  /** The file or folder that it leads to, from the root of the checkout. */
  readonly file: string
  readonly anchor: string | undefined
}

const textOf = new Map(pages.map((page) => [page, readFileSync(inRoot(page), 'utf8')]))
/** Without what stands in code. */
const prose = (page: string) =>
  (textOf.get(page) ?? '').replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '')

const links: readonly Link[] = pages.flatMap((page) =>
  [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, to = '']) => to)
    .filter((to) => !/^[a-z]+:/.test(to))
    .map((to) => {
      const [path = '', anchor] = to.split('#')
      return { page, to, anchor, file: path === '' ? page : posix.join(posix.dirname(page), path) }
    }),
)
const shown = ({ page, to }: Link) => `${page}: ${to}`

test('every link leads to a file or folder', () => {
  expect(links.length).toBeGreaterThan(100)
  expect(links.filter(({ file }) => !existsSync(inRoot(file))).map(shown)).toEqual([])
})

test('every anchor is a heading', () => {
  const lost = links.filter(
    ({ file, anchor }) => anchor !== undefined && !anchorsOf(file).includes(decodeURIComponent(anchor)),
  )
  expect(lost.map(shown)).toEqual([])
})

function anchorsOf(page: string): readonly string[] {
  const text = (textOf.get(page) ?? '').replace(/^```[\s\S]*?^```$/gm, '')
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => slug(heading))
  return [...headings, ...[...text.matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, id = '']) => id)]
}

/** As hosts of repositories make it from a heading. */
function slug(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

const { files } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as {
  readonly files: readonly string[]
}
test('a README of a packed folder is packed because it is listed, or not packed because it is excluded', () => {
  // npm takes every README of a folder in which it packs anything.
  const folders = new Set(files.map((pattern) => pattern.replace(/^!/, '').split('/')[0]))
  const readmes = [...folders].map((folder) => `${folder}/README.md`).filter((page) => pages.includes(page))
  expect(readmes.length).toBeGreaterThan(0)
  expect(readmes.filter((page) => !files.includes(page) && !files.includes(`!${page}`))).toEqual([])
})

test('a page that is handed out links to nothing but such pages', () => {
  const handedOut = packedPages()
  expect(handedOut).toContain('sim/guide/testing.md')
  const isHandedOut = (file: string) => handedOut.some((page) => page === file || page.startsWith(`${file}/`))
  const out = links.filter(({ page, file }) => handedOut.includes(page) && !isHandedOut(file))
  expect(out.map(shown)).toEqual([])
})

const KB = 1024
const bounds: readonly (readonly [page: string, most: number])[] = [
  ['README.md', 8 * KB],
  ['.github/ARCHITECTURE.md', 6 * KB],
  ['.github/CONTRIBUTING.md', 6 * KB],
  ...pages.filter((page) => page.startsWith('sim/guide/')).map((page) => [page, 8 * KB] as const),
]
test.each(bounds)('%s has at most %i bytes', (page, most) => {
  expect(statSync(inRoot(page)).size).toBeLessThanOrEqual(most)
})

test('every page of the guide is listed in the README', () => {
  const listed = links.filter(({ page }) => page === 'README.md').map(({ file }) => file)
  expect(pages.filter((page) => page.startsWith('sim/guide/') && !listed.includes(page))).toEqual([])
})
