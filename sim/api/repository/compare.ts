import { comparisonEntity } from '../../entities/comparison.ts'
import { since } from '../../lib/dialect.ts'
import { isReleased } from '../../model/installation/released.ts'
import type { Project } from '../../model/projects/project.ts'
import { compareCommits } from '../../model/repository/compare.ts'
import { commitNamed } from '../../model/repository/project-objects.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, integer, required, string, withDefault } from '../../protocol/params.ts'
import { forbidden, message, notFound } from '../../protocol/refusal.ts'
import { unidiff } from '../shared/unidiff.ts'
import { reading } from './params.ts'

/** Whether a project is named whose repository the caller sees, and whose code they may not read. */
const withoutCode = since('repository#later-compare-right', true)

export const compareRefs = operation(
  {
    ...reading,
    path: '/projects/:id/repository/compare',
    summary: 'Compare branches, tags or commits',
    params: {
      id: required(string({ about: 'ID or path of the project' })),
      from: required(string({ about: 'Branch, tag or commit' })),
      to: required(string({ about: 'Branch, tag or commit' })),
      from_project_id: integer({ about: 'ID of a project in the same fork network that has `from`' }),
      straight: withDefault(
        boolean({ about: 'Compares with `from` itself instead of with the merge base' }),
        false,
      ),
      unidiff,
    },
    answers: { one: comparisonEntity },
    decides: [withoutCode],
  },
  ({ world, caller, now, project, params }) => {
    const { from_project_id } = params
    const other =
      from_project_id == null ? project : networkProject({ world, caller, now }, project, from_project_id)
    if (other === undefined)
      throw message(400, `Target project id:${from_project_id} is not a fork of project id:${params.id}`)
    if (!can({ world, caller, now }, 'read_code', other))
      throw forbidden("You don't have access to this fork's parent project")
    const from = commitNamed(world, other, (params.from ?? '').trim())
    const to = commitNamed(world, project, (params.to ?? '').trim())
    if (from === undefined || to === undefined) throw notFound('Ref')
    return compareCommits(world, project, { from, to, straight: params.straight })
  },
)

/** A project of the same fork network whose code the caller may read; archived projects cannot be compared with. */
function networkProject(situation: Situation, project: Project, id: number): Project | undefined {
  if (id === project.id) return project
  const found = situation.world.projects.get(id)
  if (found === undefined || found.networkId !== project.networkId || found.archived) return undefined
  const sees = isReleased(situation.world, 'repository#later-compare-right') ? 'see_repository' : 'read_code'
  return can(situation, sees, found) ? found : undefined
}
