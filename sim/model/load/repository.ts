import type { ChangeDescription, CommitDescription, TagDescription } from '../../../fixtures/schema.ts'
import { type Change, changedTree } from '../../git/changes.ts'
import { GitError } from '../../git/git-error.ts'
import { type ObjectStore, readBlob, readCommit, type Signature } from '../../git/objects.ts'
import { nothingKnown, unpack } from '../../git/pack/decode.ts'
import { validRefName } from '../../git/refs.ts'
import { entryAt } from '../../git/tree.ts'
import { text, unbase64, utf8 } from '../../lib/bytes.ts'
import type { Steps } from '../../lib/steps.ts'
import { repositoryOf } from '../repository/repository.ts'
import { type Loading, loadEach, type ProjectScope, timeOf, touch } from './loading.ts'
import { mergedTree } from './merged-tree.ts'

/** Commits, branches and tags of a project, as git stores them. */
export function* loadRepository(loading: Loading, scope: ProjectScope): Steps<void> {
  const { repository } = scope.description
  if (repository === undefined) return
  const path = `${scope.path}.repository`
  const { objects, refs } = repositoryOf(loading.world, scope.row)
  if (repository.pack !== undefined)
    yield* storePack(loading, scope, objects, repository.pack, `${path}.pack`)
  yield* loadEach(loading, repository.commits, function* (commit, i) {
    const id = yield* storeCommit(loading, scope, objects, commit, `${path}.commits[${i}]`)
    scope.commits.add(commit.key, id, `${path}.commits[${i}].key`)
  })
  const point = (name: string, id: string, at: string) => {
    if (!validRefName(name)) throw new Error(`${at}: git takes no reference '${name}'`)
    refs.set(name, id)
  }
  yield* loadEach(loading, Object.entries(repository.branches), ([branch, key]) => {
    const at = `${path}.branches.${branch}`
    point(`refs/heads/${branch}`, scope.commits.require(key, at), at)
  })
  yield* loadEach(loading, repository.tags, (tag, i) => {
    const at = `${path}.tags[${i}]`
    point(`refs/tags/${tag.name}`, storeTag(loading, scope, objects, tag, at), `${at}.name`)
  })
}

function* storePack(
  loading: Loading,
  scope: ProjectScope,
  objects: ObjectStore,
  packed: string,
  path: string,
): Steps<void> {
  try {
    const unpacked = yield* unpack(unbase64(packed), nothingKnown)
    yield* loadEach(loading, [...unpacked.ids()], ([, { pack, entry }]) => {
      const object = pack.object(entry)
      const id = objects.put(object)
      if (object.type === 'blob') scope.bytes.repository += object.bytes.length
      if (object.type === 'commit') touch(scope, object.committer.at)
      if (object.type === 'commit' || object.type === 'tag') scope.commits.add(id, id, path)
    })
  } catch (problem) {
    if (!(problem instanceof GitError)) throw problem
    throw new Error(`${path}: ${problem.message}`)
  }
}

function* storeCommit(
  loading: Loading,
  scope: ProjectScope,
  objects: ObjectStore,
  commit: CommitDescription,
  path: string,
): Steps<string> {
  const parents = commit.parents.map((key, i) => scope.commits.require(key, `${path}.parents[${i}]`))
  const before = parents[0] === undefined ? undefined : readCommit(objects, parents[0]).tree
  const merged = commit.merge === undefined ? undefined : scope.commits.require(commit.merge, `${path}.merge`)
  const base = merged === undefined ? before : mergedTree(objects, parents[0], merged, `${path}.merge`)
  const changes: Change[] = []
  yield* loadEach(loading, commit.changes, (change, i) => {
    changes.push(changeOf(scope, objects, base, change, `${path}.changes[${i}]`))
  })
  const at = timeOf(loading, commit.at)
  const sign = (who: string, field: string) =>
    signature(loading, who, at, commit.offset ?? 0, `${path}.${field}`)
  touch(scope, at)
  const tree = yield* treeOf(objects, base, changes, path)
  return objects.put({
    type: 'commit',
    tree,
    parents,
    author: sign(commit.author, 'author'),
    committer: sign(commit.committer ?? commit.author, 'committer'),
    message: withNewline(withIds(scope, commit.message, `${path}.message`)),
  })
}

function* treeOf(
  objects: ObjectStore,
  base: string | undefined,
  changes: readonly Change[],
  path: string,
): Steps<string> {
  if (base !== undefined && changes.length === 0) return base
  try {
    return yield* changedTree(objects, base, changes)
  } catch (problem) {
    throw new Error(`${path}.changes: ${(problem as Error).message}`)
  }
}

function changeOf(
  scope: ProjectScope,
  objects: ObjectStore,
  tree: string | undefined,
  it: ChangeDescription,
  path: string,
): Change {
  const content = contentOf(objects, tree, it, path)
  scope.bytes.repository += content?.length ?? 0
  return {
    action: it.action,
    path: it.path,
    ...(it.previousPath !== undefined && { previousPath: it.previousPath }),
    ...(content !== undefined && { content }),
    ...(it.executable !== undefined && { executable: it.executable }),
    ...(it.target !== undefined && { symlink: true }),
  }
}

function contentOf(
  objects: ObjectStore,
  tree: string | undefined,
  it: ChangeDescription,
  path: string,
): Uint8Array | undefined {
  if (it.text !== undefined) return utf8(it.text)
  if (it.base64 !== undefined) return unbase64(it.base64)
  if (it.target !== undefined) return utf8(it.target)
  if (it.replace === undefined) return undefined
  const from = it.previousPath ?? it.path
  const entry = tree === undefined ? undefined : entryAt(objects, tree, from)
  if (entry === undefined) throw new Error(`${path}: there is no file '${from}' to replace text in`)
  return utf8(replaced(text(readBlob(objects, entry.id)), it.replace, `${path}.replace`))
}

function replaced(content: string, pairs: readonly (readonly string[])[], path: string): string {
  return pairs.reduce((before, [found = '', instead = ''], i) => {
    const at = before.indexOf(found)
    if (found === '' || at < 0)
      throw new Error(`${path}[${i}]: the file does not hold ${JSON.stringify(found)}`)
    return before.slice(0, at) + instead + before.slice(at + found.length)
  }, content)
}

function storeTag(
  loading: Loading,
  scope: ProjectScope,
  objects: ObjectStore,
  tag: TagDescription,
  path: string,
): string {
  const object = scope.commits.require(tag.commit, `${path}.commit`)
  if (tag.message === undefined) return object
  const commit = readCommit(objects, object)
  const at = tag.at === undefined ? commit.committer.at : timeOf(loading, tag.at)
  const tagger =
    tag.tagger === undefined
      ? { ...commit.committer, at }
      : signature(loading, tag.tagger, at, 0, `${path}.tagger`)
  return objects.put({
    type: 'tag',
    object,
    targetType: 'commit',
    name: tag.name,
    tagger,
    message: withNewline(tag.message),
  })
}

function signature(loading: Loading, who: string, at: number, offset: number, path: string): Signature {
  const stranger = /^(.+) <(.+)>$/.exec(who)
  if (stranger !== null) return { name: stranger[1] as string, email: stranger[2] as string, at, offset }
  const { name, email } = loading.users.require(who, path)
  return { name, email, at, offset }
}

// A revert, for one, names the commit that it reverts by an id that nobody can know beforehand.
function withIds(scope: ProjectScope, message: string, path: string): string {
  return message.replace(/\{commit:([^}]+)\}/g, (_, key) => scope.commits.require(key, path))
}

function withNewline(message: string): string {
  return message.endsWith('\n') ? message : `${message}\n`
}
