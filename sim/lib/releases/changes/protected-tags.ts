import type { Changes } from './change.ts'

export const protectedTags = {
  'protected-tags#later-deploy-key': {
    release: '16.0',
    before: 'Access levels of protected tags have no `deploy_key_id`',
    after: 'They have, null unless the level is that of a deploy key',
  },
  'protected-tags#later-allowed-key': {
    release: '17.5',
    before: '`deploy_key_id` of `allowed_to_create` is ignored',
    after: 'Deploy keys of the project that may write can be allowed to create tags',
  },
  'protected-tags#later-administrators': {
    release: '18.9',
    before: '`create_access_level` is 0, 30 or 40',
    after: 'It may be 60: administrators',
    doubtful: true,
  },
} as const satisfies Changes<'protected-tags'>
