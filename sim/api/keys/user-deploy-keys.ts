import { type DeployKey, deployKeyEntity } from '../../entities/key.ts'
import { can } from '../../policy/abilities.ts'
import { memberProjects } from '../../policy/member-projects.ts'
import { listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'

export const listUserDeployKeys = operation(
  {
    method: 'GET',
    path: '/users/:user_id/project_deploy_keys',
    summary: 'List the project deploy keys of a user',
    subject: 'user',
    answers: { many: deployKeyEntity },
    beyond: true,
  },
  ({ world, user, view }) => {
    const keys = new Map<number, DeployKey>()
    for (const project of memberProjects(world, user)) {
      if (!can(view.situation, 'admin_project', project)) continue
      for (const link of world.deployKeyProjects.by('byProject', project.id).list())
        keys.set(link.keyId, { key: world.keys.require(link.keyId), canPush: link.canPush })
    }
    return listingOf([...keys.values()])
  },
)
