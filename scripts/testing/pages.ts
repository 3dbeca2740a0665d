import { readdirSync } from 'node:fs'
import { inRoot, root } from '../root.ts'

const folders = ['sim', 'conformance', 'fixtures', 'scripts', '.github']

/** All Markdown pages of the checkout, by their place in it. */
export const pages: readonly string[] = [
  ...readdirSync(root).filter(isPage),
  ...folders.flatMap((folder) =>
    readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' })
      .filter(isPage)
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .sort(),
  ),
]

function isPage(name: string): boolean {
  return name.endsWith('.md')
}
