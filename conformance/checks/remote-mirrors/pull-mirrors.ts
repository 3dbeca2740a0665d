import { check } from '../../kit/check.ts'
import { answers, has, holds, lacks, says } from '../../kit/expect.ts'

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

export const pullMirrorOfProject = check({
  id: 'remote-mirrors/pull-mirror-of-project',
  says: 'A project with a pull mirror shows who set it and how it mirrors; without one it lacks these fields',
  source: 'remote-mirrors#pull-shown',
  level: 'should',
  covers: [`PUT ${PULL}`, 'GET /projects/:id', 'GET /projects'],
  needs: { tier: 'premium' },
  holds: async (stage) => {
    const { call } = stage
    const { id } = stage.project
    const shown = ['mirror_user_id', 'mirror_trigger_builds', 'mirror_overwrites_diverged_branches']
    const all = [...shown, 'only_mirror_protected_branches']
    const lacking = async () => {
      const reply = await call('GET /projects/:id', { id })
      has(reply.row(), { mirror: false }, reply)
      lacks(reply.row(), all, reply)
    }
    await lacking()
    const url = 'https://example.com/group/project.git'
    const how = { only_mirror_protected_branches: true, mirror_overwrites_diverged_branches: true }
    answers(await call(`PUT ${PULL}`, { id, url, ...how }, { as: 'owner' }), 200)
    const reply = await call('GET /projects/:id', { id })
    const mirror_user_id = stage.user('owner').id
    has(reply.row(), { mirror: true, mirror_user_id, mirror_trigger_builds: false, ...how }, reply)
    const listed = await call('GET /projects', {
      search: reply.row().name as string,
      owned: true,
      per_page: 100,
    })
    const row = listed.rows().find((it) => it.id === id) ?? {}
    has(row, { mirror: true, mirror_user_id, mirror_trigger_builds: false, ...how }, listed)
    answers(await call(`PUT ${PULL}`, { id, enabled: false }), 200)
    await lacking()
  },
})
