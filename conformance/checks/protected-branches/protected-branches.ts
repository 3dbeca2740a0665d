import { check } from '../../kit/check.ts'
import { duplicateRefused } from '../../kit/duplicate-refused.ts'
import { answers, equals, refuses, says } from '../../kit/expect.ts'
import { isRows } from '../../kit/json.ts'

export const nameRequired = check({
  id: 'protected-branches/name-required',
  says: 'Protecting a branch without a name answers 400, with an empty name 422',
  source: 'protected-branches#name-required',
  level: 'should',
  covers: ['POST /projects/:id/protected_branches'],
  holds: async ({ call, project: { id } }) => {
    answers(await call('POST /projects/:id/protected_branches', { id }), 400, { error: 'name is missing' })
    const reply = await call('POST /projects/:id/protected_branches', { id, name: '' })
    answers(reply, 422, { message: ["Name can't be blank"] })
  },
})

const protect = 'POST /projects/:id/protected_branches'

export const unprotectLevel = check({
  id: 'protected-branches/unprotect-level',
  says: 'A protected branch is unprotected by Maintainers unless told, and the level may not be that of nobody',
  source: 'protected-branches#unprotect-level',
  level: 'should',
  covers: [protect],
  needs: { tier: 'premium' },
  holds: async ({ call, project: { id } }) => {
    const made = await call(protect, { id, name: 'kept-*' })
    answers(made, 201)
    const levels = made.row().unprotect_access_levels
    const first = isRows(levels) ? (levels[0]?.access_level ?? null) : null
    equals('the level of its only entry', first, 40, made)
    const nobody = await call(protect, { id, name: 'locked-*', unprotect_access_level: 0 })
    refuses(nobody, 'unprotect_access_level does not have a valid value')
  },
})

export const duplicate = duplicateRefused(
  {
    id: 'protected-branches/duplicate',
    says: 'Protecting a branch that is protected already answers 409 and says so',
    source: 'protected-branches#create-twice, conventions#duplicates',
  },
  [
    {
      operation: 'POST /projects/:id/protected_branches',
      params: ({ project: { id } }) => ({ id, name: 'stable-*' }),
      text: "Protected branch 'stable-*' already exists",
    },
  ],
)

export const anonymous = check<string>({
  id: 'protected-branches/anonymous',
  says: 'Who sees an open project and has no credentials is refused its protected branches, and validating a configuration in it, with 403',
  source: 'protected-branches#anonymous',
  level: 'should',
  covers: ['GET /projects/:id/protected_branches', 'POST /projects/:id/ci/lint'],
  needs: { project: 'public' },
  each: () => ['GET /projects/:id/protected_branches', 'POST /projects/:id/ci/lint'],
  holds: async ({ call, project: { id } }, operation) => {
    const reply = await call(operation, { id, content: 'job: { script: make }' }, { as: 'anonymous' })
    says(reply, 403, '403 Forbidden')
  },
})
