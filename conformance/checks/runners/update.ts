import { registrationToken, runner } from '../../arrange/runners.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, refuses } from '../../kit/expect.ts'
import type { Json, Row } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import { noAccess } from '../../oracle/runners.ts'
import type { Role } from '../../targets/target.ts'

const read = 'GET /runners/:id'

const update = 'PUT /runners/:id'

const jobs = 'GET /runners/:id/jobs'

/** A runner that differs from the usual one in each switch. */
const unlike = { paused: true, locked: true, run_untagged: false, access_level: 'ref_protected' } as const

export const updateKeepsTheRest = check<readonly [change: Params, expected: Row, from?: Params]>({
  id: 'runners/update-keeps-the-rest',
  says: 'An update changes only what it sends, and a later read shows what it answered',
  source: 'runners#update, runners#tags, runners#pausing',
  level: 'must',
  covers: [update, read],
  each: () => [
    [{ description: 'Renamed' }, { description: 'Renamed' }],
    [{ paused: true }, { paused: true, active: false }],
    [{ active: false }, { paused: true, active: false }],
    [{ tag_list: 'c' }, { tag_list: ['c'] }],
    [{ tag_list: ['d'] }, { tag_list: ['d'] }],
    [{ tag_list: ['Docker', 'ÄÖ', 'two words'] }, { tag_list: ['Docker', 'ÄÖ', 'two words'] }],
    [{ tag_list: [] }, { tag_list: [] }],
    [{ run_untagged: false }, { run_untagged: false }],
    [{ tag_list: tags(50).join(',') }, { tag_list: tags(50) }],
    [{ locked: true }, { locked: true }],
    [{ access_level: 'ref_protected' }, { access_level: 'ref_protected' }],
    [{ maximum_timeout: 600 }, { maximum_timeout: 600 }],
    [{ maximum_timeout: null }, { maximum_timeout: null }],
    [{ description: '' }, { description: '' }],
    [{ description: null }, { description: null }],
    [{ description: 'Renamed' }, { description: 'Renamed' }, unlike],
    [{ paused: false }, { paused: false, active: true }, unlike],
    [{ active: true }, { paused: false, active: true }, unlike],
    [{ tag_list: 'c' }, { tag_list: ['c'] }, unlike],
    [{ run_untagged: true }, { run_untagged: true }, unlike],
    [{ locked: false }, { locked: false }, unlike],
    [{ access_level: 'not_protected' }, { access_level: 'not_protected' }, unlike],
    [{ maximum_timeout: 600 }, { maximum_timeout: 600 }, unlike],
  ],
  holds: async (stage, [change, expected, from = {}]) => {
    const usual = { description: 'Mine', tag_list: 'a', maximum_timeout: 900 }
    const { id } = await runner(stage, { ...usual, ...from })
    const before = (await stage.call(read, { id })).row()
    const reply = await stage.call(update, { id, ...change })
    answers(reply, 200)
    equals('the runner', reply.row(), { ...before, ...expected }, reply)
    const again = await stage.call(read, { id })
    equals('the runner read again', again.json, reply.json, again)
  },
})

function tags(count: number): string[] {
  return Array.from({ length: count }, (_, n) => `tag-${n + 10}`)
}

export const updateRefused = check<readonly [change: Params, body: Row, from?: Params]>({
  id: 'runners/update-refused',
  says: 'An update that breaks a rule of runners answers 400 with the error of the attribute and changes nothing',
  source: 'runners#maximum-timeout, runners#untagged-without-tags, runners#tag-limit',
  level: 'must',
  covers: [update],
  each: () => [
    [{ maximum_timeout: 599 }, { maximum_timeout: ['needs to be at least 10 minutes'] }],
    [{ maximum_timeout: -1 }, { maximum_timeout: ['needs to be at least 10 minutes'] }],
    [
      { run_untagged: false, tag_list: '' },
      { tags_list: ['can not be empty when runner is not allowed to pick untagged jobs'] },
    ],
    [
      { run_untagged: false },
      { tags_list: ['can not be empty when runner is not allowed to pick untagged jobs'] },
      { tag_list: '' },
    ],
    [
      { tag_list: tags(51).join(',') },
      { tags_list: ['Too many tags specified. Please limit the number of tags to 50'] },
    ],
  ],
  holds: async (stage, [change, errors, from = { tag_list: 'a' }]) => {
    const { id } = await runner(stage, from)
    const before = (await stage.call(read, { id })).json as Json
    answers(await stage.call(update, { id, ...change }), 400, { message: errors })
    equals('the runner', (await stage.call(read, { id })).json, before)
  },
})

export const updateInvalidParameters = check<readonly [change: Params, text: string]>({
  id: 'runners/update-invalid-parameters',
  says: 'An update without parameters, with both `active` and `paused`, or with an invalid value answers 400',
  source: 'runners#update-without-parameters, runners#active-with-paused, runners#invalid-access-level',
  level: 'must',
  covers: [update],
  each: () => [
    [{ active: true, paused: true }, 'active, paused are mutually exclusive'],
    [{ access_level: 'open' }, 'access_level does not have a valid value'],
    [{ locked: 'maybe' }, 'locked is invalid'],
    [{ maximum_timeout: 'long' }, 'maximum_timeout is invalid'],
  ],
  holds: async (stage, [change, text]) => {
    const { id } = await runner(stage)
    refuses(await stage.call(update, { id, ...change }), text)
    answers(await stage.call(update, { id }), 400)
  },
})

export const updateRights = check<readonly [role: Role, project: number, group: number]>({
  id: 'runners/update-rights',
  says: 'Maintainers update a project runner and Owners a group runner, and list its jobs; others get 403, but that Maintainers list those of a group runner from 18.4 on',
  source: 'runners#update-rights, runners#later-jobs-of-group',
  level: 'must',
  covers: [update, jobs],
  each: () => [
    ['owner', 200, 200],
    ['maintainer', 200, 403],
    ['developer', 403, 403],
    ['stranger', 403, 403],
  ],
  holds: async (stage, [role, inProject, inGroup]) => {
    if (!stage.has(role)) return
    const asked = async (id: number, status: number) => {
      for (const [operation, params] of [
        [update, { description: 'Changed' }],
        [jobs, {}],
      ] as const) {
        const reply = await stage.call(operation, { id, ...params }, { as: role })
        const isAnswered = () => answers(reply, status, status === 403 ? { message: noAccess } : undefined)
        // A Maintainer who may update no group runner may know what it works on.
        if (role === 'maintainer' && status === 403 && operation === jobs)
          await stage.changed('runners#later-jobs-of-group', {
            before: isAnswered,
            after: () => answers(reply, 200),
          })
        else isAnswered()
      }
    }
    await asked((await runner(stage)).id, inProject)
    if (stage.inGroup) await asked((await runner(stage, {}, 'groups')).id, inGroup)
  },
})

export const pauseAndResume = check({
  id: 'runners/pause-and-resume',
  says: 'A runner is paused and resumed by `paused`, and by the deprecated `active`',
  source: 'runners#pausing, runners#active-and-paused',
  level: 'must',
  covers: [update],
  holds: async (stage) => {
    const { id } = await runner(stage)
    for (const [change, paused] of [
      [{ paused: true }, true],
      [{ paused: false }, false],
      [{ active: false }, true],
      [{ active: true }, false],
    ] as const) {
      const reply = await stage.call(update, { id, ...change })
      has(reply.row(), { paused, active: !paused }, reply)
    }
  },
})

export const maintenanceNoteLength = check({
  id: 'runners/maintenance-note-length',
  says: 'A maintenance note has at most 1,024 characters',
  source: 'runners#maintenance-note-length',
  level: 'should',
  covers: ['POST /runners'],
  holds: async (stage) => {
    const token = await registrationToken(stage)
    const longest = 'ü'.repeat(1024)
    const register = (maintenance_note: string) =>
      stage.call('POST /runners', { token, maintenance_note }, { as: 'anonymous' })
    answers(await register(longest), 201)
    const refused = await register(`${longest}x`)
    answers(refused, 400, { message: { maintenance_note: ['is too long (maximum is 1024 characters)'] } })
  },
})
