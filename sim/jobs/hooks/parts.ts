import { avatarOf } from '../../entities/user-ref.ts'
import type { Json } from '../../lib/json.ts'
import { avatarPath } from '../../model/avatars/avatars.ts'
import { labelsOf } from '../../model/labels/labels.ts'
import type { Project } from '../../model/projects/project.ts'
import { visibilities } from '../../model/projects/visibility.ts'
import type { User } from '../../model/users/user.ts'
import { instanceOf, type World } from '../../model/world.ts'
import { isoTime } from '../../time/calendar.ts'

/** The context from which payloads are built. */
export interface PayloadContext {
  readonly world: World
  readonly project: Project
  /** Who did it; the ghost of nobody where the clock did. */
  readonly user: User | undefined
  readonly now: number
}

export type Payload = { readonly [field: string]: Json }

export function pageOf({ world, project }: PayloadContext, path = ''): string {
  return `${instanceOf(world).url}/${project.fullPath}${path}`
}

export function projectPart(told: PayloadContext): Payload {
  const { project } = told
  const picture = avatarPath('project', project)
  const git = `${pageOf(told)}.git`
  const ssh = `git@${new URL(git).hostname}:${project.fullPath}.git`
  return {
    id: project.id,
    name: project.name,
    description: project.description,
    web_url: pageOf(told),
    avatar_url: picture === null ? null : `${instanceOf(told.world).url}/${picture}`,
    git_ssh_url: ssh,
    git_http_url: git,
    namespace: project.fullName.split(' / ').slice(0, -1).join(' / '),
    visibility_level: visibilities.indexOf(project.visibility) * 10,
    path_with_namespace: project.fullPath,
    default_branch: project.defaultBranch,
    ci_config_path: null,
    homepage: pageOf(told),
    url: ssh,
    ssh_url: ssh,
    http_url: git,
  }
}

export function repositoryPart(told: PayloadContext): Payload {
  const { name, description } = told.project
  const { url, homepage, git_http_url, git_ssh_url, visibility_level } = projectPart(told) as {
    readonly [field: string]: Json
  }
  return {
    name,
    url: url ?? null,
    description,
    homepage: homepage ?? null,
    git_http_url: git_http_url ?? null,
    git_ssh_url: git_ssh_url ?? null,
    visibility_level: visibility_level ?? null,
  }
}

export function userPart(world: World, user: User | undefined): Payload {
  return {
    id: user?.id ?? null,
    name: user?.name ?? null,
    username: user?.username ?? null,
    avatar_url: user === undefined ? null : avatarOf(world, user),
    email: user === undefined ? null : user.publicEmail || '[REDACTED]',
  }
}

export function labelParts(told: PayloadContext, row: { readonly labelIds: readonly number[] }): Payload[] {
  return labelsOf(told.world, row).map((label) => ({
    id: label.id,
    title: label.title,
    color: label.color,
    project_id: label.projectId,
    created_at: isoTime(label.createdAt),
    description: label.description,
    group_id: label.groupId,
    type: label.projectId === null ? 'GroupLabel' : 'ProjectLabel',
  }))
}

/** Columns that changed, before and after, under the names of the wire. */
export function changesPart<Row>(
  before: Row | undefined,
  after: Row,
  columns: { readonly [field: string]: (row: Row) => Json },
): Payload {
  const changed = Object.entries(columns).flatMap(([field, value]) => {
    const [was, is] = [before === undefined ? null : value(before), value(after)]
    return JSON.stringify(was) === JSON.stringify(is) ? [] : [[field, { previous: was, current: is }]]
  })
  return Object.fromEntries(changed)
}
