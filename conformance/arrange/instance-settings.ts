import type { Row } from '../kit/json.ts'
import { expectArranged, type Stage } from '../run/stage.ts'
import { isMoreOpen } from './throw-away-place.ts'

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

/** The visibility of a new project in the throw-away group; undefined where no administrator can look it up. */
export async function defaultVisibility({ call, group, has }: Stage): Promise<string | undefined> {
  if (!has('admin')) return undefined
  const { default_project_visibility } = (await call('GET /application/settings', {}, { as: 'admin' })).row()
  const visibility = String(default_project_visibility)
  return isMoreOpen(visibility, group.visibility) ? group.visibility : visibility
}

function goesBack(stage: Stage): void {
  if (!stage.movesClock || !stage.has('admin')) stage.skip('the settings of a live service stay as they are')
}
