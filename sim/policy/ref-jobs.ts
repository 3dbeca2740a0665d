import type { Project } from '../model/projects/project.ts'
import type { Situation } from './abilities.ts'
import { mayMerge } from './branches.ts'
import { mayCreateTag } from './tags.ts'

interface Run {
  readonly ref: string
  readonly tag?: boolean | undefined
}

/** True when the caller may start, stop and repeat what runs for a branch or a tag: who may change it may. */
export function mayRun(situation: Situation, project: Project, { ref, tag }: Run): boolean {
  return tag ? mayCreateTag(situation, project, ref) : mayMerge(situation, project, ref)
}
