import { check } from '../../kit/check.ts'
import { answers, equals, numberIn, textIn } from '../../kit/expect.ts'
import { arranged, expectArranged } from '../../run/stage.ts'

export const agentTokenShownOnce = check({
  id: 'clusters/agent-token-shown-once',
  says: 'The secret of an agent token is in the answer that creates the token and in no later one',
  source: 'clusters#agent-token-secret',
  level: 'should',
  covers: [
    'POST /projects/:id/cluster_agents/:agent_id/tokens',
    'GET /projects/:id/cluster_agents/:agent_id/tokens',
    'GET /projects/:id/cluster_agents/:agent_id/tokens/:token_id',
  ],
  holds: async (stage) => {
    const { id } = stage.project
    const wish = { id, name: 'conform-agent' }
    const agent = arranged(await stage.call('POST /projects/:id/cluster_agents', wish, { as: 'owner' }))
    const at = { id, agent_id: numberIn(agent, 'id') }
    const made = await stage.call(
      'POST /projects/:id/cluster_agents/:agent_id/tokens',
      { ...at, name: 'one' },
      { as: 'owner' },
    )
    answers(made, 201)
    const secret = textIn(made.row(), 'token')
    const token_id = numberIn(made.row(), 'id')
    const path = 'GET /projects/:id/cluster_agents/:agent_id/tokens'
    for (const reply of [
      await stage.call(path, at, { as: 'owner' }),
      await stage.call(`${path}/:token_id`, { ...at, token_id }, { as: 'owner' }),
    ])
      equals('whether it is shown again', reply.text.includes(secret), false)
  },
})

export const agentsReadByDevelopers = check({
  id: 'clusters/agents-read-by-developers',
  says: 'Developers list the agents of a project also where it is archived, and Reporters do not',
  source: 'clusters#agent-register',
  level: 'should',
  covers: ['GET /projects/:id/cluster_agents'],
  needs: { in: 'group', writes: true },
  holds: async ({ call, project: { id } }) => {
    expectArranged(await call('POST /projects/:id/archive', { id }))
    answers(await call('GET /projects/:id/cluster_agents', { id }, { as: 'developer' }), 200, [])
    answers(await call('GET /projects/:id/cluster_agents', { id }, { as: 'reporter' }), 403)
  },
})
