import { commitDetailEntity } from '../../entities/commit.ts'
import { entryAt } from '../../git/repository.ts'
import { branchNamed, commitOf } from '../../model/branches.ts'
import { addMember } from '../../model/memberships.ts'
import { isEmpty } from '../../model/push.ts'
import { objectsOf } from '../../model/repository.ts'
import type { User } from '../../model/user.ts'
import { can } from '../../policy/abilities.ts'
import { directMembers } from '../../policy/members.ts'
import { projectLevel } from '../../policy/roles.ts'
import { seesProject } from '../../policy/visible.ts'
import { operation } from '../../protocol/operation.ts'
import { filled, integer, oneOf, required, string, withDefault } from '../../protocol/params.ts'
import { forbidden, message, notFound } from '../../protocol/refusal.ts'
import { commitTo } from '../shared/pushing.ts'

const DAY = 86_400_000

export const tidyRepository = operation(
  {
    method: 'POST',
    path: '/projects/:id/housekeeping',
    summary: 'Have the repository of a project tidied up, once a day',
    subject: 'project',
    needs: 'admin_project',
    params: { task: withDefault(oneOf(['prune', 'eager']), 'eager') },
    answers: { status: 201, value: { type: 'string' } },
    refuses: [409],
    beyond: true,
  },
  ({ world, project, now, drawText }) => {
    if (project.tidiedAt !== undefined && project.tidiedAt > now - DAY)
      throw message(409, 'Somebody already triggered housekeeping for this resource in the past 1440 minutes')
    world.projects.update(project.id, { tidiedAt: now })
    // The number of a job in the service's own queue.
    return drawText('0123456789abcdef', 24)
  },
)

export const importMembers = operation(
  {
    method: 'POST',
    path: '/projects/:id/import_project_members/:project_id',
    summary: 'Make the members of another project members of this one',
    subject: 'project',
    needs: 'admin_members',
    params: { project_id: required(integer({ about: 'Id of the other project' })) },
    answers: {
      status: 201,
      value: { type: 'object', properties: { status: { const: 'success' } }, required: ['status'] },
    },
    refuses: [403, 404, 422],
    beyond: true,
  },
  ({ world, caller, project, params, view, now }) => {
    const source = world.projects.get(params.project_id ?? 0)
    if (source === undefined || !seesProject(world, caller, source, now)) throw notFound('Project')
    if (!can(view.situation, 'admin_members', source)) throw forbidden()
    if (source.id === project.id) throw message(422, 'Import failed')
    const by = caller.user as User
    // Nobody hands out more than they have themselves.
    const most = caller.admin ? 50 : projectLevel(world, by, project, now)
    for (const member of directMembers(world, { source: 'project', row: source })) {
      const user = world.users.require(member.userId)
      if (user.bot || projectLevel(world, user, project, now) >= member.accessLevel) continue
      if (world.members.find('bySource', 'project', project.id, user.id) !== undefined) continue
      const accessLevel = Math.min(member.accessLevel, most)
      const { expiresAt } = member
      addMember(world, { source: 'project', sourceId: project.id, user, accessLevel, expiresAt }, by, now)
    }
    return { status: 'success' }
  },
)

export const updateSubmodule = operation(
  {
    method: 'PUT',
    path: '/projects/:id/repository/submodules/:submodule',
    summary: 'Point a submodule at another commit',
    subject: 'project',
    needs: 'push_code',
    params: {
      submodule: required(string({ about: 'Path of the submodule' })),
      commit_sha: required(string({ about: 'The commit that it is to be at' })),
      branch: required(filled({ about: 'Branch to commit to' })),
      commit_message: string(),
    },
    dotted: ['submodule'],
    answers: { one: commitDetailEntity },
    refuses: [400],
    beyond: true,
  },
  ({ world, project, params, view }) => {
    const { submodule: path, commit_sha: commit, branch } = params
    if (isEmpty(world, project)) throw message(400, 'The repository is empty')
    if (!path || !/^[0-9a-f]{40}$/.test(commit ?? '')) throw message(400, 'Invalid parameters')
    const head = branchNamed(world, project, branch)?.head
    if (head !== undefined) {
      const entry = entryAt(objectsOf(world), head.commit.tree, path)
      if (entry?.type !== 'commit') throw message(400, 'Invalid submodule path')
      if (entry.id === commit) throw message(400, `The submodule ${path} is already at ${commit}`)
    }
    const id = commitTo(view.situation, project, {
      branch,
      commitMessage: params.commit_message || `Update submodule ${path} with oid ${commit}`,
      changes: [{ action: 'submodule', path: path ?? '', commit: commit ?? '' }],
    })
    return commitOf(world, project, id)
  },
)
