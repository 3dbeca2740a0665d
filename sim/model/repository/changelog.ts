import type { ZonedTime } from '../../time/calendar.ts'
import { titleOf } from '../commits/commit-title.ts'
import type { Group } from '../groups/group.ts'
import type { MergeRequest } from '../merge-requests/merge-request.ts'
import type { Project } from '../projects/project.ts'
import type { User } from '../users/user.ts'
import type { World } from '../world.ts'
import { type ChangelogCommit, changelogCommits } from './changelog-commits.ts'
import { type ChangelogConfig, type ConfigPlace, changelogConfig } from './changelog-config.ts'
import { formatTime } from './changelog-date.ts'
import { ChangelogError } from './changelog-error.ts'
import { trimBlankEnd } from './changelog-file.ts'
import { mergeRequestsOf } from './changelog-merge-requests.ts'
import { previousTag } from './changelog-tags.ts'
import { renderTemplate, type TemplateValue } from './changelog-template.ts'
import { commitNamed } from './project-objects.ts'

export interface Release extends ConfigPlace {
  /** As sent: it may have a `v` in front. */
  readonly version: string
  /** As the heading shows it. */
  readonly heading: string
  /** Branch, tag or commit; the tag of the version before unless told. */
  readonly from: string | null | undefined
  readonly to: string
  readonly date: ZonedTime
  readonly trailer: string
}

/** What the caller passes in for a changelog. */
export interface ChangelogContext {
  readonly isMember: (user: User) => boolean
  readonly sees: (group: Group) => boolean
}

/** The Markdown section of a release, without a line break at its end. Throws a ChangelogError. */
export function changelogSection(
  world: World,
  project: Project,
  release: Release,
  standing: ChangelogContext,
): string {
  const config = changelogConfig(world, project, release)
  const from = release.from ?? previous(world, project, release.version, config)
  const [start, end] = [commitNamed(world, project, from), commitNamed(world, project, release.to)]
  if (start === undefined || end === undefined)
    throw new ChangelogError('Invalid or not found commit value in the given range')
  const commits = changelogCommits(world, start, end, release.trailer)
  const categories = categorised(
    commits,
    release.trailer,
    config,
    entries(world, project, commits, config, standing),
  )
  const body = renderTemplate(config.template, { categories })
  const heading = `## ${release.heading} (${formatTime(release.date, config.dateFormat)})`
  return trimBlankEnd(`${heading}\n\n${stripped(body)}`)
}

function previous(world: World, project: Project, version: string, { tagRegex }: ChangelogConfig): string {
  const tag = previousTag(world, project, version, tagRegex)
  if (tag === undefined)
    throw new ChangelogError(
      'The commit start range is unspecified, and no previous tag could be found to use instead',
    )
  return tag.commit.id
}

/** The values of a commit for a template. */
function entries(
  world: World,
  project: Project,
  commits: readonly ChangelogCommit[],
  { includeGroups }: ChangelogConfig,
  standing: ChangelogContext,
): (commit: ChangelogCommit) => TemplateValue {
  const { fullPath } = project
  const brought = mergeRequestsOf(
    world,
    project,
    commits.map(({ id }) => id),
  )
  const credited = creditedUsers(world, includeGroups, standing)
  return ({ id, commit, trailers }) => {
    const author = world.users.find('byEmail', commit.author.email.toLowerCase())
    const mergeRequest: MergeRequest | undefined = brought.get(id)
    return {
      title: titleOf(commit.message),
      commit: { reference: `${fullPath}@${id}`, trailers },
      ...(author && { author: authorShown(author, credited, standing) }),
      ...(mergeRequest && { merge_request: { reference: `${fullPath}!${mergeRequest.iid}` } }),
    }
  }
}

function authorShown(
  author: User,
  credited: ReadonlySet<number>,
  { isMember }: ChangelogContext,
): TemplateValue {
  const contributor = !isMember(author)
  return {
    reference: `@${author.username}`,
    contributor,
    credit: contributor || credited.has(author.id),
  }
}

/** Direct members of groups, as far as these may be known. */
function creditedUsers(
  world: World,
  paths: readonly string[],
  { sees }: ChangelogContext,
): ReadonlySet<number> {
  const users = new Set<number>()
  for (const path of paths) {
    const group = world.groups.find('byFullPath', path.toLowerCase())
    if (group === undefined || !sees(group)) continue
    for (const member of world.members.by('bySource', 'group', group.id).ascending()) users.add(member.userId)
  }
  return users
}

/** Entries by category: those of the configuration first, then as they appear; none that is empty. */
function categorised(
  commits: readonly ChangelogCommit[],
  trailer: string,
  { categories }: ChangelogConfig,
  entryOf: (commit: ChangelogCommit) => TemplateValue,
): TemplateValue {
  const gathered = new Map<string, TemplateValue[]>([...categories.values()].map((title) => [title, []]))
  for (const commit of commits) {
    const value = commit.trailers[trailer] ?? ''
    const title = categories.get(value) ?? value
    const list = gathered.get(title) ?? []
    list.push(entryOf(commit))
    gathered.set(title, list)
  }
  return [...gathered]
    .filter(([, list]) => list.length > 0)
    .map(([title, list]) => ({ title, count: list.length, single_change: list.length === 1, entries: list }))
}

function stripped(text: string): string {
  let start = 0
  while (start < text.length && ' \t\n\v\f\r\0'.includes(text.charAt(start))) start++
  return trimBlankEnd(text.slice(start))
}
