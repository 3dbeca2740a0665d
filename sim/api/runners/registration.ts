import { registeredRunnerEntity, runnerTokenEntity } from '../../entities/runner.ts'
import { changed, since } from '../../lib/dialect.ts'
import { runnerAccessLevels } from '../../model/runners/runner.ts'
import {
  placeForRegistrationToken,
  registerRunner as register,
  resetRunnerToken,
  unregisterRunner,
} from '../../model/runners/runners.ts'
import { switchedOff } from '../../model/settings/in-force.ts'
import type { User } from '../../model/users/user.ts'
import { administersRunner, deletingFault } from '../../policy/runners.ts'
import { operation } from '../../protocol/operation.ts'
import {
  boolean,
  exclusive,
  hash,
  integer,
  oneOf,
  required,
  string,
  stringList,
  withDefault,
} from '../../protocol/params.ts'
import { forbidden, message } from '../../protocol/refusal.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'
import {
  authentication,
  byToken,
  info,
  machine,
  recordRunnerContact,
  runnerReport,
  runnerWithToken,
} from '../shared/runner-contact.ts'
import { registeredToken } from '../shared/secrets.ts'
import { managedByRole, managingScope } from './params.ts'

// What releases changed of the token of a runner; and of what auditors are told of its end.
const newToken = since('runners#later-token', true)
const farewell = since('audit-events#later-runner-contact', true)

export const registerRunner = operation(
  {
    ...byToken,
    method: 'POST',
    path: '/runners',
    summary: 'Register a runner',
    params: {
      token: required(string({ about: 'Registration token; decides the type of the runner' })),
      description: string(),
      maintainer_note: string({ about: 'The same as `maintenance_note`', deprecated: true }),
      maintenance_note: string(),
      info: hash(info),
      active: boolean({ about: 'The opposite of `paused`', deprecated: true }),
      paused: boolean(),
      locked: boolean(),
      access_level: oneOf(runnerAccessLevels),
      run_untagged: withDefault(boolean(), true),
      tag_list: stringList(),
      maximum_timeout: integer({ atLeast: 600 }),
    },
    rules: [exclusive('maintainer_note', 'maintenance_note'), exclusive('active', 'paused')],
    decides: [newToken],
    answers: { status: 201, one: registeredRunnerEntity },
    refuses: [403, 410],
  },
  ({ world, params, request, drawText, now }) => {
    const registrationToken = params.token ?? ''
    const place = placeForRegistrationToken(world, registrationToken)
    if (place === undefined) throw forbidden()
    if (switchedOff(world, 'allow_runner_registration_token'))
      throw message(410, '410 Gone - runner registration disallowed')
    const values = {
      description: params.description ?? null,
      paused: params.paused ?? params.active === false,
      locked: params.locked ?? false,
      runUntagged: params.run_untagged,
      accessLevel: params.access_level ?? 'not_protected',
      maximumTimeout: params.maximum_timeout ?? null,
      tags: params.tag_list ?? [],
      maintenanceNote: params.maintenance_note ?? params.maintainer_note ?? null,
      token: registeredToken(world, drawText),
      by: { registrationToken },
      report: runnerReport(request, params.info),
    }
    return refuseInvalidRow(() => register(world, place, values, now))
  },
)

export const verifyRunner = operation(
  {
    ...byToken,
    method: 'POST',
    path: '/runners/verify',
    summary: 'Verify a runner',
    params: { ...machine, info: hash(info) },
    answers: changed('runners#later-verified', {
      before: { status: 200, value: { const: 200 } },
      after: { status: 200, one: registeredRunnerEntity },
    }),
  },
  ({ world, params, request, now }) =>
    recordRunnerContact(world, params.token, request, params.info, now, params.system_id),
)

export const deleteRunnerByToken = operation(
  {
    ...byToken,
    method: 'DELETE',
    unmodifiedSince: 'record',
    path: '/runners',
    summary: 'Delete a runner by its authentication token',
    decides: [farewell],
    params: authentication,
    answers: { status: 204 },
    refuses: [403],
  },
  ({ world, params, now, unmodified }) => {
    const runner = unmodified(runnerWithToken(world, params.token, now))
    unregisterRunner(world, runner, { authenticationToken: runner.token }, now)
  },
)

export const resetRunnerAuthenticationTokenByToken = operation(
  {
    ...byToken,
    method: 'POST',
    path: '/runners/reset_authentication_token',
    summary: 'Reset the authentication token of a runner by that token',
    decides: [newToken],
    params: authentication,
    answers: { status: 201, one: runnerTokenEntity },
  },
  ({ world, params, request, drawText, now }) => {
    const runner = recordRunnerContact(world, params.token, request, undefined, now)
    return resetRunnerToken(world, runner, registeredToken(world, drawText), now)
  },
)

const ofRunner = {
  params: { id: required(integer()) },
  decides: managedByRole,
  scopes: managingScope,
  subject: 'runner',
  beyond: true,
} as const

export const deleteRunner = operation(
  {
    ...ofRunner,
    method: 'DELETE',
    path: '/runners/:id',
    summary: 'Delete a runner',
    decides: [...managedByRole, farewell],
    unmodifiedSince: 'subject',
    answers: { status: 204 },
  },
  ({ world, caller, runner, view, now }) => {
    const reason = deletingFault(view.situation, runner)
    if (reason !== undefined) throw forbidden(reason)
    unregisterRunner(world, runner, caller.user as User, now)
  },
)

export const resetRunnerAuthenticationToken = operation(
  {
    ...ofRunner,
    method: 'POST',
    path: '/runners/:id/reset_authentication_token',
    summary: 'Reset the authentication token of a runner',
    decides: [...managedByRole, newToken],
    answers: { status: 201, one: runnerTokenEntity },
  },
  ({ world, runner, view, drawText, now }) => {
    if (!administersRunner(view.situation, runner)) throw forbidden('No access granted')
    return resetRunnerToken(world, runner, registeredToken(world, drawText), now)
  },
)
