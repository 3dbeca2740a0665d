import { createClient } from '../../kit/client.ts'
import type { Target } from '../../targets/target.ts'

/** The same service with a user, a project and all kinds of rows more, so that everything else has other numbers. */
export function shifted(target: Target): Target {
  return {
    ...target,
    open: async () => {
      const door = await target.open()
      const { origin, credentials } = target
      const client = createClient({ door, origin, credentials, as: 'admin' })
      const made = async (operation: string, params: object) =>
        Number((await client.call(operation, { ...params })).row().id)
      const person = { username: 'newcomer', name: 'New Comer', email: 'newcomer@example.com' }
      await made('POST /users', { ...person, password: 'correct horse battery', skip_confirmation: true })
      const id = await made('POST /projects', { name: 'one-more', initialize_with_readme: true })
      for (const title of ['one', 'two', 'three']) {
        await made('POST /projects/:id/milestones', { id, title })
        await made('POST /projects/:id/labels', { id, name: title, color: '#000000' })
        await made('POST /projects/:id/issues', { id, title })
        await made('POST /projects/:id/issues/:issue_iid/notes', { id, issue_iid: 1, body: title })
        await made('POST /projects/:id/feature_flags_user_lists', { id, name: title, user_xids: '1' })
        await client.call('POST /projects/:id/protected_tags', { id, name: title })
      }
      return door
    },
  }
}
