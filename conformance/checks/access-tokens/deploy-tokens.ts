import { lifecycle } from '../../kit/lifecycle.ts'

export const deployTokensLifecycle = lifecycle(
  {
    id: 'access-tokens/deploy-tokens-lifecycle',
    says: 'A deploy token of a project or group is listed and shown as it was created, and a deleted one answers 404',
    source:
      'access-tokens#deploy-token-create, access-tokens#deploy-token-shape, access-tokens#deploy-token-delete',
  },
  ['/projects/:id', '/groups/:id'].map((place) => ({
    record: `${place}/deploy_tokens/:token_id`,
    values: { name: 'One', scopes: ['read_repository'], username: 'one' },
  })),
)
