import type { Instant } from '../../time/calendar.ts'
import { nextId, type World } from '../world.ts'
import type { Project } from './project.ts'

const STARTS_AFTER = 1000
const DONE_AFTER = 3000

/** Lets a new project be filled from a git repository elsewhere (projects#create-import). */
export function scheduleGitImport(world: World, project: Project, address: string, now: Instant): Project {
  for (const [step, after] of [
    ['start', STARTS_AFTER],
    ['fetch', DONE_AFTER],
  ] as const) {
    const args = { projectId: project.id, step }
    world.jobs.insert({ id: nextId(world, 'jobs'), kind: 'git-import', args, due: now + after })
  }
  return world.projects.update(project.id, {
    importType: 'git',
    importUrl: address,
    importStatus: 'scheduled',
  })
}
