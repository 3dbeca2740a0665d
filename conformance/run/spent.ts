import type { Call } from '../kit/client.ts'

/** What was called and created. */
export interface Spent {
  requests: number
  groups: number
  projects: number
}

export function spentOn(calls: readonly Call[]): Spent {
  const spent = { requests: calls.length, groups: 0, projects: 0 }
  for (const { operation, reply } of calls) {
    if (reply.status !== 201) continue
    if (creating.groups.test(operation)) spent.groups += 1
    if (creating.projects.test(operation)) spent.projects += 1
  }
  return spent
}

const creating = {
  groups: /^POST \/groups$/,
  projects: /^POST \/(?:projects(?:$|\/(?:import|remote)|\/:id\/fork)|import\/)/,
}
