import type { Row } from '../kit/json.ts'
import { expectArranged, type Stage } from '../run/stage.ts'

/** Changes settings of the installation where that goes back to what it was, and waits until they are in force. */
export async function changeInstanceSettings(stage: Stage, settings: Row): Promise<void> {
  goesBack(stage)
  expectArranged(await stage.call('PUT /application/settings', settings, { as: 'admin' }))
  await stage.wait(61)
}

/** Sets a flag of the installation where that goes back. */
export async function setInstanceFeature(stage: Stage, name: string, on: boolean): Promise<void> {
  goesBack(stage)
  expectArranged(await stage.call('POST /features/:name', { name, value: String(on) }, { as: 'admin' }))
}

function goesBack(stage: Stage): void {
  if (!stage.movesClock || !stage.has('admin')) stage.skip('the settings of a live service stay as they are')
}
