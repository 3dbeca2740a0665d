import { check } from '../../kit/check.ts'
import { answers, equals, has } from '../../kit/expect.ts'
import type { Params } from '../../kit/query.ts'

export const protectedEnvironment = check({
  id: 'deployments/protected-environment',
  says: 'A protected environment is protected once, and an update deletes only the access level that is marked with `_destroy`',
  source:
    'deployments#protect, deployments#protect-twice, deployments#protected-update, deployments#unprotect',
  level: 'should',
  covers: [
    'POST /projects/:id/protected_environments',
    'PUT /projects/:id/protected_environments/:name',
    'DELETE /projects/:id/protected_environments/:name',
  ],
  holds: async (stage) => {
    const { id } = stage.project
    const deploy_access_levels = [{ access_level: 30 }, { access_level: 40 }]
    const wish = { id, name: 'guarded', deploy_access_levels, required_approval_count: 2 }
    const made = await stage.call('POST /projects/:id/protected_environments', wish, { as: 'owner' })
    if (made.status === 404 || made.status === 403) return stage.skip('the target protects no environments')
    answers(made, 201)
    has(made.row(), { name: 'guarded', required_approval_count: 2 }, made)
    answers(await stage.call('POST /projects/:id/protected_environments', wish, { as: 'owner' }), 409)
    const levels = made.row().deploy_access_levels as readonly { readonly id: number }[]
    const change = { id, name: 'guarded', deploy_access_levels: [{ id: levels[0]?.id ?? 0, _destroy: true }] }
    const path = 'PUT /projects/:id/protected_environments/:name'
    const changed = await stage.call(path, change, { as: 'owner' })
    const left = changed.row().deploy_access_levels as readonly { readonly id: number }[]
    equals('the entries left', left.map((entry) => entry.id).join(), String(levels[1]?.id))
    const at = { id, name: 'guarded' }
    answers(await stage.call('DELETE /projects/:id/protected_environments/:name', at, { as: 'owner' }), 204)
    answers(await stage.call('GET /projects/:id/protected_environments/:name', at, { as: 'owner' }), 404)
  },
})

export const protectedHolders = check({
  id: 'deployments/protected-holders',
  says: 'A protected environment names nobody who is no Developer of the project, and has to be left with an entry',
  source: 'deployments#protected-holders',
  level: 'should',
  covers: ['POST /projects/:id/protected_environments'],
  needs: { tier: 'premium' },
  holds: async (stage) => {
    if (!stage.has('stranger')) return stage.skip('the target was given no stranger credential')
    const { id } = stage.project
    const stranger = { user_id: stage.user('stranger').id }
    const protect = (deploy_access_levels: readonly Params[]) =>
      stage.call(
        'POST /projects/:id/protected_environments',
        { id, name: 'held', deploy_access_levels },
        { as: 'owner' },
      )
    answers(await protect([stranger]), 422)
    const made = await protect([stranger, { access_level: 40 }])
    answers(made, 201)
    equals(
      'how many entries are left',
      (made.row().deploy_access_levels as readonly unknown[]).length,
      1,
      made,
    )
  },
})
