import { GitError } from '../git/git-error.ts'
import { logSteps } from '../git/history.ts'
import { readPointer } from '../git/lfs-pointer.ts'
import type { ObjectType } from '../git/objects.ts'
import { validBranchName, validRefName } from '../git/refs.ts'
import { peel } from '../git/revision.ts'
import type { Steps } from '../lib/steps.ts'
import type { Project } from '../model/projects/project.ts'
import { hasLfsObject } from '../model/repository/lfs-objects.ts'
import { objectsOf, repositoryOf } from '../model/repository/repository.ts'
import type { World } from '../model/world.ts'
import type { Situation } from '../policy/abilities.ts'
import { examinesCommits, newCommitsFault } from '../policy/new-commits.ts'
import { pushFault, type RefChange } from '../policy/pushes.ts'
import type { PlainReply } from '../protocol/message.ts'
import { mergeRequestLinks } from './merge-request-links.ts'
import { applyChanges } from './push-apply.ts'
import { type PreparedPush, type PushArrival, unpackPush } from './push-arrival.ts'
import { type Outcome, reportLines } from './push-report.ts'
import { type PushRequest, readPush } from './push-request.ts'
import { HIDDEN } from './references.ts'
import { gitReply } from './replies.ts'
import type { GitHttp, Session } from './service.ts'
import { LFS_MISSING, pushTexts } from './texts.ts'

/**
 * Answers a push. Objects, references and permissions are all checked before anything changes; one missing
 * permission declines the whole push. Throws a GitError for an invalid request.
 */
export function* receivePack(
  session: Session,
  body: Uint8Array,
  { onPushOptions, prepared }: Pick<GitHttp, 'onPushOptions' | 'prepared'>,
): Steps<PlainReply> {
  const request = readPush(body)
  onPushOptions?.(request.pushOptions)
  const report =
    request.changes.length === 0
      ? []
      : reportLines(yield* push(session, request, prepared?.push), request.options)
  return gitReply('git-receive-pack', 'result', report)
}

function* push(session: Session, request: PushRequest, prepared: PreparedPush | undefined): Steps<Outcome> {
  const fork = session.world.fork()
  const attempt = { ...session, world: fork }
  try {
    const arrival = prepared?.fits(fork) ? prepared.arrival : yield* unpackPush(attempt, request)
    if (arrival instanceof GitError) throw arrival
    const outcome = yield* applyPush(attempt, request, arrival)
    if (outcome.changed) session.world.become(fork)
    return outcome
  } catch (error) {
    if (!(error instanceof GitError)) throw error
    const refused = request.changes.map(({ name }) => [name, 'unpacker error'] as const)
    return {
      unpacked: error.message,
      refused: new Map(refused),
      message: `error: ${error.message}\n`,
      ...nothing,
    }
  }
}

const nothing = { accepted: [], changed: false }

function* applyPush(session: Session, request: PushRequest, arrival: PushArrival): Steps<Outcome> {
  const { changes, options } = request
  const refused = new Map<string, string>()
  for (const change of changes) {
    const reason = gitRefusal(session, change, arrival)
    if (reason !== undefined) refused.set(change.name, reason)
    yield
  }
  arrival.store(session.world)
  const sound = changes.filter(({ name }) => !refused.has(name))
  const message = yield* declineMessage(session, sound, arrival)
  if (message !== undefined) {
    for (const { name } of sound) refused.set(name, 'pre-receive hook declined')
    return { unpacked: 'ok', refused, message, ...nothing }
  }
  const atomic = options.has('atomic')
  const accepted =
    atomic && refused.size > 0 ? [] : yield* applyChanges(session, sound, refused, arrival.size)
  if (atomic && refused.size > 0) {
    for (const { name } of changes) if (!refused.has(name)) refused.set(name, 'atomic push failure')
    return { unpacked: 'ok', refused, message: '', ...nothing }
  }
  const links = yield* mergeRequestLinks(session, accepted)
  return { unpacked: 'ok', refused, message: links, accepted, changed: accepted.length > 0 }
}

// What git itself refuses, for each reference.
function gitRefusal(
  { world, project }: Session,
  { name, from, to }: RefChange,
  arrival: PushArrival,
): string | undefined {
  if (!validRefName(name) || !name.startsWith('refs/')) return 'funny refname'
  if (HIDDEN.test(name)) return 'deny updating a hidden ref'
  if (repositoryOf(world, project).refs.get(name) !== from) return 'failed to update ref'
  if (to === undefined) return undefined
  const type = arrival.typeOf(to)
  if (type === undefined) return 'missing necessary objects'
  return misplaced(name, type) ? 'failed to update ref' : undefined
}

function misplaced(name: string, type: ObjectType): boolean {
  if (!name.startsWith('refs/heads/')) return false
  return type !== 'commit' || !validBranchName(name.slice('refs/heads/'.length))
}

function* declineMessage(
  { world, caller, now, project }: Session,
  changes: readonly RefChange[],
  arrival: PushArrival,
): Steps<string | undefined> {
  for (const change of changes) {
    const fault = pushFault({ world, caller, now }, project, change)
    if (fault !== undefined) return `GitLab: ${pushTexts[fault]}\n`
    yield
  }
  if (changes.some(({ to }) => to !== undefined) && lacksLfsObjects(world, project, arrival))
    return `GitLab: ${LFS_MISSING}\n`
  const fault = yield* faultOfCommits({ world, caller, now }, project, changes)
  return fault === undefined ? undefined : `GitLab: ${fault}\n`
}

// Pointers whose objects were not sent before would leave clones without their content.
function lacksLfsObjects(world: World, project: Project, arrival: PushArrival): boolean {
  if (!project.settings.lfs) return false
  for (const blob of arrival.pointers()) {
    const pointer = readPointer(blob)
    if (pointer !== undefined && !hasLfsObject(world, project, pointer.oid)) return true
  }
  return false
}

// Histories are walked only where something looks at commits.
function* faultOfCommits(
  situation: Situation,
  project: Project,
  changes: readonly RefChange[],
): Steps<string | undefined> {
  const { world } = situation
  if (!examinesCommits(world, project)) return undefined
  const objects = objectsOf(world)
  const tip = (id: string | undefined) => (id === undefined ? undefined : peel(objects, id, 'commit'))
  const known = repositoryOf(world, project)
    .refs.list('')
    .flatMap(({ id }) => tip(id) ?? [])
  for (const change of changes) {
    const to = tip(change.to)
    const commits = to === undefined ? [] : yield* logSteps(objects, to, { exclude: known })
    const fault = newCommitsFault(situation, project, change, commits, 'pushed')
    if (fault !== undefined) return fault
    yield
  }
  return undefined
}
