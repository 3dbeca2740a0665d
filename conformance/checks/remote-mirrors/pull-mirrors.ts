import { check } from '../../kit/check.ts'
import { answers, has, holds, says } from '../../kit/expect.ts'

const PULL = '/projects/:id/mirror/pull'

const secret = 'a-secret-that-nobody-is-told'

export const pullMirror = check({
  id: 'remote-mirrors/pull-mirror',
  says: 'A project without a pull mirror answers 400 to reading and starting it; a configured one answers 200 and hides the password',
  source: 'remote-mirrors#pull-none, remote-mirrors#pull-configure, remote-mirrors#pull-start',
  level: 'should',
  covers: [`GET ${PULL}`, `PUT ${PULL}`, `POST ${PULL}`],
  needs: { tier: 'premium' },
  holds: async ({ call, project }) => {
    const named = { id: project.id }
    says(await call(`GET ${PULL}`, named), 400, 'The project is not mirrored')
    says(await call(`POST ${PULL}`, named), 400, 'The project is not mirrored')
    const wish = {
      url: 'https://example.com/group/project.git',
      auth_user: 'somebody',
      auth_password: secret,
    }
    const set = await call(`PUT ${PULL}`, { ...named, ...wish, only_mirror_protected_branches: true })
    answers(set, 200)
    has(set.row(), { enabled: true, only_mirror_protected_branches: true }, set)
    holds(!set.text.includes(secret), 'the password is not told', set.json, set)
    answers(await call(`POST ${PULL}`, named), 200)
    has((await call(`GET ${PULL}`, named)).row(), { enabled: true })
    answers(await call(`PUT ${PULL}`, { ...named, enabled: false }), 200)
    answers(await call(`GET ${PULL}`, named), 400)
  },
})
