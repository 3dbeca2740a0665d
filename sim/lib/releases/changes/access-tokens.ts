import type { Changes } from './change.ts'

export const accessTokens = {
  'access-tokens#later-expiry': {
    release: '16.0',
    before: 'Tokens without `expires_at` never end',
    after: 'They end after 365 days',
  },
  'access-tokens#later-longest': {
    release: '16.0',
    before: 'A token may end on any day',
    after: 'A day more than 365 days ahead is refused, unless the installation lets tokens last for ever',
  },
  'access-tokens#later-routable': {
    release: '18.0',
    before: 'A new personal access token is its prefix and 20 characters',
    after: 'It is longer, and has two dots',
    general: true,
  },
  'access-tokens#later-deploy-token': {
    release: '16.7',
    before: 'A deploy token has no prefix',
    after: 'A new one begins with `gldt-`',
    general: true,
  },
  'access-tokens#later-description': {
    release: '17.7',
    before: 'Tokens of users, projects and groups have no `description`',
    after: '`description` is taken when a token is created, and shown; null unless sent',
    doubtful: true,
  },
  'access-tokens#later-last-used-ips': {
    release: '17.10',
    before: 'Personal access tokens have no `last_used_ips`',
    after: '`last_used_ips` ends them where they are read',
    doubtful: true,
  },
  'access-tokens#later-resource': {
    release: '18.1',
    before: 'Access tokens of projects and groups do not tell whose they are',
    after: '`resource_type` is `project` or `group`, and `resource_id` its id',
    doubtful: true,
  },
} as const satisfies Changes<'access-tokens'>
