import { releaseEntity } from '../../entities/release.ts'
import { projectsBelow } from '../../model/groups/group-tree.ts'
import type { Release } from '../../model/releases/release.ts'
import { listed } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { oneOf, withDefault } from '../../protocol/params.ts'

// Rows that have a place of their own, looked at from somewhere else.

export const listGroupReleases = operation(
  {
    method: 'GET',
    path: '/groups/:id/releases',
    summary: 'List the releases of the projects in a group, the latest first',
    auth: 'public',
    subject: 'group',
    params: { sort: withDefault(oneOf(['asc', 'desc']), 'desc') },
    answers: { many: releaseEntity },
    beyond: true,
  },
  ({ world, group, params, view }) => {
    const turned = params.sort === 'asc' ? 1 : -1
    const projects = [...projectsBelow(world, group)].filter((project) => view.can('read_release', project))
    const releases = projects.flatMap(({ id }) => world.releases.by('byProject', id).list())
    const at = ({ releasedAt }: Release) => releasedAt
    return listed(releases.sort((a, b) => turned * (at(a) - at(b) || a.id - b.id)))
  },
)
