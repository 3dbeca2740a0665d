import { check } from '../../kit/check.ts'
import { duplicateRefused } from '../../kit/duplicate-refused.ts'
import { answers } from '../../kit/expect.ts'

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
