/** Where a build puts the page, seen from its joined files. Beside the sources there is none. */
const FOLDER = '../inspector/'

/** A file of the page, read when it is asked for; undefined where there are no files, or where it was not built. */
export function pageFile(name: string): string | undefined {
  // Not imported, so that what is joined for a browser has nothing of Node in it.
  const files = globalThis.process?.getBuiltinModule?.('node:fs')
  if (files === undefined || !/^[a-z]+\.(?:js|css)$/.test(name)) return undefined
  try {
    return files.readFileSync(new URL(`${FOLDER}${name}`, import.meta.url), 'utf8')
  } catch {
    return undefined
  }
}
