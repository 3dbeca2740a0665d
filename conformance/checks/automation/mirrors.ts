import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn, says } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

const source = 'dossier 2, section 13; documentation of the service, Project remote mirrors API'
const PATH = '/projects/:id/remote_mirrors'
const ONE = `${PATH}/:mirror_id`
const PULL = '/projects/:id/mirror/pull'
const secret = 'a-secret-that-nobody-is-told'
const url = `https://somebody:${secret}@example.com/group/project.git`

export const mirrorLife = check({
  id: 'automation/mirror-life',
  says: 'A mirror is told without what lets anybody in there, changes only in what is said, and is gone when it was deleted',
  source,
  level: 'should',
  covers: [`GET ${PATH}`, `POST ${PATH}`, `GET ${ONE}`, `PUT ${ONE}`, `DELETE ${ONE}`],
  each: () => [{}, { only_protected_branches: true }, { keep_divergent_refs: true }],
  holds: async ({ call, project }, extra: object) => {
    const wish = { only_protected_branches: false, keep_divergent_refs: false, ...extra }
    const made = await call(`POST ${PATH}`, { id: project.id, url, ...wish })
    answers(made, 201)
    has(made.row(), { enabled: false, update_status: 'none', last_error: null, ...wish }, made)
    holds(!made.text.includes(secret), 'the password is not told', made.json, made)
    const named = { id: project.id, mirror_id: numberIn(made.row(), 'id') }
    answers(await call(`GET ${ONE}`, named), 200, made.json)
    answers(await call(`GET ${PATH}`, { id: project.id }), 200, [made.json ?? null])
    const turned = wish.keep_divergent_refs !== true
    const changed = await call(`PUT ${ONE}`, { ...named, keep_divergent_refs: turned })
    has(changed.row(), { ...wish, keep_divergent_refs: turned }, changed)
    answers(await call(`DELETE ${ONE}`, named), 204)
    says(await call(`GET ${ONE}`, named), 404, '404 Not found')
  },
})

export const mirrorRefused = check<readonly [string, string]>({
  id: 'automation/mirror-refused',
  says: 'A mirror at what is no address of a repository is refused',
  source,
  level: 'should',
  covers: [`POST ${PATH}`],
  each: () => [
    ['ftp://example.com/x.git', 'is blocked: Only allowed schemes are ssh, git, http, https'],
    ['', "can't be blank"],
  ],
  holds: async ({ call, project }, [address, text]) => {
    says(await call(`POST ${PATH}`, { id: project.id, url: address }), 400, { url: [text] })
    answers(await call(`GET ${PATH}`, { id: project.id }), 200, [])
  },
})

export const mirrorOthers = check({
  id: 'automation/mirror-others',
  says: 'Whoever may not change a project is told to sign in when they ask for its mirrors',
  source,
  level: 'should',
  covers: [`GET ${PATH}`, `POST ${PATH}`],
  needs: { project: 'public' },
  each: () => ['developer', 'stranger'] as const,
  holds: async (stage, as: 'developer' | 'stranger') => {
    if (!stage.has(as)) stage.skip(`the target was given no ${as} credential`)
    const id = stage.project.id
    says(await stage.call(`GET ${PATH}`, { id }, { as }), 401, '401 Unauthorized')
    says(await stage.call(`POST ${PATH}`, { id, url }, { as }), 401, '401 Unauthorized')
  },
})

export const mirrorSynced = check({
  id: 'automation/mirror-synced',
  says: 'A mirror is pushed to when that is asked for, and what goes wrong there is told without the password',
  source,
  level: 'should',
  covers: [`POST ${ONE}/sync`],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const place = await stage.far(() => ({ status: 404 }))
    const address = place.url.replace('://', `://somebody:${secret}@`)
    const made = arranged(await call(`POST ${PATH}`, { id: project.id, url: `${address}/x.git` }))
    const named = { id: project.id, mirror_id: numberIn(made, 'id') }
    answers(await call(`POST ${ONE}/sync`, named), 400)
    equals('the calls so far', place.heard.length, 0)
    arranged(await call(`PUT ${ONE}`, { ...named, enabled: true }))
    answers(await call(`POST ${ONE}/sync`, named), 204)
    const shown = await stage.until(
      () => call(`GET ${ONE}`, named),
      (reply) => reply.row().update_status === 'failed',
      { seconds: 30 },
    )
    equals('what became of it', shown.row().update_status ?? null, 'failed', shown)
    holds(!shown.text.includes(secret), 'the password is not told', shown.json, shown)
    const asked = place.heard.map(({ path }) => path)
    equals('what was asked of the other side', asked, ['/x.git/info/refs?service=git-receive-pack'])
  },
})

export const pullMirror = check({
  id: 'automation/pull-mirror',
  says: 'A project takes over another repository once it is told which, and not before',
  source,
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
