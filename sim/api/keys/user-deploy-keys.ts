import { type DeployKey, deployKeyEntity } from '../../entities/key.ts'
import { accessLevels } from '../../model/members/access-level.ts'
import type { Project } from '../../model/projects/project.ts'
import type { User } from '../../model/users/user.ts'
import { memberProjects } from '../../policy/member-projects.ts'
import { projectLevel } from '../../policy/roles.ts'
import { listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { forbidden } from '../../protocol/refusal.ts'

export const listUserDeployKeys = operation(
  {
    method: 'GET',
    path: '/users/:user_id/project_deploy_keys',
    summary: 'List the project deploy keys of a user',
    auth: 'public',
    subject: 'user',
    answers: { many: deployKeyEntity, unordered: true },
    refuses: [403],
    beyond: true,
  },
  ({ world, user, caller, now }) => {
    const maintains = (who: User, project: Project) =>
      projectLevel(world, who, project, now) >= accessLevels.maintainer
    const both = [user, ...(caller.user === undefined ? [] : [caller.user])]
    const common = caller.user === undefined ? [] : memberProjects(world, user)
    const shared = common.filter((project) => both.every((who) => maintains(who, project)))
    if (shared.length === 0) throw forbidden('No common authorized project found')
    const keys = new Map<number, DeployKey>()
    for (const { id } of shared)
      for (const link of world.deployKeyProjects.by('byProject', id).list())
        keys.set(link.keyId, { key: world.keys.require(link.keyId), canPush: link.canPush })
    return listingOf([...keys.values()])
  },
)
