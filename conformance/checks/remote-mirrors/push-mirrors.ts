import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn, says } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

const PATH = '/projects/:id/remote_mirrors'

const ONE = `${PATH}/:mirror_id`

const secret = 'a-secret-that-nobody-is-told'

const url = `https://somebody:${secret}@example.com/group/project.git`

export const life = check({
  id: 'remote-mirrors/life',
  says: 'A push mirror is shown without its credentials, an update keeps the attributes that are not sent, and a deleted one answers 404',
  source:
    'remote-mirrors#object, remote-mirrors#credentials, remote-mirrors#create, remote-mirrors#update, remote-mirrors#delete',
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

export const invalidUrl = check<readonly [string, string]>({
  id: 'remote-mirrors/invalid-url',
  says: 'A push mirror with a blank address, or one of another scheme, answers 400 and is not created',
  source: 'remote-mirrors#url-blank, remote-mirrors#url-scheme',
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

export const unauthorized = check({
  id: 'remote-mirrors/unauthorized',
  says: 'Callers who may not administer the mirrors of a project get 401',
  source: 'remote-mirrors#role',
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

export const sync = check({
  id: 'remote-mirrors/sync',
  says: 'Syncing an enabled mirror contacts its remote, a mirror that is not enabled answers 400, and a failed update hides the password',
  source:
    'remote-mirrors#sync, remote-mirrors#update-status, remote-mirrors#pushing, remote-mirrors#credentials',
  level: 'should',
  covers: [`POST ${ONE}/sync`],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const place = await stage.remote(() => ({ status: 404 }))
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
