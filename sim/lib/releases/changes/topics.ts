import type { Changes } from './change.ts'

export const topics = {
  'topics#later-organization': {
    release: '17.4',
    before: 'Topics have no `organization_id`',
    after: '`organization_id` names the organization, which is 1 here',
    doubtful: true,
  },
} as const satisfies Changes<'topics'>
