import { type DeployKey, deployKeyEntity } from '../../entities/key.ts'
import { can } from '../../policy/abilities.ts'
import { memberProjects } from '../../policy/member-projects.ts'
import { listed } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'

export const listUserDeployKeys = operation(
  {
    method: 'GET',
    path: '/users/:user_id/project_deploy_keys',
    summary: 'List the deploy keys of the projects of a user, as far as the caller administers them',
    subject: 'user',
    answers: { many: deployKeyEntity },
    beyond: true,
  },
  ({ world, user, view }) => {
    const keys = new Map<number, DeployKey>()
    for (const project of memberProjects(world, user)) {
      if (!can(view.situation, 'admin_project', project)) continue
      for (const admission of world.deployKeyProjects.by('byProject', project.id).list())
        keys.set(admission.keyId, { key: world.keys.require(admission.keyId), canPush: admission.canPush })
    }
    return listed([...keys.values()])
  },
)
