import {
  fingerprintsOf,
  type PublicKey,
  readPublicKey,
  type SshKeyType,
  sshKeyTypes,
} from '../../lib/ssh-key.ts'
import type { Instant } from '../../time/calendar.ts'
import { recordAudit } from '../audit-events/audit-log.ts'
import { licensed } from '../installation/tier.ts'
import { type Errors, InvalidRow } from '../invalid-row.ts'
import { BLANK, isLonger, TAKEN, tooLong } from '../names.ts'
import type { Project } from '../projects/project.ts'
import { settingInForce } from '../settings/in-force.ts'
import type { User } from '../users/user.ts'
import { nextId, type World } from '../world.ts'
import type { DeployKeyProject, keyUsages, SshKey } from './key.ts'

export interface NewKey {
  readonly title: string
  readonly key: string
  readonly expiresAt: Instant | null
  readonly usage: (typeof keyUsages)[number]
}

const LONGEST_TITLE = 255
const LONGEST_KEY = 5000

/** Adds an SSH key to a user. Throws InvalidRow. */
export function addUserKey(world: World, user: User, given: NewKey, now: Instant): SshKey {
  const fault = lifetimeFault(world, given.expiresAt, now)
  return insertKey(world, { ...given, kind: 'user', userId: user.id }, now, fault)
}

const DAY = 86_400_000

// Requirements for users' keys, which need the plan ultimate.
function lifetimeFault(world: World, expiresAt: Instant | null, now: Instant): readonly string[] {
  const days = licensed(world, 'ultimate') && settingInForce(world, 'max_ssh_key_lifetime')
  if (!days) return []
  const contact = 'contact the instance administrator.'
  if (expiresAt === null)
    return [
      `has no expiration date but an expiration date is required for SSH keys on this instance. C${contact.slice(1)}`,
    ]
  return expiresAt > now + days * DAY
    ? [`has an invalid expiration date. Set a shorter lifetime for the key or ${contact}`]
    : []
}

/** Adds a new deploy key to a project. Throws InvalidRow. */
export function addDeployKey(
  world: World,
  project: Project,
  given: NewKey & { readonly canPush: boolean },
  user: User,
  now: Instant,
): DeployKeyProject {
  const { canPush, ...key } = given
  return enableDeployKey(
    world,
    project,
    insertKey(world, { ...key, kind: 'deploy', userId: user.id }, now),
    canPush,
    user,
    now,
  )
}

/** Adds a deploy key that every project may enable. Throws InvalidRow. */
export function addUnusedDeployKey(world: World, given: NewKey, user: User, now: Instant): SshKey {
  const key = insertKey(world, { ...given, kind: 'deploy', userId: user.id }, now)
  return world.keys.put({ ...key, public: true })
}

/** Enables an existing deploy key in a project. */
export function enableDeployKey(
  world: World,
  project: Project,
  key: SshKey,
  canPush: boolean,
  user: User,
  now: Instant,
): DeployKeyProject {
  audit(world, project, key, 'Added deploy key', user, now)
  return world.deployKeyProjects.insert({
    id: nextId(world, 'deployKeyProjects'),
    keyId: key.id,
    projectId: project.id,
    canPush,
    createdAt: now,
    updatedAt: now,
  })
}

/** Disables a deploy key in a project; one that is enabled nowhere any more is deleted. */
export function disableDeployKey(world: World, admitted: DeployKeyProject, user: User, now: Instant): void {
  const key = world.keys.require(admitted.keyId)
  audit(world, world.projects.require(admitted.projectId), key, 'Removed deploy key', user, now)
  drop(world, admitted)
}

/** Disables every deploy key of a project that is deleted. */
export function disableAllDeployKeys(world: World, projectId: number): void {
  for (const admitted of world.deployKeyProjects.by('byProject', projectId).list()) drop(world, admitted)
}

function drop(world: World, { id, keyId }: DeployKeyProject): void {
  world.deployKeyProjects.delete(id)
  if (world.deployKeyProjects.by('byKey', keyId).count() > 0 || world.keys.require(keyId).public) return
  world.keys.delete(keyId)
}

/** Whether a deploy key is enabled in a project with the permission to write. */
export function deployKeyWrites(world: World, projectId: number, keyId: number): boolean {
  return world.deployKeyProjects.find('byProject', projectId, keyId)?.canPush === true
}

/** The deploy key with the same line, apart from the comment. */
export function deployKeyOf(world: World, line: string): SshKey | undefined {
  const read = readPublicKey(oneLine(line))
  if (read === undefined) return undefined
  const key = world.keys.find('bySha256', fingerprintsOf(read.bytes).fingerprintSha256)
  return key?.kind === 'deploy' ? key : undefined
}

function insertKey(
  world: World,
  { key, title, ...rest }: NewKey & Pick<SshKey, 'kind' | 'userId'>,
  now: Instant,
  faults: readonly string[] = [],
): SshKey {
  const line = oneLine(key)
  const read = readPublicKey(line)
  const fingerprints = read === undefined ? undefined : fingerprintsOf(read.bytes)
  const taken = fingerprints && world.keys.find('bySha256', fingerprints.fingerprintSha256) !== undefined
  const errors: { [attribute: string]: string[] } = {
    title: [
      ...(title.trim() === '' ? [BLANK] : []),
      ...(isLonger(title, LONGEST_TITLE) ? [tooLong(LONGEST_TITLE)] : []),
    ],
    key: [
      ...lineErrors(world, line, read),
      ...(rest.expiresAt !== null && rest.expiresAt < now ? ['has expired'] : []),
      ...faults,
    ],
    fingerprint_sha256: fingerprints === undefined ? ['cannot be generated'] : taken ? [TAKEN] : [],
  }
  const found: Errors = Object.fromEntries(Object.entries(errors).filter(([, texts]) => texts.length > 0))
  if (fingerprints === undefined || Object.keys(found).length > 0) throw new InvalidRow(found)
  const id = nextId(world, 'keys')
  return world.keys.insert({ id, title, key: line, ...rest, ...fingerprints, createdAt: now })
}

function lineErrors(world: World, line: string, read: PublicKey | undefined): string[] {
  // The required size of keys of a type in bits; -1 where the type is forbidden.
  const restriction = (type: SshKeyType) => settingInForce(world, `${type}_key_restriction`)
  const allowed = sshKeyTypes.filter((type) => restriction(type) !== FORBIDDEN)
  const least = read === undefined ? FORBIDDEN : restriction(read.type)
  return [
    ...(line === '' ? [BLANK] : []),
    ...(least === FORBIDDEN ? [`type is forbidden. Must be ${alternatives(allowed)}`] : []),
    ...(read !== undefined && read.bits < least ? [`must be at least ${least} bits`] : []),
    ...(isLonger(line, LONGEST_KEY) ? [tooLong(LONGEST_KEY)] : []),
    ...(/^(?:ssh-rsa|ssh-dss|ssh-ed25519|ecdsa-sha2-nistp(?:256|384|521)|sk-)/.test(line)
      ? []
      : ['is invalid']),
  ]
}

const FORBIDDEN = -1

/** `RSA, DSA, or ECDSA`; `RSA or DSA`; `RSA`. */
function alternatives(types: readonly SshKeyType[]): string {
  const words = types.map((type) => type.toUpperCase())
  if (words.length < 3) return words.join(' or ')
  return `${words.slice(0, -1).join(', ')}, or ${words.at(-1)}`
}

/**
 * A key as it is kept: type, base64 and the first word of the comment. What was broken over lines is put together, as
 * far as it takes to make a key of it; what never becomes one stays as it was sent.
 */
function oneLine(sent: string): string {
  const [type, ...parts] = sent.trim().split(/\s+/)
  let encoded = ''
  for (const [i, part] of parts.entries()) {
    encoded += part
    if (readPublicKey(`${type} ${encoded}`) !== undefined)
      return [type, encoded, ...parts.slice(i + 1, i + 2)].join(' ')
  }
  return sent.trim()
}

function audit(
  world: World,
  project: Project,
  { id, title }: SshKey,
  what: string,
  author: User,
  now: Instant,
): void {
  const target = { targetId: id, targetType: 'DeployKey', targetDetails: title }
  recordAudit(world, { author, scope: { project }, target, change: { custom_message: what } }, now)
}
