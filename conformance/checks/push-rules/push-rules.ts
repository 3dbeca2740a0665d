import { check } from '../../kit/check.ts'
import { answers, equals, has, says } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

const PUSH = '/projects/:id/push_rule'

export const onePerProject = check({
  id: 'push-rules/one-per-project',
  says: 'A project has no push rule at first and one at most: a second one answers 422, and deleting it again 404',
  source: 'push-rules#none, push-rules#create, push-rules#create-twice, push-rules#update, push-rules#delete',
  level: 'should',
  covers: [`GET ${PUSH}`, `POST ${PUSH}`, `PUT ${PUSH}`, `DELETE ${PUSH}`],
  needs: { tier: 'premium' },
  holds: async ({ call, project }) => {
    const { id } = project
    const none = await call(`GET ${PUSH}`, { id })
    answers(none, 200)
    equals('the rule', none.json ?? null, null, none)
    const added = await call(`POST ${PUSH}`, { id, deny_delete_tag: true, max_file_size: 3 })
    answers(added, 201)
    has(added.row(), { project_id: id, deny_delete_tag: true, member_check: false, max_file_size: 3 }, added)
    answers(await call(`POST ${PUSH}`, { id, member_check: true }), 422)
    const changed = await call(`PUT ${PUSH}`, { id, deny_delete_tag: false })
    answers(changed, 200)
    has(changed.row(), { deny_delete_tag: false, max_file_size: 3 }, changed)
    answers(await call(`DELETE ${PUSH}`, { id }), 204)
    answers(await call(`DELETE ${PUSH}`, { id }), 404)
  },
})

export const commitsRefused = check({
  id: 'push-rules/commits-refused',
  says: 'A commit that breaks the push rule of its project answers 400 and changes nothing; a commit that follows it is created',
  source: 'push-rules#enforced, push-rules#message, push-rules#branch-name, push-rules#files',
  level: 'should',
  covers: [`POST ${PUSH}`, 'POST /projects/:id/repository/commits'],
  needs: { tier: 'premium', writes: true },
  each: (): readonly (readonly [object, object, string])[] => [
    [
      { commit_message_regex: '^ABC' },
      { commit_message: 'Go' },
      "Commit message does not follow the pattern '^ABC'",
    ],
    [
      { commit_message_negative_regex: 'secret' },
      { commit_message: 'ABC, no secret' },
      "Commit message contains the forbidden pattern 'secret'",
    ],
    [
      { branch_name_regex: '^topic/' },
      { branch: 'other' },
      "Branch name does not follow the pattern '^topic/'",
    ],
    [
      { file_name_regex: '[.]exe$' },
      { file_path: 'a.exe' },
      'File name a.exe was prohibited by the pattern "[.]exe$".',
    ],
  ],
  holds: async ({ call, project }, [rule, wrong, text]: readonly [object, object, string]) => {
    const { id, branch: start_branch } = project
    const committed = (change: object) => {
      const { file_path, ...rest } = {
        file_path: 'a.txt',
        branch: 'topic/a',
        commit_message: 'ABC',
        ...change,
      }
      const actions = [{ action: 'create', file_path, content: 'x' }]
      return call('POST /projects/:id/repository/commits', { id, start_branch, actions, ...rest })
    }
    arranged(
      await call('POST /projects/:id/repository/commits', {
        id,
        branch: start_branch,
        commit_message: 'Begin',
        actions: [{ action: 'create', file_path: 'begin.txt', content: 'x' }],
      }),
    )
    answers(await call(`POST ${PUSH}`, { id, ...rule }), 201)
    says(await committed(wrong), 400, text)
    const list = await call('GET /projects/:id/repository/branches', { id })
    equals('the branches', list.rows().length, 1, list)
    answers(await committed({}), 201)
  },
})

export const madeByTheService = check<'revert' | 'cherry_pick'>({
  id: 'push-rules/made-by-the-service',
  says: 'A revert or cherry-pick whose message breaks the push rule of the project answers 400 and leaves the branch as it was',
  source: 'push-rules#enforced',
  level: 'should',
  covers: ['revert', 'cherry_pick'].map((it) => `POST /projects/:id/repository/commits/:sha/${it}`),
  needs: { tier: 'premium', repository: true, writes: true },
  each: () => ['revert', 'cherry_pick'],
  holds: async (stage, verb) => {
    const { call, project } = stage
    const { id, branch } = project
    const made = { id, branch, file_path: 'picked.txt', content: 'x', commit_message: 'ABC' }
    arranged(await call('POST /projects/:id/repository/branches', { id, branch: 'other', ref: branch }))
    const on = verb === 'revert' ? branch : 'other'
    arranged(await call('POST /projects/:id/repository/files/:file_path', made))
    const head = async (sha: string) =>
      (await call('GET /projects/:id/repository/commits/:sha', { id, sha })).row().id
    const [sha, before] = [await head(branch), await head(on)]
    answers(await call(`POST ${PUSH}`, { id, commit_message_regex: '^XYZ' }), 201)
    const at = { id, sha: String(sha), branch: on }
    const text = "Commit message does not follow the pattern '^XYZ'"
    says(await call(`POST /projects/:id/repository/commits/:sha/${verb}`, at), 400, text)
    equals('the head of the branch', await head(on), before)
  },
})

export const needsAnAttribute = check<'POST' | 'PUT'>({
  id: 'push-rules/needs-an-attribute',
  says: 'Creating or updating a push rule without an attribute answers 400',
  source: 'push-rules#needs-an-attribute',
  level: 'should',
  covers: [`POST ${PUSH}`, `PUT ${PUSH}`],
  needs: { tier: 'premium' },
  each: () => ['POST', 'PUT'],
  holds: async ({ call, project: { id } }, verb) => {
    const reply = await call(`${verb} ${PUSH}`, { id })
    answers(reply, 400)
    const asked = reply.text.includes('are missing, at least one parameter must be provided')
    equals('whether an attribute is asked for', asked, true, reply)
  },
})
