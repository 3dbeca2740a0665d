import type { ContractOperation } from '../../sim/contract.ts'
import { law } from '../kit/check.ts'
import { answers } from '../kit/expect.ts'
import { rights } from '../oracle/rights.ts'
import { expectArranged } from '../run/stage.ts'
import { placeable, reads, sampleCall } from './sample.ts'

/** What reads a project, though it is a POST: its archive is made. */
const changesNothing = ['POST /projects/:id/export']

function isOfProject({ id, path }: ContractOperation): boolean {
  return /^(?:\/security)?\/projects\/:id\//.test(path) && !changesNothing.includes(id)
}

export const archivedProject = law({
  name: 'archived-project',
  says: 'in an archived project every write is refused to the owner as to those who lack the right, and reads answer as before',
  source: 'conventions#archived-projects, projects#archived-reads',
  level: 'must',
  needs: { furnished: true, writes: true },
  accepted: true,
  hardy: true,
  appliesTo: (operation) =>
    placeable(operation) && !operation.beyond && rights[operation.id] !== undefined && isOfProject(operation),
  holds: async (stage, operation) => {
    // Administrators may what others may, so they are refused, too.
    const before = reads(operation) ? await sampleCall(stage, operation, { moving: true }) : undefined
    const { id } = stage.project
    expectArranged(await stage.call('POST /projects/:id/archive', { id }))
    const reply = await sampleCall(stage, operation, { moving: true })
    expectArranged(await stage.call('POST /projects/:id/unarchive', { id }))
    answers(reply, before?.status ?? rights[operation.id]?.lacking.status ?? 403)
  },
})
