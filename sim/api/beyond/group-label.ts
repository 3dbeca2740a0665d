import { groupLabelEntity } from '../../entities/label.ts'
import { groupLabelsIn } from '../../model/label-changes.ts'
import { matcher } from '../../model/search.ts'
import { listed } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, string, withDefault } from '../../protocol/params.ts'

export const listGroupLabels = operation(
  {
    method: 'GET',
    path: '/groups/:id/labels',
    summary: 'List the labels of a group, by name',
    auth: 'public',
    subject: 'group',
    needs: 'read_group',
    params: {
      with_counts: withDefault(boolean({ about: 'Counts of issues and merge requests' }), false),
      include_ancestor_groups: withDefault(boolean({ about: 'Includes labels of the groups above' }), true),
      search: string({ about: 'Part of name or description' }),
    },
    answers: { many: groupLabelEntity },
    beyond: true,
  },
  ({ world, group, params }) => {
    const found = matcher(params.search ?? '', 1)
    const labels = groupLabelsIn(world, group, params.include_ancestor_groups)
    return listed(params.search ? labels.filter((label) => found([label.title, label.description])) : labels)
  },
)
