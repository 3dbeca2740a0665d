import type { Instant } from '../../time/calendar.ts'
import type { Project } from '../projects/project.ts'
import { nextId, type World } from '../world.ts'
import type { Upload } from './upload.ts'

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
    groupId: null,
    ...file,
    name: safeName(file.name),
    createdAt: now,
  })
}

/** Removes a file, and gives back the space that it took. */
export function removeUpload(world: World, upload: Upload): void {
  world.uploads.delete(upload.id)
  const project = upload.projectId === null ? undefined : world.projects.get(upload.projectId)
  if (project === undefined) return
  const { sizes } = project
  const uploads = Math.max(0, sizes.uploads - upload.bytes.length)
  world.projects.update(project.id, { sizes: { ...sizes, uploads } })
}

// The service keeps letters, digits and a few signs of a name.
export function safeName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const safe = last.replace(/[^\p{L}\p{N}._+-]/gu, '_')
  return /^\.*$/.test(safe) ? `_${safe}` : safe
}
