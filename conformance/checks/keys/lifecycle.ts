import { lifecycle } from '../../kit/lifecycle.ts'
import { gpgKey } from '../../oracle/gpg-keys.ts'
import { keyNamed } from '../../oracle/ssh-keys.ts'
import type { Stage } from '../../run/stage.ts'

const ownerId = (name: string) => (stage: Stage) => ({ [name]: stage.user('owner').id })

export const deployKeysLifecycle = lifecycle(
  {
    id: 'keys/deploy-keys-lifecycle',
    says: 'A deploy key of a project is listed and shown as it was created, an update keeps what it does not send, and a deleted one answers 404',
    source: 'keys#deploy-keys',
  },
  [
    {
      record: '/projects/:id/deploy_keys/:key_id',
      values: ({ prefix }) => ({ title: 'One', key: keyNamed(`${prefix} deploy`).line, can_push: true }),
      changes: { title: 'Two' },
      except: ['key'],
    },
  ],
)

export const userKeysLifecycle = lifecycle(
  {
    id: 'keys/user-keys-lifecycle',
    says: 'An SSH key of a user is listed and shown as it was added, and a deleted one answers 404',
    source: 'keys#user-keys, keys#object',
  },
  [
    {
      record: '/user/keys/:key_id',
      values: ({ prefix }) => ({ title: 'One', key: keyNamed(`${prefix} own`).line }),
      except: ['key'],
      as: 'owner',
    },
    {
      record: '/users/:user_id/keys/:key_id',
      place: ownerId('user_id'),
      values: ({ prefix }) => ({ title: 'Two', key: keyNamed(`${prefix} of another`).line }),
      except: ['key'],
    },
  ],
)

export const gpgKeysLifecycle = lifecycle(
  {
    id: 'keys/gpg-keys-lifecycle',
    says: 'A GPG key of a user is listed and shown after it was added, and a deleted one answers 404',
    source: 'keys#gpg-keys',
  },
  [
    {
      record: '/user/gpg_keys/:key_id',
      values: ({ prefix }) => ({ key: gpgKey(`${prefix} own`) }),
      except: ['key'],
      as: 'owner',
    },
    {
      record: '/users/:id/gpg_keys/:key_id',
      place: ownerId('id'),
      values: ({ prefix }) => ({ key: gpgKey(`${prefix} of another`) }),
      except: ['key'],
    },
  ],
)
