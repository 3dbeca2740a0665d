import { releaseEntity } from '../../entities/release.ts'
import { projectsBelow } from '../../model/groups/group-tree.ts'
import type { Release } from '../../model/releases/release.ts'
import { listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { oneOf, withDefault } from '../../protocol/params.ts'

export const listGroupReleases = operation(
  {
    method: 'GET',
    path: '/groups/:id/releases',
    summary: 'List the releases of a group',
    auth: 'public',
    subject: 'group',
    params: { sort: withDefault(oneOf(['asc', 'desc']), 'desc') },
    answers: { many: releaseEntity },
    beyond: true,
  },
  ({ world, group, params, view }) => {
    const direction = params.sort === 'asc' ? 1 : -1
    const projects = [...projectsBelow(world, group)].filter((project) => view.can('read_release', project))
    const releases = projects.flatMap(({ id }) => world.releases.by('byProject', id).list())
    const at = ({ releasedAt }: Release) => releasedAt
    return listingOf(releases.sort((a, b) => direction * (at(a) - at(b) || a.id - b.id)))
  },
)
