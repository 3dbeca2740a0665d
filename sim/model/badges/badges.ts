import { branchHead } from '../../git/repository.ts'
import type { Instant } from '../../time/calendar.ts'
import type { Group } from '../groups/group.ts'
import { webAddressFault } from '../hooks/outbound-rules.ts'
import { InvalidRow } from '../invalid-row.ts'
import { groupsAbove } from '../milestones/milestones.ts'
import type { Project } from '../projects/project.ts'
import { repositoryOf } from '../repository/repository.ts'
import { nextId, type World } from '../world.ts'
import type { Badge } from './badge.ts'

export type BadgeOwner = { readonly project: Project } | { readonly group: Group }

export interface BadgeValues {
  readonly name: string | null
  readonly linkUrl: string
  readonly imageUrl: string
}

/** The badges of a group, or those of a project with those of the groups above it, oldest first. */
export function badgesOf(world: World, owner: BadgeOwner): Badge[] {
  if ('group' in owner) return world.badges.by('byGroup', owner.group.id).list()
  const own = world.badges.by('byProject', owner.project.id).list()
  const above = [...groupsAbove(world, owner)].flatMap(({ id }) => world.badges.by('byGroup', id).list())
  return [...own, ...above].sort((a, b) => a.createdAt - b.createdAt || a.id - b.id)
}

/** Adds a badge. Throws InvalidRow. */
export function addBadge(world: World, owner: BadgeOwner, values: BadgeValues, now: Instant): Badge {
  refuseInvalidAddresses(world, values)
  return world.badges.insert({
    id: nextId(world, 'badges'),
    projectId: 'project' in owner ? owner.project.id : null,
    groupId: 'group' in owner ? owner.group.id : null,
    ...values,
    createdAt: now,
  })
}

/** Throws InvalidRow. */
export function changeBadge(world: World, badge: Badge, changes: Partial<BadgeValues>): Badge {
  const changed = { ...badge, ...changes }
  refuseInvalidAddresses(world, changed)
  return world.badges.put(changed)
}

/** Throws InvalidRow for an address that is not http or https. */
export function refuseInvalidAddresses(
  world: World,
  { linkUrl, imageUrl }: Pick<BadgeValues, 'linkUrl' | 'imageUrl'>,
): void {
  const errors = Object.fromEntries(
    Object.entries({ link_url: linkUrl, image_url: imageUrl }).flatMap(([name, url]) => {
      const text = faultOf(world, url)
      return text === undefined ? [] : [[name, [text]]]
    }),
  )
  if (Object.keys(errors).length > 0) throw new InvalidRow(errors)
}

function faultOf(world: World, url: string): string | undefined {
  if (url.trim() === '') return 'must be a valid URL'
  const fault = webAddressFault(world, url.replaceAll(PLACEHOLDERS, 'placeholder'))
  return fault && `is blocked: ${fault}`
}

const PLACEHOLDERS =
  /%(?:25)?\{(project_path|project_title|project_name|project_id|default_branch|commit_sha)\}/g

/** An address with its placeholders filled in for a project. */
export function renderedUrl(world: World, url: string, project: Project | undefined): string {
  if (project === undefined) return url
  return url.replaceAll(PLACEHOLDERS, (_, name: string) => values[name]?.(world, project) ?? '')
}

const values: { readonly [placeholder: string]: (world: World, project: Project) => string } = {
  project_path: (_, { fullPath }) => fullPath,
  project_title: (_, { name }) => name,
  project_name: (_, { path }) => path,
  project_id: (_, { id }) => String(id),
  default_branch: (_, { defaultBranch }) => defaultBranch,
  commit_sha: (world, project) => branchHead(repositoryOf(world, project), project.defaultBranch) ?? '',
}
