import { md5Hex } from '../../lib/hash.ts'
import type { Json } from '../../lib/json.ts'
import { drawInteger } from '../../lib/random.ts'
import { DONE, Pace, type Steps } from '../../lib/steps.ts'
import type { Hook } from '../../model/hooks/hook.ts'
import type { HookDelivery } from '../../model/hooks/hook-delivery.ts'
import { callsFor, groupHooksFor, hooksFor, hooksOf, isSilent } from '../../model/hooks/hooks.ts'
import type { GitRefRow } from '../../model/repository/git-objects.ts'
import { settingInForce } from '../../model/settings/in-force.ts'
import { alikePushes, type PushedRef } from '../../model/users/events.ts'
import type { User } from '../../model/users/user.ts'
import { instanceOf, nextId, type World } from '../../model/world.ts'
import type { Difference } from '../../store/tree.ts'
import type { Job } from '../../time/schedule.ts'
import { updateMirrors } from '../remote-mirror.ts'
import { deploymentPayload, jobPayload, pipelinePayload, releasePayload } from './ci-payloads.ts'
import { groupEvents } from './group-payloads.ts'
import { issuePayload, mergeRequestPayload, notePayload } from './issuable-payloads.ts'
import { tellOfFlags, tellOfMilestones, tellOfReactions } from './later-events.ts'
import type { PayloadContext } from './parts.ts'
import { pushPayload } from './push-payloads.ts'
import { installationEvents } from './system-payloads.ts'
import { filledIn } from './template.ts'
import { wikiPagePayload } from './wiki-payloads.ts'
import type { Announced, WorldChange } from './world-change.ts'

/**
 * Schedules mirrors and hooks after a change. Events are the differences of two versions of the world, so code that
 * changes the world need not know of them, and a world without hooks pays nothing.
 */
export function scheduleHooks(done: WorldChange): Steps<void> {
  const { before, after, now } = done
  updateMirrors(before, after, now)
  return after.hooks.size === 0 || isSilent(after) ? DONE : scheduleEvents(done)
}

function* scheduleEvents(done: WorldChange): Steps<void> {
  const { after } = done
  const pace = new Pace()
  for (const event of eventsIn(done)) {
    yield
    if (event === undefined) continue
    const [told, announced] = event
    const body = once(() => JSON.stringify(announced.payload))
    for (const hook of hooksFor(after, told.project, announced.event)) {
      const { branch } = announced
      if (branch !== undefined && !callsFor(hook, branch)) continue
      scheduleDelivery(done, hook, hook.owner === 'instance' ? 'System Hook' : announced.name, body())
      if (pace.after(0)) yield
    }
  }
  for (const { group, event, name, payload } of groupEvents(done)) {
    yield
    const body = once(() => JSON.stringify(payload))
    for (const hook of groupHooksFor(after, group, event)) scheduleDelivery(done, hook, name, body())
  }
  for (const payload of installationEvents(done)) {
    yield
    const body = once(() => JSON.stringify(payload))
    for (const hook of hooksOf(after, { owner: 'instance', ownerId: 0 }))
      scheduleDelivery(done, hook, 'System Hook', body())
  }
}

// Many hooks may be told of the same, and none of most changes.
function once(make: () => string): () => string {
  let made: string | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Schedules a delivery to a hook. A test comes at once, also to a hook that is disabled. */
export function scheduleDelivery(
  { after, now }: WorldChange,
  { id: hookId, template }: Hook,
  name: string,
  payload: string,
  kind: 'event' | 'test' = 'event',
): void {
  const body = template == null ? payload : filledIn(template, payload)
  if (body === undefined || isSilent(after)) return
  const id = nextId(after, 'jobs')
  const digits = md5Hex(`${id} ${now} ${hookId}`)
  const uuid = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const args = { hookId, name, uuid, body }
  const job = { id, kind: 'hook-delivery', args, due: now }
  const { hookDelivery } = instanceOf(after)
  if (kind === 'test') after.jobs.insert({ ...job, args: { ...args, test: true } })
  else if (hookDelivery === undefined) after.jobs.insert(job)
  else disturb(after, job, hookDelivery)
}

// The copy is the same delivery, with the same UUID; what is lost is due as well, for the journal to tell.
function disturb(world: World, job: Job, delivery: HookDelivery): void {
  const draw = (what: number) => drawInteger(delivery.seed, job.id, what)
  const isDrawn = (what: number, probability: number) => draw(what) < probability * 2 ** 32
  const due = (what: number) => {
    const at = job.due + delivery.least + (draw(what) % (delivery.most - delivery.least + 1))
    const last = delivery.shuffle ? undefined : world.jobs.by('byKind', job.kind).last()
    return Math.max(at, last?.due ?? 0)
  }
  const lost: { readonly [name: string]: Json } = isDrawn(1, delivery.drop) ? { lost: true } : {}
  world.jobs.insert({ ...job, args: { ...job.args, ...lost }, due: due(2) })
  if (isDrawn(3, delivery.duplicate)) world.jobs.insert({ ...job, id: nextId(world, 'jobs'), due: due(4) })
}

/** What there is to tell, and undefined wherever others may want a turn. */
function* eventsIn(done: WorldChange): Generator<readonly [PayloadContext, Announced] | undefined> {
  yield* pushes(done)
  yield* planning(done)
  yield* writing(done)
  yield* building(done)
  for (const tell of [tellOfReactions, tellOfFlags, tellOfMilestones]) yield* tell(done, about)
}

function about(
  { after, user, now }: WorldChange,
  projectId: number,
  by: User | undefined = user,
): PayloadContext | undefined {
  const project = after.projects.get(projectId)
  return project && { world: after, project, user: by, now }
}

function* pushes(done: WorldChange): Generator<readonly [PayloadContext, Announced] | undefined> {
  const { before, after } = done
  for (const { projectId, name, from, to } of calling(done, [
    ...movedRefs(after.gitRefs.since(before.gitRefs)),
  ])) {
    const told = about(done, projectId)
    if (told === undefined) continue
    const payload = yield* pushPayload(told, { name, from: from ?? undefined, to: to ?? undefined })
    if (name.startsWith('refs/tags/'))
      yield [told, { event: 'tag_push_events', name: 'Tag Push Hook', payload }]
    else {
      const branch = name.slice('refs/heads/'.length)
      yield [told, { event: 'push_events', name: 'Push Hook', payload, branch }]
    }
  }
}

interface Moved extends Omit<PushedRef, 'ref'> {
  readonly projectId: number
  readonly name: string
}

function* movedRefs(differences: Iterable<Difference<GitRefRow>>): Generator<Moved> {
  for (const { before, after } of differences) {
    const { projectId, name } = (after ?? before) as GitRefRow
    const [, kind] = /^refs\/(heads|tags)\//.exec(name) ?? []
    if (kind === undefined) continue
    const refType = kind === 'tags' ? 'tag' : 'branch'
    yield { projectId, name, refType, from: before?.sha ?? null, to: after?.sha ?? null }
  }
}

/** Those of which hooks are told: not what a push did to more than `push_event_hooks_limit` branches or tags alike. */
function calling({ after, byPush = false }: WorldChange, moved: readonly Moved[]): readonly Moved[] {
  if (!byPush) return moved
  const limit = settingInForce(after, 'push_event_hooks_limit')
  return alikePushes(moved, (one) => one).flatMap((alike) => (alike.length <= limit ? alike : []))
}

function* planning(done: WorldChange): Generator<readonly [PayloadContext, Announced]> {
  const { before, after } = done
  for (const { before: was, after: issue } of after.issues.since(before.issues)) {
    const told = issue && about(done, issue.projectId)
    const payload = told && issuePayload(told, was, issue)
    if (payload === undefined) continue
    yield issue?.confidential
      ? [
          told as PayloadContext,
          { event: 'confidential_issues_events', name: 'Confidential Issue Hook', payload },
        ]
      : [told as PayloadContext, { event: 'issues_events', name: 'Issue Hook', payload }]
  }
  for (const { before: was, after: row } of after.mergeRequests.since(before.mergeRequests)) {
    // Who merges when a pipeline succeeds is who asked for it.
    const merger = row?.mergedById == null ? undefined : after.users.get(row.mergedById)
    const told = row && about(done, row.projectId, done.user ?? merger)
    const payload = told && mergeRequestPayload(told, was, row)
    if (payload !== undefined)
      yield [told as PayloadContext, { event: 'merge_requests_events', name: 'Merge Request Hook', payload }]
  }
  for (const { before: was, after: note } of after.notes.since(before.notes)) {
    if (note === undefined || note.system || was?.body === note.body) continue
    const told = about(done, note.projectId)
    if (told === undefined) continue
    const payload = notePayload(told, note)
    yield note.internal
      ? [told, { event: 'confidential_note_events', name: 'Confidential Note Hook', payload }]
      : [told, { event: 'note_events', name: 'Note Hook', payload }]
  }
  for (const { before: was, after: is } of after.releases.since(before.releases)) {
    const release = is ?? was
    const told = release && about(done, release.projectId)
    if (told === undefined || release === undefined) continue
    const action = is === undefined ? 'delete' : was === undefined ? 'create' : 'update'
    const payload = releasePayload(told, release, action)
    yield [told, { event: 'releases_events', name: 'Release Hook', payload }]
  }
}

function* writing(done: WorldChange): Generator<readonly [PayloadContext, Announced]> {
  const { before, after } = done
  for (const { before: was, after: is } of after.wikiPages.since(before.wikiPages)) {
    const page = is ?? was
    const told = page?.projectId == null ? undefined : about(done, page.projectId)
    if (told === undefined || page === undefined) continue
    const action = is === undefined ? 'delete' : was === undefined ? 'create' : 'update'
    const payload = wikiPagePayload(told, page, action)
    yield [told, { event: 'wiki_page_events', name: 'Wiki Page Hook', payload }]
  }
}

function* building(done: WorldChange): Generator<readonly [PayloadContext, Announced]> {
  const { before, after } = done
  for (const { before: was, after: pipeline } of after.pipelines.since(before.pipelines)) {
    const told = pipeline && was?.status !== pipeline.status ? about(done, pipeline.projectId) : undefined
    if (told && pipeline)
      yield [
        told,
        { event: 'pipeline_events', name: 'Pipeline Hook', payload: pipelinePayload(told, pipeline) },
      ]
  }
  for (const { before: was, after: job } of after.ciJobs.since(before.ciJobs)) {
    const told = job && was?.status !== job.status ? about(done, job.projectId) : undefined
    if (told && job) yield [told, { event: 'job_events', name: 'Job Hook', payload: jobPayload(told, job) }]
  }
  for (const { before: was, after: row } of after.deployments.since(before.deployments)) {
    const told = row && was?.status !== row.status ? about(done, row.projectId) : undefined
    if (told && row)
      yield [
        told,
        { event: 'deployment_events', name: 'Deployment Hook', payload: deploymentPayload(told, row) },
      ]
  }
}
