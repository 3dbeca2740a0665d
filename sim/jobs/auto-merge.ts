import type { Pipeline } from '../model/ci.ts'
import type { World } from '../model/world.ts'
import type { Instant } from '../time/calendar.ts'

/** Carries out the merges that waited for a pipeline. */
export function autoMerge(_world: World, _pipeline: Pipeline, _now: Instant): void {}
