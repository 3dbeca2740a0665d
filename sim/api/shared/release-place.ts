import type { Project } from '../../model/projects/project.ts'
import type { Release } from '../../model/releases/release.ts'
import type { World } from '../../model/world.ts'
import { notFound } from '../../protocol/refusal.ts'

/** The release of a tag; refuses with 404 if there is none. */
export function releaseOf(world: World, project: Project, tag: string | null, absent = notFound()): Release {
  const release = world.releases.find('byProject', project.id, tag ?? '')
  if (release === undefined) throw absent
  return release
}
