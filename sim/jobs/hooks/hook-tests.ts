import { branchHead } from '../../git/repository.ts'
import { finished } from '../../lib/steps.ts'
import type { Hook, HookEvent } from '../../model/hooks/hook.ts'
import { repositoryOf } from '../../model/repository/repository.ts'
import { jobPayload, pipelinePayload, releasePayload } from './ci-payloads.ts'
import { issuePayload, mergeRequestPayload, notePayload } from './issuable-payloads.ts'
import type { Payload, PayloadContext } from './parts.ts'
import { pushPayload } from './push-payloads.ts'
import { scheduleDelivery } from './schedule-hooks.ts'

/** An event with which a hook can be tested. */
interface Sample {
  /** The header that names it. */
  readonly name: string
  /** What a project must have for it. */
  readonly wanting: string
  readonly payload: (told: PayloadContext) => Payload | undefined
}

const COMMIT = 'at least one commit'

/** The events with which hooks can be tested; each uses the latest row of its kind in the project. */
export const samples = {
  push_events: { name: 'Push Hook', wanting: COMMIT, payload: (told) => pushed(told, 'refs/heads/') },
  tag_push_events: { name: 'Tag Push Hook', wanting: COMMIT, payload: (told) => pushed(told, 'refs/tags/') },
  issues_events: {
    name: 'Issue Hook',
    wanting: 'issues',
    payload: (told) => {
      const issue = told.world.issues.by('byProject', told.project.id).last()
      return issue && issuePayload(told, undefined, issue)
    },
  },
  merge_requests_events: {
    name: 'Merge Request Hook',
    wanting: 'merge requests',
    payload: (told) => {
      const request = told.world.mergeRequests.by('byProject', told.project.id).last()
      return request && mergeRequestPayload(told, undefined, request)
    },
  },
  note_events: {
    name: 'Note Hook',
    wanting: 'notes',
    payload: (told) => {
      const notes = told.world.notes.by('byProject', told.project.id).list()
      const note = notes.findLast(({ system, internal }) => !system && !internal)
      return note && notePayload(told, note)
    },
  },
  pipeline_events: {
    name: 'Pipeline Hook',
    wanting: 'CI pipelines',
    payload: (told) => {
      const pipeline = told.world.pipelines.by('byProject', told.project.id).last()
      return pipeline && pipelinePayload(told, pipeline)
    },
  },
  job_events: {
    name: 'Job Hook',
    wanting: 'CI jobs',
    payload: (told) => {
      const job = told.world.ciJobs.by('byProject', told.project.id).last()
      return job && jobPayload(told, job)
    },
  },
  releases_events: {
    name: 'Release Hook',
    wanting: 'releases',
    payload: (told) => {
      const release = told.world.releases.by('byProject', told.project.id).last()
      return release && releasePayload(told, release, 'create')
    },
  },
} as const satisfies { readonly [event in HookEvent]?: Sample }

export type SampleEvent = keyof typeof samples

/** Sends a test event to a hook; false where the project has nothing of the kind. */
export function sendHookTest(told: PayloadContext, hook: Hook, event: SampleEvent): boolean {
  const { name, payload } = samples[event] as Sample
  const content = payload(told)
  if (content === undefined) return false
  deliver(told, hook, name, content)
  return true
}

/** Sends a test event to a system hook. */
export function sendSystemHookTest(
  told: Pick<PayloadContext, 'world' | 'now'>,
  hook: Hook,
  payload: Payload,
): void {
  deliver({ ...told, user: undefined }, hook, 'System Hook', payload)
}

function deliver(
  { world, user, now }: Pick<PayloadContext, 'world' | 'user' | 'now'>,
  hook: Hook,
  name: string,
  payload: Payload,
) {
  scheduleDelivery({ before: world, after: world, user, now }, hook, name, JSON.stringify(payload), 'test')
}

function pushed(told: PayloadContext, place: 'refs/heads/' | 'refs/tags/'): Payload | undefined {
  const { world, project } = told
  const to = branchHead(repositoryOf(world, project), project.defaultBranch)
  if (to === undefined) return undefined
  const [tag] = repositoryOf(world, project).refs.list('refs/tags/')
  const name = place === 'refs/tags/' ? (tag?.name ?? `${place}v1.0.0`) : `${place}${project.defaultBranch}`
  return finished(pushPayload(told, { name, from: to, to }))
}
