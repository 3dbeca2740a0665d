import { check } from '../../kit/check.ts'
import { answers, equals, has, says } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'

const ONE = '/projects/:id/repository/branches/:branch'
const developer = { as: 'developer' } as const
const PROTECTED = 'GET /projects/:id/protected_branches/:name'

export const formerProtection = check({
  id: 'branches/former-protection',
  says: 'The calls of a branch protect it, replace the lists that are told, and unprotect it, for Maintainers alone',
  source: 'branches#protect, branches#protect-again, branches#unprotect',
  level: 'should',
  covers: [`PUT ${ONE}/protect`, `PUT ${ONE}/unprotect`, `GET ${ONE}`],
  needs: { repository: true, writes: true },
  holds: async ({ call, project }) => {
    const { id, branch: start } = project
    const branch = 'topic/kept.txt'
    answers(await call('POST /projects/:id/repository/branches', { id, branch, ref: start }), 201)
    const one = { id, branch }
    const protect = (wish: object = {}) => call(`PUT ${ONE}/protect`, { ...one, ...wish })
    answers(await call(`PUT ${ONE}/protect`, one, developer), 403)
    const shown = (developers_can_push: boolean, developers_can_merge: boolean) => ({
      name: branch,
      protected: true,
      developers_can_push,
      developers_can_merge,
    })
    const first = await protect({ developers_can_push: true })
    answers(first, 200)
    has(first.row(), shown(true, false), first)
    const told = await protect({ developers_can_push: false, developers_can_merge: true })
    has(told.row(), shown(false, true), told)
    const untold = await protect()
    has(untold.row(), shown(false, true), untold)
    const read = await call(PROTECTED, { id, name: branch })
    const levelsIn = (list: string) =>
      (read.row()[list] as readonly Row[]).map(({ access_level }) => access_level ?? null)
    for (const [list, level] of [
      ['push_access_levels', 40],
      ['merge_access_levels', 30],
    ] as const)
      equals(list, levelsIn(list), [level], read)
    answers(await call(`PUT ${ONE}/unprotect`, one, developer), 403)
    for (const _again of [1, 2]) {
      const open = await call(`PUT ${ONE}/unprotect`, one)
      answers(open, 200)
      has(open.row(), { name: branch, protected: false, developers_can_merge: false }, open)
    }
    answers(await call(PROTECTED, { id, name: branch }), 404)
    for (const verb of ['protect', 'unprotect']) {
      says(await call(`PUT ${ONE}/${verb}`, { id, branch: 'nowhere' }), 404, '404 Branch Not Found')
      const invalid = await call(`PUT ${ONE}/${verb}`, { id, branch: 'a..b' })
      says(invalid, 400, 'The branch refname is invalid')
    }
  },
})
