import { type Searchable, searchable } from '../../git/grep.ts'
import { type ObjectStore, readBlob, readCommit, readTree } from '../../git/objects.ts'
import { walkTree } from '../../git/tree.ts'
import { text, utf8 } from '../../lib/bytes.ts'
import { workedOut } from '../../lib/long-work.ts'
import { Pace, type Steps } from '../../lib/steps.ts'
import type { Project } from '../projects/project.ts'
import { commitNamed } from '../repository/project-objects.ts'
import { objectsOf } from '../repository/repository.ts'
import type { WikiPage } from '../wikis/wiki.ts'
import { instanceOf, type World } from '../world.ts'

/** A file as a search sees it. */
export interface SearchedFile {
  readonly path: string
  readonly lowerPath: string
  /** Bytes of its content. */
  readonly size: number
  /** Undefined for a binary file, and for what is no file: their content is not looked at. */
  readonly content: () => Searchable | undefined
  /** How the file begins. */
  readonly beginning: () => string
}

/** The files of one project, in the order of their paths. */
export interface SearchedPlace {
  readonly project: Project
  /** The branch, tag or commit that was asked for; the default branch unless said. */
  readonly ref: string
  /** The commit behind it; a wiki's is not kept. */
  readonly commit: string | undefined
  readonly files: readonly SearchedFile[]
}

/** Bytes of a file that are shown where its path was found. */
const BEGINNING = 1024

/** The files of a repository; none where the reference leads nowhere. */
export function repositoryFiles(world: World, project: Project, ref = project.defaultBranch): SearchedPlace {
  const commit = commitNamed(world, project, ref)
  if (commit === undefined) return { project, ref, commit, files: [] }
  const objects = objectsOf(world)
  return { project, ref, commit, files: filesOf(objects, readCommit(objects, commit).tree) }
}

/** The pages of a wiki as the files in which they are kept. */
export function wikiFiles(world: World, project: Project): SearchedPlace {
  const pages = world.wikiPages.by('byProject', project.id).list()
  const files = pages.map(fileOfPage).sort((a, b) => (a.path < b.path ? -1 : 1))
  return { project, ref: instanceOf(world).defaultBranch, commit: undefined, files }
}

// Content never changes behind its id, so what was read once serves every search and every fork of a world.
const listings = new WeakMap<object, readonly SearchedFile[]>()
const contents = new WeakMap<Uint8Array, Searchable | null>()

function filesOf(objects: ObjectStore, tree: string): readonly SearchedFile[] {
  const key = readTree(objects, tree)
  let files = listings.get(key)
  if (files === undefined) {
    files = workedOut(`files ${tree}`, () => listed(objects, tree))
    listings.set(key, files)
  }
  return files
}

function* listed(objects: ObjectStore, tree: string): Steps<SearchedFile[]> {
  const files: SearchedFile[] = []
  const pace = new Pace()
  for (const { path, mode, type, id } of walkTree(objects, tree, { recursive: true })) {
    if (type !== 'blob') continue
    const bytes = readBlob(objects, id)
    files.push({
      path,
      lowerPath: path.toLowerCase(),
      size: bytes.length,
      content: () => (mode === '120000' ? undefined : contentOf(bytes)),
      beginning: () => beginningOf(bytes),
    })
    if (pace.after(bytes.length)) yield
  }
  return files
}

function contentOf(bytes: Uint8Array): Searchable | undefined {
  let content = contents.get(bytes)
  if (content === undefined) {
    content = searchable(bytes) ?? null
    contents.set(bytes, content)
  }
  return content ?? undefined
}

const extensions: { readonly [format in WikiPage['format']]: string } = {
  markdown: 'md',
  rdoc: 'rdoc',
  asciidoc: 'asciidoc',
  org: 'org',
}
const pages = new WeakMap<WikiPage, SearchedFile>()

function fileOfPage(page: WikiPage): SearchedFile {
  let file = pages.get(page)
  if (file === undefined) {
    const path = `${page.slug}.${extensions[page.format]}`
    const bytes = utf8(page.content)
    file = {
      path,
      lowerPath: path.toLowerCase(),
      size: bytes.length,
      content: () => contentOf(bytes),
      beginning: () => beginningOf(bytes),
    }
    pages.set(page, file)
  }
  return file
}

// What is no UTF-8, a character cut in two as well, is left out.
function beginningOf(bytes: Uint8Array): string {
  return text(bytes.subarray(0, BEGINNING)).replaceAll('\ufffd', '')
}
