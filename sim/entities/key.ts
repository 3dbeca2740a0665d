import { changed, since } from '../lib/dialect.ts'
import type { DeployKeyProject, SshKey } from '../model/keys/key.ts'
import { keyUsages } from '../model/keys/key.ts'
import {
  entity,
  type Field,
  type Fields,
  fieldsOf,
  flag,
  integer,
  many,
  nullable,
  one,
  oneOfTexts,
  text,
  timestamp,
  type View,
  when,
} from './entity.ts'
import { projectIdentityEntity } from './project-summary.ts'
import { publicAccountEntity } from './user.ts'

const basics: Fields<SshKey> = {
  id: integer(({ id }) => id),
  title: text(({ title }) => title),
  created_at: timestamp(({ createdAt }) => createdAt),
  expires_at: nullable(timestamp(({ expiresAt }) => expiresAt)),
  last_used_at: since('keys#later-last-used-at', nullable(timestamp<SshKey>(() => null))),
  key: text(publishable),
  usage_type: oneOfTexts(keyUsages, ({ usage }) => usage),
}

const fingerprints: { readonly [name: string]: Field<SshKey> } = {
  fingerprint: text(({ fingerprintMd5 }) => fingerprintMd5),
  fingerprint_sha256: text(({ fingerprintSha256 }) => `SHA256:${fingerprintSha256}`),
}

/** A key as its owner has it. */
export const sshKeyEntity = entity<SshKey>('SSHKey', basics)

const deployKeyProjectEntity = entity<DeployKeyProject>('DeployKeyProject', {
  id: integer(({ id }) => id),
  deploy_key_id: integer(({ keyId }) => keyId),
  project_id: integer(({ projectId }) => projectId),
  created_at: timestamp(({ createdAt }) => createdAt),
  updated_at: timestamp(({ updatedAt }) => updatedAt),
  can_push: flag(({ canPush }) => canPush),
})

/** A key with its user; with the projects that let it in, where it is a deploy key. */
export const keyWithUserEntity = entity<SshKey>('SSHKeyWithUser', {
  ...basics,
  key: changed('keys#later-deploy-key-text', {
    before: text(publishable),
    after: text((key: SshKey, view) => (isDeployKey(key) ? key.key : publishable(key, view))),
  }),
  user: nullable(one(publicAccountEntity, ({ userId }: SshKey, { world }) => world.users.get(userId ?? 0))),
  ...Object.fromEntries(
    Object.entries(fingerprints).map(([name, field]) => [name, when(isDeployKey, field)]),
  ),
  deploy_keys_projects: when(
    isDeployKey,
    many(deployKeyProjectEntity, ({ id }: SshKey, { world }) =>
      [...world.deployKeyProjects.by('byKey', id).list()].sort((a, b) => a.id - b.id),
    ),
  ),
})

/** A deploy key as one project has it. */
export interface DeployKey {
  readonly key: SshKey
  readonly canPush: boolean
}

export const deployKeyEntity = entity<DeployKey>('DeployKey', {
  ...ofKey({ ...basics, key: text(({ key }) => key) }),
  ...ofKey(fingerprints),
  can_push: flag(({ canPush }) => canPush),
})

/** A deploy key among those of the instance. */
export const instanceDeployKeyEntity = entity<SshKey>('InstanceDeployKey', {
  ...basics,
  key: text(({ key }) => key),
  ...fingerprints,
  projects_with_write_access: projectsOf((link) => link.canPush),
  projects_with_readonly_access: since(
    'keys#later-readonly-projects',
    projectsOf((link) => !link.canPush),
  ),
})

function projectsOf(isMeant: (link: DeployKeyProject) => boolean): Field<SshKey> {
  return many(projectIdentityEntity, ({ id }: SshKey, { world }) => {
    const links = world.deployKeyProjects.by('byKey', id).list().filter(isMeant)
    const inOrder = links.sort((a, b) => a.projectId - b.projectId)
    return inOrder.map(({ projectId }) => world.projects.require(projectId))
  })
}

function ofKey(fields: Fields<SshKey>): Fields<DeployKey> {
  return fieldsOf(fields, ({ key }) => key)
}

function isDeployKey({ kind }: SshKey): boolean {
  return kind === 'deploy'
}

// A comment may hold an address, so the name of the user and the host stand in its place.
function publishable({ key, userId }: SshKey, { world, url }: View): string {
  const [type = '', encoded = ''] = key.split(' ')
  const name = world.users.get(userId ?? 0)?.name
  const host = /^[a-z]+:\/\/(\[[^\]]*\]|[^/:]*)/.exec(url(''))?.[1] ?? ''
  return name === undefined ? `${type} ${encoded}` : `${type} ${encoded} ${name} (${host})`
}
