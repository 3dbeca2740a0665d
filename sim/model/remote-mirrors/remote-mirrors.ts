import { addressFault, hostOf, isLoopback } from '../../lib/address.ts'
import type { Instant } from '../../time/calendar.ts'
import { outboundRules } from '../hooks/outbound-rules.ts'
import { InvalidRow } from '../invalid-row.ts'
import { BLANK } from '../names.ts'
import type { Project } from '../projects/project.ts'
import { nextId, type World } from '../world.ts'
import { neverUpdated, type PullMirror, type RemoteMirror } from './remote-mirror.ts'

export type MirrorValues = Pick<
  RemoteMirror,
  'url' | 'enabled' | 'onlyProtected' | 'keepsDivergent' | 'authMethod'
>

/** Creates a push mirror. Throws InvalidRow. */
export function addMirror(world: World, project: Project, values: MirrorValues, now: Instant): RemoteMirror {
  refuseAddress(world, values.url)
  const id = nextId(world, 'remoteMirrors')
  return world.remoteMirrors.insert({ id, projectId: project.id, ...values, ...neverUpdated, changedAt: now })
}

export type PullValues = Pick<
  PullMirror,
  'url' | 'enabled' | 'onlyProtected' | 'overwritesDivergent' | 'userId'
>

/** Sets the pull mirror of a project. Throws InvalidRow. */
export function setPullMirror(world: World, project: Project, values: PullValues): PullMirror {
  refuseAddress(world, values.url, 'import_url')
  const known = world.pullMirrors.get(project.id)
  return world.pullMirrors.put({ id: project.id, ...neverUpdated, ...known, ...values })
}

function refuseAddress(world: World, url: string, attribute = 'url'): void {
  if (url.trim() === '') throw new InvalidRow({ [attribute]: [BLANK] })
  const rules = outboundRules(world, ['ssh', 'git', 'http', 'https'])
  const near = isLoopback(hostOf(url) ?? '')
  const fault = addressFault(url, { ...rules, ...(near && { local: true }) })
  if (fault !== undefined) throw new InvalidRow({ [attribute]: [`is blocked: ${fault}`] })
  const user = /^[a-z+]+:\/\/([^@/]*)@/i.exec(url)?.[1] ?? ''
  if (/^[^\p{L}\p{N}]/u.test(user))
    throw new InvalidRow({
      [attribute]: ['is blocked: Username needs to start with an alphanumeric character'],
    })
}

/** How long an update waits for one that was just before it. */
const BACKOFF = { protected: 60_000, all: 300_000 }
const SOON = 1000

/** Schedules an update of a push mirror: soon, or once the last update is some minutes old. */
export function scheduleMirrorUpdate(world: World, mirror: RemoteMirror, now: Instant): void {
  if (!mirror.enabled) return
  const wait = mirror.onlyProtected ? BACKOFF.protected : BACKOFF.all
  const recent = mirror.startedAt !== null && mirror.startedAt >= now - wait
  const args = { mirrorId: mirror.id, step: 'start' }
  const due = now + (recent ? wait : SOON)
  world.jobs.insert({ id: nextId(world, 'jobs'), kind: 'remote-mirror', args, due })
}

/** Schedules an update of a pull mirror. */
export function schedulePull(world: World, mirror: PullMirror, now: Instant): PullMirror {
  const args = { projectId: mirror.id, step: 'start' }
  world.jobs.insert({ id: nextId(world, 'jobs'), kind: 'pull-mirror', args, due: now + SOON })
  return world.pullMirrors.put({ ...mirror, status: 'scheduled' })
}

/** An address without its credentials. */
export function withoutCredentials(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)([^/@]*)@/i, (_, scheme: string, who: string) =>
    who === 'git'
      ? `${scheme}git@`
      : `${scheme}${who
          .split(':')
          .map(() => '*****')
          .join(':')}@`,
  )
}
