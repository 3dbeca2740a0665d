import { listedProjectEntity, writtenProjectEntity } from '../../entities/project.ts'
import { choiceOf } from '../../model/groups/group-settings.ts'
import { topGroupOf } from '../../model/groups/group-tree.ts'
import type { Namespace } from '../../model/projects/create-project.ts'
import { forkProject as fork } from '../../model/projects/fork-project.ts'
import type { Project } from '../../model/projects/project.ts'
import { visibilities } from '../../model/projects/visibility.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { groupOf } from '../../policy/roles.ts'
import { licensed } from '../../policy/tier.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, integer, oneOf, string } from '../../protocol/params.ts'
import { message, notFound } from '../../protocol/refusal.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'
import { namespaceAtPath, namespaceNamed } from '../shared/named-namespace.ts'
import { allProjects } from '../shared/project-filters.ts'
import { limitReached } from '../shared/project-limit.ts'
import { projectListVariants } from '../shared/project-list.ts'
import { runnersToken } from '../shared/secrets.ts'
import { inRun } from '../shared/table-list.ts'
import { conditions } from './filter.ts'
import { orderProjects } from './order.ts'
import { allProjectsParams } from './params.ts'

export const forkProject = operation(
  {
    method: 'POST',
    path: '/projects/:id/fork',
    summary: 'Fork a project',
    subject: 'project',
    params: {
      namespace: string({ about: 'ID or path of the namespace', deprecated: true }),
      namespace_id: integer({ about: "ID of a group or user namespace; default: the caller's own" }),
      namespace_path: string(),
      path: string(),
      name: string(),
      description: string(),
      visibility: oneOf(visibilities),
      mr_default_target_self: boolean({
        about: 'New merge requests of the pages of the service go to the fork itself',
      }),
    },
    answers: { status: 201, one: writtenProjectEntity },
    refuses: [409],
    beyond: true,
  },
  ({ world, caller, project, params, now, drawText }) => {
    const situation = { world, caller, now }
    if (!can(situation, 'fork_project', project)) throw notFound()
    const creator = caller.user as User
    const namespace = targetOf(situation, params) ?? { kind: 'user', user: creator }
    const allowed =
      namespace.kind === 'group'
        ? can(situation, 'create_projects', namespace.group)
        : caller.admin || namespace.user.id === creator.id
    if (!allowed || (!caller.admin && isOutside(world, project, namespace)))
      throw notFound('Target Namespace')
    const beyond = limitReached(world, namespace, creator)
    if (beyond !== undefined) throw message(409, { limit_reached: [beyond] })
    const { name, path, description, visibility } = params
    const values = { source: project, namespace, creator, runnersToken: runnersToken(drawText) }
    return refuseInvalidRow(
      () =>
        fork(
          world,
          {
            ...values,
            name: name ?? undefined,
            path: path ?? undefined,
            description,
            visibility: visibility ?? undefined,
            targetsItself: params.mr_default_target_self ?? false,
          },
          now,
        ),
      409,
    )
  },
)

/** True where the topmost group of a project keeps forks to its hierarchy (groups#forking-lock), and this is no place in it. */
function isOutside(world: World, project: Project, namespace: Namespace): boolean {
  const group = groupOf(world, project)
  const top = group && topGroupOf(world, group)
  if (top === undefined || !choiceOf(top, 'forkingLocked') || !licensed(world, 'premium')) return false
  return namespace.kind !== 'group' || topGroupOf(world, namespace.group).id !== top.id
}

interface Target {
  readonly namespace?: string | null | undefined
  readonly namespace_id?: number | null | undefined
  readonly namespace_path?: string | null | undefined
}

// The first parameter given counts; none means the caller's own namespace.
function targetOf(situation: Situation, target: Target): Namespace | undefined {
  const { namespace_id: id, namespace_path: path, namespace: either } = target
  if (id != null) return namespaceNamed(situation, String(id))
  if (path) return namespaceAtPath(situation, path)
  return either ? namespaceNamed(situation, either) : undefined
}

export const listForks = operation(
  {
    method: 'GET',
    path: '/projects/:id/forks',
    summary: 'List the forks of a project',
    auth: 'public',
    subject: 'project',
    params: allProjectsParams,
    answers: { many: listedProjectEntity, variants: projectListVariants },
    beyond: true,
  },
  ({ world, project, params, view }) =>
    orderProjects(view, params, [
      inRun(
        allProjects(world),
        `forks of ${project.id}`,
        world.projects.by('byFork', project.id),
        ({ forkedFromId }) => forkedFromId === project.id,
      ),
      ...conditions(view.situation, params),
    ]),
)
