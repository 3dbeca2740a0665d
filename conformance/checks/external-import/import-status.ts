import { authorityOf } from '../../../sim/contract.ts'
import type { Reply } from '../../kit/client.ts'
import { answers, holds, numberIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import type { Stage } from '../../run/stage.ts'

export const start = 'POST /import/extgit'
export const cancel = 'POST /import/extgit/cancel'
export const status = 'GET /projects/:id/import'

/** The parameters of an import into the throw-away group. */
export function importParams(stage: Stage, more: Params = {}): Params {
  return { personal_access_token: 'remote-token', repo_id: 1, target_namespace: stage.group.path, ...more }
}

/** Starts an import; skips the check where the other host does not know the repository. */
export async function startImport(
  stage: Stage,
  more: Params = {},
): Promise<{ readonly row: Row; readonly reply: Reply }> {
  const reply = await stage.call(start, importParams(stage, more))
  if (reply.status === 422 && reply.text.includes('GitHub error'))
    stage.skip('the host from which the target imports does not know the repository')
  answers(reply, 201)
  return { row: reply.row(), reply }
}

/** The project of an import once the import is over, whether it succeeded or failed. */
export async function finishedImport(stage: Stage, id: number): Promise<Row> {
  return stage.until(
    async () => (await stage.call(status, { id })).row(),
    (row) => row.import_status !== 'scheduled' && row.import_status !== 'started',
    { seconds: 60, reason: 'the import takes more than a minute' },
  )
}

/** The specification has neutral names for the products whose names the service sends. */
export function namesHost(
  { dialect }: Stage,
  told: Row,
  names: { readonly specification: string; readonly real: string },
): void {
  const allowed = dialect === undefined ? Object.values(names) : [names[authorityOf(dialect)]]
  holds(
    allowed.includes(String(told.import_type)),
    'the type is named after the host',
    told.import_type ?? null,
  )
}

export function idOf(row: Row): number {
  return numberIn(row, 'id')
}
