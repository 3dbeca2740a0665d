import type { World } from '../../model/world.ts'
import { isoTime } from '../../time/calendar.ts'
import { projectEventPayload } from './group-payloads.ts'
import type { Payload } from './parts.ts'

/** The events that system hooks always get: of projects, groups, users and their keys. */
export function* installationEvents({
  before,
  after,
}: {
  readonly before: World
  readonly after: World
}): Generator<Payload> {
  for (const { before: was, after: is } of after.projects.since(before.projects)) {
    const project = is ?? was
    if (project === undefined) continue
    const event =
      was === undefined
        ? 'project_create'
        : is === undefined
          ? 'project_destroy'
          : was.namespaceId !== is.namespaceId
            ? 'project_transfer'
            : was.fullPath !== is.fullPath
              ? 'project_rename'
              : undefined
    if (event === undefined) continue
    yield {
      ...projectEventPayload(project, event),
      ...(was && was.fullPath !== project.fullPath && { old_path_with_namespace: was.fullPath }),
    }
  }
  for (const { before: was, after: is } of after.groups.since(before.groups)) {
    const group = is ?? was
    const event =
      was === undefined
        ? 'group_create'
        : is === undefined
          ? 'group_destroy'
          : was.fullPath !== is.fullPath
            ? 'group_rename'
            : undefined
    if (group === undefined || event === undefined) continue
    yield {
      event_name: event,
      created_at: isoTime(group.createdAt),
      updated_at: isoTime(group.updatedAt),
      name: group.name,
      path: group.path,
      full_path: group.fullPath,
      group_id: group.id,
    }
  }
  for (const { before: was, after: is } of after.users.since(before.users)) {
    const user = is ?? was
    const event =
      was === undefined
        ? 'user_create'
        : is === undefined
          ? 'user_destroy'
          : was.username !== is.username
            ? 'user_rename'
            : undefined
    if (user === undefined || event === undefined) continue
    yield {
      event_name: event,
      created_at: isoTime(user.createdAt),
      updated_at: isoTime(user.createdAt),
      name: user.name,
      email: user.email,
      user_id: user.id,
      username: user.username,
      ...(event === 'user_rename' && { old_username: was?.username ?? null }),
    }
  }
  for (const { before: was, after: is } of after.keys.since(before.keys)) {
    const key = is ?? was
    if (key === undefined || (was !== undefined && is !== undefined)) continue
    yield {
      event_name: is === undefined ? 'key_destroy' : 'key_create',
      created_at: isoTime(key.createdAt),
      username: after.users.get(key.userId ?? 0)?.username ?? null,
      key: key.key,
      id: key.id,
    }
  }
}
