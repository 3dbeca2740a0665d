import { check } from '../../kit/check.ts'
import { answers, has, lacks } from '../../kit/expect.ts'
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

export const linkExternal = check({
  id: 'releases/link-external',
  says: 'A link of a release tells that it is external, and from 16.0 on nothing of that',
  source: 'releases#links-object, releases#later-external',
  level: 'should',
  covers: ['POST /projects/:id/releases/:tag_name/assets/links'],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const { id, branch } = project
    arranged(await call('POST /projects/:id/releases', { id, tag_name: 'v1', ref: branch }))
    const link = { id, tag_name: 'v1', name: 'One', url: 'https://one.example/file' }
    const reply = await call('POST /projects/:id/releases/:tag_name/assets/links', link)
    answers(reply, 201)
    await stage.changed('releases#later-external', {
      before: () => has(reply.row(), { external: true }, reply),
      after: () => lacks(reply.row(), ['external'], reply),
    })
  },
})
