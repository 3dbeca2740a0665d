import type { Project } from './project.ts'
import type { World } from './world.ts'
import type { Instant } from '../time/calendar.ts'

/** Brings everything that follows a branch up to date after it was created, moved or deleted. */
export function branchMoved(_world: World, _project: Project, _branch: string, _now: Instant): void {}
