import { lstat, readdir, readFile, readlink, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { readDocument } from './document.ts'
import { systemReason, wrongUse } from './failure.ts'
import type { WorldPart } from './world-parts.ts'

/** The file of a folder that describes everything beside its projects. */
const WORLD_FILE = /^world\.(?:ya?ml|json)$/
const DOCUMENT = /\.(?:ya?ml|json)$/

/** True for a folder. Throws a CliFailure where there is nothing. */
export async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: unknown) => {
    throw wrongUse(`--world: cannot read ${path}: ${systemReason(error)}`)
  })
  return found.isDirectory()
}

/**
 * The parts of a world in a folder: `world.yaml`, and a file a project, at the path of the project. A folder beside such
 * a file, of the same name, has the files of its repository. Throws a CliFailure for anything else that is there.
 */
export async function partsOfFolder(folder: string): Promise<WorldPart[]> {
  const parts: WorldPart[] = []
  for (const name of await namesIn(folder))
    if (WORLD_FILE.test(name)) {
      const file = join(folder, name)
      parts.push({ origin: file, draft: await readDocument('--world', file) })
    }
  if (parts.length > 1) throw wrongUse(`--world: ${folder} has more than one file named world`)
  await addProjects(folder, folder, parts)
  // A path that was mistyped would be served as the empty world.
  if (parts.length === 0)
    throw wrongUse(
      `--world: ${folder} describes no world: put world.yaml or the file of a project there, such as shop/web.yaml, or use --world empty`,
    )
  return parts
}

async function addProjects(root: string, folder: string, parts: WorldPart[]): Promise<void> {
  const names = await namesIn(folder)
  const documents = names.filter((name) => DOCUMENT.test(name) && !(folder === root && WORLD_FILE.test(name)))
  const repositories = new Set(documents.map((name) => name.replace(DOCUMENT, '')))
  if (repositories.size < documents.length) throw wrongUse(`--world: ${folder} describes a project twice`)
  for (const name of documents)
    parts.push(await projectPart(root, folder, name, names.includes(name.replace(DOCUMENT, ''))))
  for (const name of names) {
    const path = join(folder, name)
    if (repositories.has(name) || DOCUMENT.test(name)) continue
    if (await isFolder(path)) await addProjects(root, path, parts)
    else if (!/\.md$/i.test(name))
      throw wrongUse(
        `--world: ${path} is no file of a world: it has to be a description (.yaml, .json), or in the folder of a project's repository`,
      )
  }
}

async function projectPart(
  root: string,
  folder: string,
  name: string,
  hasRepository: boolean,
): Promise<WorldPart> {
  const file = join(folder, name)
  const isEmpty = (await stat(file)).size === 0
  const document = isEmpty ? {} : await readDocument('--world', file)
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    throw wrongUse(`--world: ${file} must describe a project`)
  const described = document as { readonly [field: string]: unknown }
  const path = relative(root, file).replace(DOCUMENT, '').split(sep).join('/')
  if (!path.includes('/'))
    throw wrongUse(
      `--world: ${file} must be in the folder of its group or user: a project has a path such as shop/web`,
    )
  if (described.path !== undefined && described.path !== path)
    throw wrongUse(`--world: ${file} describes ${JSON.stringify(described.path)}, and its place says ${path}`)
  const base = { ...described, path }
  if (!hasRepository) return { origin: file, draft: { projects: [base] }, project: path }
  const changes = await filesBelow(join(folder, path.slice(path.lastIndexOf('/') + 1)))
  if (described.repository !== undefined)
    throw wrongUse(`--world: ${file} has a repository, and there is a folder of the files of one beside it`)
  const { history = [] } = described
  if (!Array.isArray(history)) throw wrongUse(`--world: ${file}: history must be a list`)
  const first = changes.length === 0 ? [] : [{ commit: 'Initial commit', changes }]
  return { origin: file, draft: { projects: [{ ...base, history: [...first, ...history] }] }, project: path }
}

/** What creates the files of a repository, in the order of their paths. */
async function filesBelow(repository: string): Promise<readonly object[]> {
  const changes: object[] = []
  const walk = async (folder: string): Promise<void> => {
    for (const name of (await readdir(folder)).sort()) {
      if (name === '.git') continue
      const file = join(folder, name)
      const found = await lstat(file)
      const path = relative(repository, file).split(sep).join('/')
      const create = { action: 'create', path, ...(found.mode & 0o100 && { executable: true }) }
      if (found.isDirectory()) await walk(file)
      else if (found.isSymbolicLink()) changes.push({ action: 'create', path, target: await readlink(file) })
      else if (found.isFile()) changes.push({ ...create, ...contentOf(await readFile(file)) })
      else throw wrongUse(`--world: ${file} is neither a file nor a folder nor a link`)
    }
  }
  await walk(repository)
  return changes
}

function contentOf(bytes: Buffer): { readonly text: string } | { readonly base64: string } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    return { base64: bytes.toString('base64') }
  }
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw wrongUse(`--world: cannot read ${folder}: ${systemReason(error)}`)
  })
  return names.filter((name) => !name.startsWith('.')).sort()
}
