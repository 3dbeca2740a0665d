import { settingsEntity } from '../../entities/settings.ts'
import { changeSettings } from '../../model/settings/change.ts'
import { operation } from '../../protocol/operation.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'
import { settingParams, settingRules } from './params.ts'

const source = 'settings#put'

export const getApplicationSettings = operation(
  {
    method: 'GET',
    path: '/application/settings',
    summary: 'Get the application settings',
    auth: 'admin',
    answers: { one: settingsEntity },
    source,
  },
  ({ world }) => world.settings.require(1),
)

export const updateApplicationSettings = operation(
  {
    method: 'PUT',
    path: '/application/settings',
    summary: 'Update the application settings',
    auth: 'admin',
    // Built on first use: start-up needs none of the 300.
    get params() {
      return settingParams()
    },
    get rules() {
      return settingRules()
    },
    answers: { one: settingsEntity },
    inMaintenance: true,
    source,
  },
  ({ world, params, given, now }) => {
    const sent = Object.fromEntries(Object.entries(params).filter(([name]) => given(name)))
    refuseInvalidRow(() => changeSettings(world, sent, now))
    return world.settings.require(1)
  },
)
