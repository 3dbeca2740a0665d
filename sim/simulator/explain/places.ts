import type { Station } from '../../lib/tracing.ts'
import type { Group } from '../../model/groups/group.ts'
import type { MemberSource } from '../../model/members/member.ts'
import type { Project } from '../../model/projects/project.ts'
import { projectAt } from '../../model/projects/project-paths.ts'
import type { World } from '../../model/world.ts'
import { type Ability, type AbilityName, abilities } from '../../policy/abilities.ts'

/** A project or group in which a request takes place, whether its caller sees it or not. */
export type Place =
  | { readonly source: 'project'; readonly row: Project }
  | { readonly source: 'group'; readonly row: Group }

/** The projects and groups that the path names, and those whose abilities were asked for. */
export function placesOf(world: World, stations: readonly Station[]): Place[] {
  const found = new Map<string, Place>()
  for (const station of stations)
    for (const place of placesAt(world, station)) found.set(`${place.source} ${place.row.id}`, place)
  return [...found.values()]
}

function placesAt(world: World, station: Station): Place[] {
  if (station.station === 'subject')
    return [
      ...(station.subject === 'Project' ? place('project', projectNamed(world, station.token)) : []),
      ...(station.subject === 'Group' ? place('group', groupNamed(world, station.token)) : []),
    ]
  return station.station === 'ability' ? placeOf(world, station.ability as AbilityName, station.id) : []
}

function placeOf(world: World, name: AbilityName, id: number): Place[] {
  const { on } = abilities[name] as Ability
  switch (on) {
    case 'project':
      return place('project', world.projects.get(id))
    case 'group':
      return place('group', world.groups.get(id))
    case 'merge_request':
      return place('project', world.projects.get(world.mergeRequests.get(id)?.projectId ?? 0))
    case 'issue':
      return place('project', world.projects.get(world.issues.get(id)?.projectId ?? 0))
    default:
      return on satisfies never
  }
}

function place(source: MemberSource, row: Project | Group | undefined): Place[] {
  return row === undefined ? [] : [{ source, row } as Place]
}

function projectNamed(world: World, token: string): Project | undefined {
  return isId(token) ? world.projects.get(Number(token)) : projectAt(world, token)
}

function groupNamed(world: World, token: string): Group | undefined {
  return isId(token) ? world.groups.get(Number(token)) : world.groups.find('byFullPath', token.toLowerCase())
}

function isId(token: string): boolean {
  return /^\d{1,15}$/.test(token)
}
