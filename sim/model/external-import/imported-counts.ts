import type { ImportStats } from '../project-import/project-import.ts'
import type { Project } from '../projects/project.ts'
import type { World } from '../world.ts'

/** How much of each kind a project has that an import can bring. */
export function importedCounts(world: World, { id }: Project): ImportStats['fetched'] {
  const requests = world.mergeRequests.by('byIid', id).list()
  const notes = world.notes
    .by('byProject', id)
    .list()
    .filter(({ system }) => !system)
  return {
    diff_note: notes.filter(({ type }) => type === 'DiffNote').length,
    issue: world.issues.by('byProject', id).count(),
    label: world.labels.by('byProject', id).count(),
    milestone: world.milestones.by('byProject', id).count(),
    note: notes.filter(({ type }) => type !== 'DiffNote').length,
    pull_request: requests.length,
    pull_request_merged_by: requests.filter(({ state }) => state === 'merged').length,
    release: world.releases.by('byProject', id).count(),
  }
}
