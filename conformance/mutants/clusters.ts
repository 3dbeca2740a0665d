import type { Mutant } from './mutant.ts'
import { calls, isBy, rowsOf, withJson, withRows } from './wire.ts'

/** Faults in clusters. */
export const clustersMutants: readonly Mutant[] = [
  shownOtherwise(
    'cluster-token-shown',
    'A cluster shows its token',
    'clusters/token-hidden',
    ['GET /projects/:id/clusters'],
    (row) => ({ ...row, platform_kubernetes: { api_url: 'https://two.example', token: 'secret-token' } }),
  ),
  {
    name: 'agent-token-secret-listed',
    says: 'Lists of agent tokens show a secret',
    caughtBy: 'clusters/agent-token-shown-once',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (calls(request, 'POST /projects/:id/cluster_agents/:agent_id/tokens') && reply.status === 201)
        memory.set('token', JSON.parse(String(reply.body)).token)
      const lists = calls(request, 'GET /projects/:id/cluster_agents/:agent_id/tokens')
      if (!lists || reply.status !== 200) return reply
      return withJson(
        reply,
        rowsOf(reply).map((row) => ({ ...row, token: memory.get('token') ?? null }) as never),
      )
    },
  },
  {
    name: 'agents-closed-to-developers',
    says: 'Developers do not list the agents of a project',
    caughtBy: 'clusters/agents-read-by-developers',
    fault: async (request, next, { credentials }) => {
      const reply = await next(request)
      const read = calls(request, 'GET /projects/:id/cluster_agents') && isBy(request, credentials.developer)
      return read ? { ...reply, status: 403 } : reply
    },
  },
]

/** Answers of these operations with other rows. */
function shownOtherwise(
  name: string,
  says: string,
  caughtBy: string,
  operations: readonly string[],
  change: Parameters<typeof withRows>[1],
): Mutant {
  return {
    name,
    says,
    caughtBy,
    fault: async (request, next) => {
      const reply = await next(request)
      return operations.some((it) => calls(request, it)) ? withRows(reply, change) : reply
    },
  }
}
