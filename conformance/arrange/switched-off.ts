import type { ContractOperation } from '../../sim/contract.ts'
import { switchedOffPlace } from '../draw/places.ts'
import { isRow } from '../kit/json.ts'
import { bulkImportSwitch } from '../oracle/switches.ts'
import type { Furniture, Stage } from '../run/stage.ts'

/** Notes of the operations that the target has switched off: as its settings say, or as it shows where nobody may read those. */
export async function switchedOff(stage: Stage, about?: readonly ContractOperation[]): Promise<Furniture> {
  const asked = about ?? stage.contract.operations
  const closed = asked.filter(({ path }) => bulkImportSwitch.closes.test(path))
  if (closed.length === 0 || (await isOn(stage))) return {}
  return Object.fromEntries(closed.map(({ id }) => [switchedOffPlace(id), 1]))
}

async function isOn(stage: Stage): Promise<boolean> {
  const { setting, shows } = bulkImportSwitch
  if (stage.has('admin')) {
    const { status, json } = await stage.call(
      'GET /application/settings',
      {},
      { as: 'admin', mayFault: true },
    )
    if (status === 200 && isRow(json) && typeof json[setting] === 'boolean') return json[setting]
  }
  return (await stage.call(shows, {}, { mayFault: true })).status !== 404
}
