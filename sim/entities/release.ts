import { until } from '../lib/dialect.ts'
import { markdownHtml } from '../lib/markdown-html.ts'
import { commitOf } from '../model/branches/branches.ts'
import type { ProjectCommit } from '../model/commits/project-commit.ts'
import { linkTypes, type Release, type ReleaseLink } from '../model/releases/release.ts'
import { linksOf } from '../model/releases/releases.ts'
import type { User } from '../model/users/user.ts'
import { commitEntity } from './commit.ts'
import {
  constant,
  entity,
  flag,
  integer,
  json,
  many,
  nullable,
  object,
  one,
  oneOfTexts,
  text,
  timestamp,
  url,
  type View,
  when,
} from './entity.ts'
import { linkingStyle } from './linked-text.ts'
import { countedMilestoneEntity } from './milestone.ts'
import { userRefEntity } from './user-ref.ts'

export const releaseLinkEntity = entity<ReleaseLink>('ReleaseLink', {
  id: integer(({ id }) => id),
  name: text(({ name }) => name),
  url: text((link) => link.url),
  direct_asset_url: url((link, { world, url }) => {
    if (link.filepath === null) return link.url
    const { tag } = world.releases.require(link.releaseId)
    return url(
      `${pathOf(link.projectId, { world })}/-/releases/${encodeURIComponent(tag)}/downloads${link.filepath}`,
    )
  }),
  external: until(
    'releases#later-external',
    flag((link: ReleaseLink, { url }: View) => !link.url.startsWith(url('').replace(/\/$/, ''))),
  ),
  link_type: oneOfTexts(linkTypes, ({ type }) => type),
})

function htmlOf(description: string | null, projectId: number, view: View): string | null {
  if (description === null) return null
  return markdownHtml(description, linkingStyle(view, view.world.projects.require(projectId)))
}

/** A release; whoever may not read the code is told neither its tag nor its sources. */
export const releaseEntity = entity<Release>('Release', {
  name: text((release, view) => (readsCode(release, view) ? release.name : `Release-${release.id}`)),
  tag_name: when(
    readsCode,
    text(({ tag }) => tag),
  ),
  description: nullable(text(({ description }) => description as string)),
  description_html: when(
    (_, view) => view.asked('include_html_description') === true,
    nullable(text(({ description, projectId }, view) => htmlOf(description, projectId, view) as string)),
  ),
  created_at: timestamp(({ createdAt }) => createdAt),
  released_at: timestamp(({ releasedAt }) => releasedAt),
  upcoming_release: flag(({ releasedAt }, { hasCome }) => !hasCome(releasedAt)),
  author: when(
    (release, view) => authorOf(release, view) !== undefined,
    one(userRefEntity, (release, view) => authorOf(release, view) as User),
  ),
  commit: when(readsCode, nullable(one(commitEntity, commitFor))),
  milestones: when(
    ({ milestoneIds, projectId }, { world, can }) =>
      milestoneIds.length > 0 && can('read_milestone', world.projects.require(projectId)),
    many(countedMilestoneEntity, ({ milestoneIds }, { world }) =>
      milestoneIds.flatMap((id) => world.milestones.get(id) ?? []),
    ),
  ),
  commit_path: when(
    (release, view) => readsCode(release, view) && release.sha !== null,
    text(({ projectId, sha }, view) => `/${pathOf(projectId, view)}/-/commit/${sha}`),
  ),
  tag_path: when(
    readsCode,
    text(({ projectId, tag }, view) => `/${pathOf(projectId, view)}/-/tags/${encodeURIComponent(tag)}`),
  ),
  assets: object<Release>({
    count: integer(
      (release, view) => linksOf(view.world, release).length + (readsCode(release, view) ? 4 : 0),
    ),
    sources: when(
      readsCode,
      json(
        {
          type: 'array',
          items: {
            type: 'object',
            properties: { format: { type: 'string' }, url: { type: 'string' } },
            required: ['format', 'url'],
          },
        },
        sourcesOf,
      ),
    ),
    links: many(releaseLinkEntity, (release, { world }) => linksOf(world, release)),
  }),
  evidences: when(readsCode, constant<Release>([])),
  _links: object<Release>({
    closed_issues_url: url((release, view) => listUrl(release, view, 'issues', 'closed')),
    closed_merge_requests_url: url((release, view) => listUrl(release, view, 'merge_requests', 'closed')),
    edit_url: when(
      ({ projectId }, { world, can }) => can('create_release', world.projects.require(projectId)),
      url((release, view) => `${pageOf(release, view)}/edit`),
    ),
    merged_merge_requests_url: url((release, view) => listUrl(release, view, 'merge_requests', 'merged')),
    opened_issues_url: url((release, view) => listUrl(release, view, 'issues', 'opened')),
    opened_merge_requests_url: url((release, view) => listUrl(release, view, 'merge_requests', 'opened')),
    self: url(pageOf),
  }),
})

function readsCode({ projectId }: Release, { world, can }: View): boolean {
  return can('read_code', world.projects.require(projectId))
}

function authorOf({ authorId }: Release, { world }: View): User | undefined {
  return authorId === null ? undefined : world.users.get(authorId)
}

function commitFor({ projectId, sha }: Release, { world }: View): ProjectCommit | null {
  return sha === null ? null : commitOf(world, world.projects.require(projectId), sha)
}

function pathOf(projectId: number, { world }: Pick<View, 'world'>): string {
  return world.projects.require(projectId).fullPath
}

function pageOf({ projectId, tag }: Release, view: View): string {
  return view.url(`${pathOf(projectId, view)}/-/releases/${encodeURIComponent(tag)}`)
}

function listUrl({ projectId, tag }: Release, view: View, what: string, state: string): string {
  const query = `release_tag=${encodeURIComponent(tag)}&scope=all&state=${state}`
  return `${view.url(`${pathOf(projectId, view)}/-/${what}`)}?${query}`
}

function sourcesOf({ projectId, tag }: Release, view: View) {
  const path = pathOf(projectId, view)
  const name = `${path.split('/').at(-1)}-${tag.replaceAll('/', '-')}`
  return ['zip', 'tar.gz', 'tar.bz2', 'tar'].map((format) => ({
    format,
    url: view.url(`${path}/-/archive/${tag}/${name}.${format}`),
  }))
}
