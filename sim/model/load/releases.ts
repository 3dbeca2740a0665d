import type { ReleaseDescription } from '../../../fixtures/schema.ts'
import type { Steps } from '../../lib/steps.ts'
import { createRelease, type LinkValues } from '../releases/releases.ts'
import { commitNamed } from '../repository/project-objects.ts'
import { type Loading, loadEach, type ProjectScope, timeOf, timeOrNull, touch } from './loading.ts'
import { Names } from './names.ts'
import { placed } from './placed.ts'

/** The releases of a project, once its repository and milestones are there. */
export function* loadReleases(loading: Loading, scope: ProjectScope): Steps<void> {
  const tags = new Names<ReleaseDescription>('release')
  yield* loadEach(loading, scope.description.releases, (release, i) => {
    const path = `${scope.path}.releases[${i}]`
    tags.add(release.tag, release, `${path}.tag`)
    const createdAt = timeOf(loading, release.createdAt)
    const values = {
      tag: release.tag,
      sha: commitNamed(loading.world, scope.row, `refs/tags/${release.tag}`) ?? null,
      name: release.name ?? release.tag,
      description: release.description ?? null,
      authorId: loading.users.require(release.author, `${path}.author`).id,
      milestoneIds: (release.milestones ?? []).map(
        (title, n) => scope.milestones.require(title, `${path}.milestones[${n}]`).id,
      ),
      releasedAt: timeOrNull(loading, release.releasedAt) ?? createdAt,
    }
    placed(path, () => createRelease(loading.world, scope.row, values, linksOf(release), createdAt))
    touch(scope, createdAt)
  })
}

function linksOf({ links = [] }: ReleaseDescription): LinkValues[] {
  return links.map(({ name, url, filepath, type }) => ({
    name,
    url,
    filepath: filepath ?? null,
    type: type ?? 'other',
  }))
}
