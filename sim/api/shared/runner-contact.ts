import { since } from '../../lib/dialect.ts'
import type { Runner } from '../../model/runners/runner.ts'
import { recordManager } from '../../model/runners/runner-managers.ts'
import { type RunnerReport, recordRunnerReport } from '../../model/runners/runners.ts'
import type { World } from '../../model/world.ts'
import type { PlainRequest } from '../../protocol/message.ts'
import { type Params, type ParamsOf, required, string } from '../../protocol/params.ts'
import { forbidden } from '../../protocol/refusal.ts'
import type { Instant } from '../../time/calendar.ts'

/** Operations that a runner's token authenticates; credentials of users are ignored. */
export const byToken = { auth: 'none', beyond: true, refuses: [403] } as const

export const authentication = {
  token: required(string({ about: "The runner's authentication token" })),
} as const satisfies Params

/** The same of a machine that tells its name. */
export const machine = {
  ...authentication,
  system_id: since('runners#later-managers', string({ about: 'Name of the machine that runs it' })),
} as const satisfies Params

/** What a runner reports about itself. */
export const info = {
  name: string(),
  version: string(),
  revision: string(),
  platform: string(),
  architecture: string(),
} as const satisfies Params
type Info = ParamsOf<typeof info> | null | undefined

/** The runner that has an authentication token. */
export function runnerWithToken(world: World, token: string | null, now: Instant): Runner {
  const runner = token ? world.runners.find('byToken', token) : undefined
  if (runner === undefined || (runner.tokenExpiresAt ?? now + 1) <= now) throw forbidden()
  return runner
}

/** The same runner, with this contact recorded. */
export function recordRunnerContact(
  world: World,
  token: string | null,
  request: PlainRequest,
  report: Info,
  now: Instant,
  systemId?: string | null,
): Runner {
  const runner = recordRunnerReport(
    world,
    runnerWithToken(world, token, now),
    runnerReport(request, report),
    now,
  )
  recordManager(world, runner, systemId, now)
  return runner
}

export function runnerReport({ address }: PlainRequest, report: Info): RunnerReport {
  const values = Object.entries(report ?? {}).filter(
    ([name, value]) => Object.hasOwn(info, name) && value != null,
  )
  return { ...(address !== undefined && { ipAddress: address }), ...Object.fromEntries(values) }
}
