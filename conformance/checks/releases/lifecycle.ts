import { lifecycle } from '../../kit/lifecycle.ts'
import { arranged } from '../../run/stage.ts'

export const linksLifecycle = lifecycle(
  {
    id: 'releases/links-lifecycle',
    says: 'A link of a release is listed and shown as it was created, an update keeps what it does not send, and a deleted one answers 404',
    source: 'releases#links-object, releases#link-create, releases#link-update, releases#link-delete',
    needs: { repository: true },
  },
  [
    {
      record: '/projects/:id/releases/:tag_name/assets/links/:link_id',
      place: async ({ call, project: { id, branch } }) => {
        arranged(await call('POST /projects/:id/releases', { id, tag_name: 'v1', ref: branch }))
        return { id, tag_name: 'v1' }
      },
      values: { name: 'One', url: 'https://one.example/file', link_type: 'package' },
      changes: { name: 'Two' },
      deleted: 200,
    },
  ],
)
