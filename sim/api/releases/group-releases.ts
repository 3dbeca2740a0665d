import { releaseEntity } from '../../entities/release.ts'
import { projectsBelow } from '../../model/groups/group-tree.ts'
import { indexListing } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { oneOf, withDefault } from '../../protocol/params.ts'
import { unionOf } from '../../store/union.ts'

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
    const projects = [...projectsBelow(world, group)].filter((project) => view.can('read_release', project))
    const releases = unionOf(projects.map(({ id }) => world.releases.by('byReleased', id)))
    return indexListing(releases, params.sort === 'asc' ? 'ascending' : 'descending')
  },
)
