import type { ContractOperation } from '../../sim/contract.ts'
import { law } from '../check.ts'
import type { Reply } from '../client.ts'
import { answers, holds } from '../expect.ts'
import { rights, type Verdict, type Visibility, verdictFor } from '../oracle/rights.ts'
import { rightsElsewhere, verdictElsewhere } from '../oracle/rights-elsewhere.ts'
import type { Stage } from '../stage.ts'
import { type Role, roles } from '../targets/target.ts'
import { placeable, sampleCall } from './sample.ts'

/** One law a visibility, since the stage differs. */
export const rightsLaws = (['private', 'internal', 'public'] as const).map(rightsIn)

function rightsIn(visibility: Visibility) {
  return law<Role>({
    name: visibility === 'private' ? 'rights' : `rights-${visibility}`,
    says: `in a ${visibility} project each role may do what the table of roles says, and is refused everything else`,
    source: 'dossier 1, section 12; dossier 2, section 12',
    level: 'must',
    needs: { furnished: true, project: visibility },
    appliesTo: (operation) => placeable(operation) && rights[operation.id] !== undefined,
    each: () => roles,
    holds: async (stage, operation, role) => {
      const right = rights[operation.id]
      if (right === undefined) return
      if (role !== 'anonymous' && !stage.has(role)) return stage.observe('no credential to try', role)
      // What needs a role in the group as well tells nothing where the target allows no group.
      if (right.inGroup && !stage.inGroup) return stage.skip('the target allows no group')
      const reply = await sampleCall(stage, operation, { as: role })
      await skipWhatIsMissing(stage, operation, reply)
      await stage.differs('F3', {
        specification: () => meets(reply, role, verdictFor(right, role, visibility, 'specification')),
        real: () => meets(reply, role, verdictFor(right, role, visibility, 'real')),
      })
    },
  })
}

export const elsewhere = law<Role>({
  name: 'rights-elsewhere',
  says: 'where no project is named each role may do what the table of roles says, and is refused everything else',
  source: 'dossier 1, section 12; dossier 2, section 12; dossier 3, section 9',
  level: 'must',
  needs: { furnished: true },
  appliesTo: (operation) => placeable(operation) && rightsElsewhere[operation.id] !== undefined,
  each: () => roles,
  holds: async (stage, operation, role) => {
    const right = rightsElsewhere[operation.id]
    if (right === undefined) return
    if (role !== 'anonymous' && !stage.has(role)) return stage.observe('no credential to try', role)
    const reply = await sampleCall(stage, operation, { as: role })
    await skipWhatIsMissing(stage, operation, reply)
    meets(reply, role, verdictElsewhere(right, role))
  },
})

// What nobody finds there tells nothing of who may: no export was made, for example.
async function skipWhatIsMissing(stage: Stage, operation: ContractOperation, reply: Reply): Promise<void> {
  if (!stage.asFound || reply.status !== 404) return
  const owners = await sampleCall(stage, operation, { as: 'owner' })
  if (owners.status === 404) stage.skip('the project that is looked at has nothing of the kind')
}

function meets(reply: Reply, role: Role, verdict: Verdict): void {
  if (verdict === 'allowed') {
    const actual = `${reply.status} ${reply.text.slice(0, 100)}`
    holds(![401, 403, 404].includes(reply.status), `the role ${role} may`, actual, reply)
  } else answers(reply, verdict.status, verdict.body)
}
