import type { Reply } from '../client.ts'
import { numberIn, textIn } from '../expect.ts'
import { isRow } from '../json.ts'
import type { Params } from '../query.ts'
import { arranged, expectArranged, type Stage } from '../stage.ts'
import { project } from './records.ts'

export interface RegisteredRunner {
  readonly id: number
  /** With which it signs in. */
  readonly token: string
}

/** The secret with which runners of a project register; skips where the target tells none. */
export async function registrationToken(
  stage: Stage,
  kind: 'projects' | 'groups' = 'projects',
): Promise<string> {
  const id = kind === 'projects' ? stage.project.id : stage.group.id
  const { runners_token } = arranged(await stage.call(`GET /${kind}/:id`, { id }, { as: 'owner' }))
  return typeof runners_token === 'string'
    ? runners_token
    : stage.skip('the target tells no registration token')
}

/** A runner of the throw-away project or group. It was never heard of. */
export async function runner(
  stage: Stage,
  params: Params = {},
  kind: 'projects' | 'groups' = 'projects',
): Promise<RegisteredRunner> {
  const token = await registrationToken(stage, kind)
  const reply = await stage.call('POST /runners', { token, ...params }, { as: 'owner' })
  if (registersNone(reply)) return stage.skip('the target registers no runners by token')
  const row = arranged(reply)
  return { id: numberIn(row, 'id'), token: textIn(row, 'token') }
}

// Later releases switch the registration by token off.
function registersNone({ status, json }: Reply): boolean {
  return (
    status === 410 || (status === 403 && isRow(json) && /registration|disallowed/i.test(String(json.message)))
  )
}

/** Lets a runner be heard of. */
export async function contact(stage: Stage, { token }: RegisteredRunner, params: Params = {}): Promise<void> {
  expectArranged(await stage.call('POST /runners/verify', { token, ...params }, { as: 'anonymous' }))
}

/** Another project, in which a runner is enabled as well. */
export async function secondProject(stage: Stage, name = 'second'): Promise<number> {
  const place = stage.inGroup ? { namespace_id: stage.group.id } : {}
  return numberIn(await project(stage, `${stage.prefix}-${name}`, place), 'id')
}

export async function enable(stage: Stage, id: number, { id: runner_id }: RegisteredRunner): Promise<void> {
  expectArranged(await stage.call('POST /projects/:id/runners', { id, runner_id }, { as: 'owner' }))
}
