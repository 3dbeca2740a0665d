import { containerRepositoryEntity } from '../../entities/container-repository.ts'
import { projectsBelow } from '../../model/groups/group-tree.ts'
import { can } from '../../policy/abilities.ts'
import { chainListings, indexListing } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, withDefault } from '../../protocol/params.ts'

export const listProjectContainerRepositories = operation(
  {
    method: 'GET',
    path: '/projects/:id/registry/repositories',
    summary: 'List the container repositories of a project',
    auth: 'public',
    subject: 'project',
    needs: 'read_registry',
    params: {
      tags: withDefault(boolean({ about: 'Includes the tags' }), false),
      tags_count: withDefault(boolean({ about: 'Includes the number of tags' }), false),
    },
    answers: { many: containerRepositoryEntity, unordered: true },
    beyond: true,
  },
  ({ world, project }) => indexListing(world.containerRepositories.by('byProject', project.id), 'ascending'),
)

export const listGroupContainerRepositories = operation(
  {
    method: 'GET',
    path: '/groups/:id/registry/repositories',
    summary: 'List the container repositories of a group and its subgroups',
    subject: 'group',
    needs: 'read_group_registry',
    answers: { many: containerRepositoryEntity, unordered: true },
    beyond: true,
  },
  ({ world, group, view }) => {
    const projects = [...projectsBelow(world, group)].filter((it) => can(view.situation, 'read_registry', it))
    return chainListings(
      projects.map(({ id }) => indexListing(world.containerRepositories.by('byProject', id), 'ascending')),
    )
  },
)
