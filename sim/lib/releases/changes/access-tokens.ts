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
  },
  'access-tokens#later-deploy-token': {
    release: '16.7',
    before: 'A deploy token has no prefix',
    after: 'A new one begins with `gldt-`',
  },
  'access-tokens#later-create-runner': {
    release: '16.2',
    before: 'No token has the scope `create_runner`',
    after:
      'A token with `create_runner` alone creates runners, and every token tells of itself, and revokes itself, whatever its scopes',
  },
  'access-tokens#later-k8s-proxy': {
    release: '16.4',
    before: 'No token has the scope `k8s_proxy`',
    after: 'Tokens may have it',
  },
  'access-tokens#later-own-token': {
    release: '16.5',
    before: 'Nobody creates a personal access token for themselves with the API',
    after: '`POST /user/personal_access_tokens` creates one with the scope `k8s_proxy`',
  },
  'access-tokens#later-rotate-until': {
    release: '16.6',
    before: 'A rotated token of a user, a project or a group ends in a week',
    after: 'It ends on the day `expires_at`, if one is sent',
  },
  'access-tokens#later-ai-features': {
    release: '16.8',
    before: 'No token has the scope `ai_features`',
    after: 'A token with `ai_features` alone reads the version',
    doubtful: true,
  },
  'access-tokens#later-rotate-self': {
    release: '16.10',
    before: 'A token is rotated by its id alone',
    after: '`POST /personal_access_tokens/self/rotate` rotates the token that is sent',
  },
  'access-tokens#later-resource-rotate-self': {
    release: '16.10',
    before: 'A token of a project or a group is rotated by its id alone',
    after: '`self` stands for the token that is sent, of a project or of a group',
    doubtful: true,
  },
  'access-tokens#later-manage-runner': {
    release: '17.1',
    before: 'No token has the scopes `manage_runner` and `read_service_ping`',
    after: 'A token with `manage_runner` alone reads and changes single runners',
  },
  'access-tokens#later-associations': {
    release: '17.4',
    before: 'A token does not tell what it reaches',
    after: '`GET /personal_access_tokens/self/associations` lists groups and projects, with the roles there',
  },
  'access-tokens#later-self-rotate': {
    release: '17.9',
    before: 'No token has the scope `self_rotate`',
    after: 'A token with `self_rotate` alone rotates itself',
  },
  'access-tokens#later-virtual-registry': {
    release: '17.9',
    before: 'No token has the scopes `read_virtual_registry` and `write_virtual_registry`',
    after: 'Tokens, and deploy tokens, may have them',
    doubtful: true,
  },
  'access-tokens#later-own-self-rotate': {
    release: '18.3',
    before: 'A token that users create for themselves with the API has the scope `k8s_proxy`',
    after: 'It may have `self_rotate`, too',
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
