import { check } from '../../kit/check.ts'
import { answers, says } from '../../kit/expect.ts'
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

export const groupDeployTokenRights = check({
  id: 'access-tokens/group-deploy-token-rights',
  says: 'Deploy tokens of a group are read by Maintainers and created by Owners',
  source: 'access-tokens#deploy-token-rights',
  level: 'should',
  covers: ['GET /groups/:id/deploy_tokens', 'POST /groups/:id/deploy_tokens'],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call, group } = stage
    const { id } = group
    if (!stage.has('maintainer')) return
    answers(await call('GET /groups/:id/deploy_tokens', { id }, { as: 'maintainer' }), 200)
    const wish = { id, name: 'One', scopes: ['read_repository'] }
    says(await call('POST /groups/:id/deploy_tokens', wish, { as: 'maintainer' }), 403, '403 Forbidden')
  },
})

export const deployTokensAnonymous = check<'GET' | 'POST'>({
  id: 'access-tokens/deploy-tokens-anonymous',
  says: 'Who sees an open project and has no credentials is refused its deploy tokens with 403, after the parameters; those of the installation are 401',
  source: 'access-tokens#deploy-token-anonymous',
  level: 'should',
  covers: ['GET /projects/:id/deploy_tokens', 'POST /projects/:id/deploy_tokens', 'GET /deploy_tokens'],
  needs: { project: 'public' },
  each: () => ['GET', 'POST'],
  holds: async ({ call, project: { id } }, verb) => {
    const nobody = { as: 'anonymous' } as const
    const tokens = `${verb} /projects/:id/deploy_tokens`
    const wish = verb === 'POST' ? { id, name: 'One', scopes: ['read_repository'] } : { id }
    says(await call(tokens, wish, nobody), 403, '403 Forbidden')
    if (verb === 'POST') answers(await call(tokens, { id }, nobody), 400)
    else says(await call('GET /deploy_tokens', {}, nobody), 401, '401 Unauthorized')
  },
})
