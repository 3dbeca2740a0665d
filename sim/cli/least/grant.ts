import type { Simulator } from '../../index.ts'
import { personalKinds } from '../../policy/tokens.ts'
import { enrol, reduce } from '../../simulator/explain/grants.ts'
import type { LeastNeeds } from './least-token.ts'

/** Takes from the users of a world, their tokens and its plan whatever a run does not need. */
export function grantOnly(simulator: Pick<Simulator, 'world' | 'now'>, { tokens, plan }: LeastNeeds): void {
  const { world } = simulator
  world.instance.update(1, { tier: plan.name })
  for (const { user: name, administrator, roles, scopes } of tokens) {
    const user = world.users.find('byUsername', name.toLowerCase())
    // Whoever was created by the run is not there yet, and will be as the run creates them.
    if (user === undefined) continue
    reduce(world, user, administrator.length > 0)
    for (const { source, id, role } of roles) enrol(world, user.id, source, id, role, simulator.now())
    for (const token of world.tokens.by('byUser', user.id).list())
      if (personalKinds.includes(token.kind) || token.kind === 'oauth')
        world.tokens.update(token.id, { scopes: scopes.map(({ scope }) => scope) })
  }
}
