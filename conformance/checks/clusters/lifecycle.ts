import { numberIn } from '../../kit/expect.ts'
import { lifecycle } from '../../kit/lifecycle.ts'
import { arranged } from '../../run/stage.ts'

const values = {
  name: 'One',
  domain: 'one.example',
  platform_kubernetes_attributes: { api_url: 'https://one.example', token: 'secret' },
}

export const lifecycleCheck = lifecycle(
  {
    id: 'clusters/lifecycle',
    says: 'A cluster is listed and shown as it was added, an update keeps what it does not send, and a deleted one answers 404',
    source: 'clusters#add, clusters#shape, clusters#update, clusters#delete',
  },
  (
    [
      ['/projects/:id/clusters', 'user'],
      ['/groups/:id/clusters', 'user'],
      ['/admin/clusters', 'add'],
    ] as const
  ).map(([list, create]) => ({
    record: `${list}/:cluster_id`,
    create: `POST ${list}/${create}`,
    values,
    changes: { domain: 'two.example' },
    except: ['platform_kubernetes_attributes'],
  })),
)

export const agentsLifecycle = lifecycle(
  {
    id: 'clusters/agents-lifecycle',
    says: 'An agent of a project is listed and shown as it was registered, and a deleted one answers 404',
    source: 'clusters#agent-register, clusters#agent-shape, clusters#agent-unknown',
  },
  [{ record: '/projects/:id/cluster_agents/:agent_id', values: { name: 'one' } }],
)

export const agentTokensLifecycle = lifecycle(
  {
    id: 'clusters/agent-tokens-lifecycle',
    says: 'A token of an agent is listed as it was created, and a revoked one is listed no more',
    source: 'clusters#agent-token-create, clusters#agent-token-list, clusters#agent-token-revoke',
  },
  [
    {
      record: '/projects/:id/cluster_agents/:agent_id/tokens/:token_id',
      place: async ({ call, project: { id } }) => {
        const agent = arranged(await call('POST /projects/:id/cluster_agents', { id, name: 'one' }))
        return { id, agent_id: numberIn(agent, 'id') }
      },
      values: { name: 'One', description: 'First' },
      without: ['read'],
    },
  ],
)
