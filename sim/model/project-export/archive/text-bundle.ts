import { decodeBundleSteps, encodeBundle } from '../../../git/archive/bundle.ts'
import { commitChanges } from '../../../git/changes.ts'
import { GitError } from '../../../git/git-error.ts'
import { memoryObjects, readBlob, readCommit, type Signature } from '../../../git/objects.ts'
import { memoryRefs } from '../../../git/refs.ts'
import { walkTree } from '../../../git/tree.ts'
import { exactText, utf8 } from '../../../lib/bytes.ts'
import { Pace, type Steps } from '../../../lib/steps.ts'

/** A file of text in a small repository of its own: of a snippet, of a wiki. */
export interface TextFile {
  readonly path: string
  readonly content: string
}

const BRANCH = 'main'
/** Most files that are looked at: trees that share their parts can spell more paths than anybody could read. */
const MOST_FILES = 10_000

/** A bundle of a repository that holds these files in one commit. */
export function folderBundle(files: readonly TextFile[], message: string, author: Signature): Uint8Array {
  const repository = { objects: memoryObjects(), refs: memoryRefs(), defaultBranch: BRANCH }
  const changes = files.map(({ path, content }) => ({
    action: 'create' as const,
    path,
    content: utf8(content),
  }))
  const id = commitChanges(repository, {
    branch: BRANCH,
    parents: [],
    changes,
    message,
    author,
    committer: author,
  })
  return encodeBundle(repository.objects, [
    { name: `refs/heads/${BRANCH}`, id },
    { name: 'HEAD', id },
  ])
}

/** The files of text at the head of such a bundle. Throws a GitError. */
export function* filesInBundle(bytes: Uint8Array): Steps<TextFile[]> {
  const { refs, objects } = yield* decodeBundleSteps(bytes)
  const head = (refs.find(({ name }) => name === 'HEAD') ?? refs[0])?.id ?? ''
  const commit = objects.get(head)
  if (commit?.type !== 'commit') return []
  const store = objects.store()
  const files: TextFile[] = []
  const pace = new Pace()
  let seen = 0
  for (const { path, mode, id } of walkTree(store, readCommit(store, head).tree, { recursive: true })) {
    if (++seen > MOST_FILES) throw new GitError('bundle has too many files')
    if (mode !== '100644' && mode !== '100755') continue
    const content = readBlob(store, id)
    const written = exactText(content)
    if (written !== undefined) files.push({ path, content: written })
    if (pace.after(content.length)) yield
  }
  return files
}
