import type { Instant } from '../time/calendar.ts'
import type { Project } from './project.ts'
import type { Upload } from './upload.ts'
import { nextId, type World } from './world.ts'

/** Attaches a file to a project. */
export function addUpload(
  world: World,
  project: Project,
  file: Pick<Upload, 'secret' | 'name' | 'bytes' | 'userId'>,
  now: Instant,
): Upload {
  const { sizes } = world.projects.require(project.id)
  world.projects.update(project.id, { sizes: { ...sizes, uploads: sizes.uploads + file.bytes.length } })
  return world.uploads.insert({
    id: nextId(world, 'uploads'),
    projectId: project.id,
    ...file,
    name: safeName(file.name),
    createdAt: now,
  })
}

// The service keeps letters, digits and a few signs of a name.
function safeName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const safe = last.replace(/[^\p{L}\p{N}._+-]/gu, '_')
  return /^\.*$/.test(safe) ? `_${safe}` : safe
}
