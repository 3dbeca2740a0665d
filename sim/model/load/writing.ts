import type { SnippetDescription } from '../../../fixtures/schema.ts'
import { utf8 } from '../../lib/bytes.ts'
import type { Steps } from '../../lib/steps.ts'
import type { UserList } from '../feature-flag-user-lists/user-list.ts'
import type { FlagStrategy } from '../feature-flags/feature-flag.ts'
import { nextId, nextIid, nextNumber } from '../world.ts'
import { type Loading, loadEach, type ProjectScope, timeOf, timeOrNull, touch } from './loading.ts'

export function* loadSnippets(
  loading: Loading,
  scope: ProjectScope | undefined,
  snippets: readonly SnippetDescription[] | undefined,
  path: string,
): Steps<void> {
  yield* loadEach(loading, snippets, (it, i) => {
    const createdAt = timeOf(loading, it.createdAt)
    const row = loading.world.snippets.insert({
      id: nextId(loading.world, 'snippets'),
      projectId: scope?.row.id ?? null,
      authorId: loading.users.require(it.author, `${path}[${i}].author`).id,
      title: it.title,
      description: it.description ?? null,
      visibility: it.visibility ?? 'private',
      files: it.files,
      createdAt,
      updatedAt: timeOrNull(loading, it.updatedAt) ?? createdAt,
    })
    if (scope === undefined) return
    touch(scope, row.updatedAt)
    for (const file of it.files) scope.bytes.snippets += utf8(file.content).length
  })
}

export function* loadWiki(loading: Loading, scope: ProjectScope): Steps<void> {
  yield* loadEach(loading, scope.description.wiki, (it, i) => {
    const createdAt = timeOf(loading, it.createdAt)
    const row = loading.world.wikiPages.insert({
      id: nextId(loading.world, 'wikiPages'),
      projectId: scope.row.id,
      slug: it.slug,
      title: it.title,
      format: it.format ?? 'markdown',
      content: it.content,
      authorId: loading.users.require(it.author, `${scope.path}.wiki[${i}].author`).id,
      createdAt,
      updatedAt: timeOrNull(loading, it.updatedAt) ?? createdAt,
    })
    touch(scope, row.updatedAt)
    scope.bytes.wiki += utf8(it.content).length
  })
}

export function* loadUserLists(loading: Loading, scope: ProjectScope): Steps<void> {
  yield* loadEach(loading, scope.description.userLists, (it) => {
    const createdAt = timeOf(loading, it.createdAt)
    const list = loading.world.userLists.insert({
      id: nextId(loading.world, 'userLists'),
      iid: nextIid(loading.world, 'userLists', 'project', scope.row.id),
      projectId: scope.row.id,
      name: it.name,
      userXids: it.userXids.join(','),
      createdAt,
      updatedAt: timeOrNull(loading, it.updatedAt) ?? createdAt,
    })
    return loadEach(loading, it.flags, (name) => loadFlag(loading, scope, name, list))
  })
}

/** A feature flag that is on for the users of a list. */
function loadFlag({ world }: Loading, { row }: ProjectScope, name: string, list: UserList): void {
  const strategy: FlagStrategy = {
    id: nextNumber(world, 'flagStrategies'),
    name: 'gitlabUserList',
    parameters: {},
    userListId: list.id,
    scopes: [{ id: nextNumber(world, 'flagScopes'), environmentScope: '*' }],
  }
  const known = world.featureFlags.find('byProject', row.id, name)
  if (known !== undefined) {
    world.featureFlags.update(known.id, { strategies: [...known.strategies, strategy] })
    return
  }
  world.featureFlags.insert({
    id: nextId(world, 'featureFlags'),
    iid: nextIid(world, 'featureFlags', 'project', row.id),
    projectId: row.id,
    name,
    description: null,
    active: true,
    strategies: [strategy],
    createdAt: list.createdAt,
    updatedAt: list.updatedAt,
  })
}
