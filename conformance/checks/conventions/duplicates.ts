import { check } from '../../kit/check.ts'
import { answers } from '../../kit/expect.ts'
import type { Params } from '../../kit/query.ts'
import { arranged, type Stage } from '../../run/stage.ts'

/** A call that makes something, and what it answers when that is there already. */
interface Taken {
  readonly operation: string
  readonly params: (stage: Stage) => Promise<Params>
  readonly text: string
}

const stranger = (stage: Stage) => ({ user_id: stage.user('stranger').id, access_level: 10 })

const guests = async (stage: Stage): Promise<Params> => {
  const name = `${stage.prefix}-guests`
  const made = arranged(await stage.call('POST /groups', { name, path: name }))
  return { group_id: Number(made.id), group_access: 10, expires_at: '2040-01-01' }
}

const places: readonly Taken[] = [
  {
    operation: 'POST /projects/:id/members',
    params: async (stage) => ({ id: stage.project.id, ...stranger(stage) }),
    text: 'Member already exists',
  },
  {
    operation: 'POST /groups/:id/members',
    params: async (stage) => ({ id: stage.group.id, ...stranger(stage) }),
    text: 'Member already exists',
  },
  {
    operation: 'POST /projects/:id/labels',
    params: async ({ project: { id } }) => ({ id, name: 'bug', color: '#428bca' }),
    text: 'Label already exists',
  },
  {
    operation: 'POST /groups/:id/labels',
    params: async ({ group: { id } }) => ({ id, name: 'bug', color: '#428bca' }),
    text: 'Label already exists',
  },
  {
    operation: 'POST /projects/:id/protected_branches',
    params: async ({ project: { id } }) => ({ id, name: 'stable-*' }),
    text: "Protected branch 'stable-*' already exists",
  },
  {
    operation: 'POST /projects/:id/share',
    params: async (stage) => ({ id: stage.project.id, ...(await guests(stage)) }),
    text: 'Group already shared with this group',
  },
  {
    operation: 'POST /groups/:id/share',
    params: async (stage) => ({ id: stage.group.id, ...(await guests(stage)) }),
    text: 'Group already shared with this group',
  },
]

export const taken = check<Taken>({
  id: 'conventions/duplicates',
  says: 'A member, a label, a protected branch or a share that exists already answers 409 with a text that says so',
  source:
    'conventions#duplicates, members#add-twice, labels#create-twice, protected-branches#create-twice, groups#share-twice',
  level: 'should',
  covers: places.map(({ operation }) => operation),
  needs: { in: 'group' },
  each: () => places,
  holds: async (stage, { operation, params, text }) => {
    const wish = await params(stage)
    answers(await stage.call(operation, wish), 201)
    answers(await stage.call(operation, wish), 409, { message: text })
  },
})
