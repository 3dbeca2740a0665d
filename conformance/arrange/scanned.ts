import { isRows, type Row } from '../kit/json.ts'
import type { Stage } from '../run/stage.ts'

/** A project with a report of its dependencies, and all of them. */
export interface Scanned {
  readonly id: number
  readonly rows: readonly Row[]
}

/** A project with dependencies among those of the owner. A scan takes a pipeline, so none can be made for the check. */
export async function scannedProject(stage: Stage): Promise<Scanned> {
  const own = await stage.call('GET /projects', {
    membership: true,
    // Who has a lower role is shown no vulnerabilities.
    min_access_level: 30,
    order_by: 'id',
    sort: 'asc',
    per_page: 20,
  })
  for (const { id, security_and_compliance_access_level: level } of own.rows()) {
    // Nobody is shown vulnerabilities where the feature is switched off.
    if (level === 'disabled') continue
    const params = { id: Number(id), per_page: 100 }
    const reply = await stage.call('GET /projects/:id/dependencies', params)
    if (reply.status === 200 && isRows(reply.json) && reply.json.length > 1)
      return { id: Number(id), rows: reply.rows() }
  }
  return stage.skip('no project of the owner has been scanned')
}
