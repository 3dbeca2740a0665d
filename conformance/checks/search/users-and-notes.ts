import { issue, mergeRequest, named, project } from '../../arrange/records.ts'
import { createdUser, deleteUser } from '../../arrange/users.ts'
import { check } from '../../kit/check.ts'
import { equals, has, holds, numberIn, textIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import { arranged, expectArranged } from '../../run/stage.ts'
import { basicOnly, everywhere, inGroup, inProject, places, search, searchHere } from './searches.ts'

const usernames = (rows: readonly Row[]) => rows.map((row) => textIn(row, 'username'))

export const users = check({
  id: 'search/users',
  says: 'Users are found by username everywhere; in a group and in a project only its members are',
  source: 'search#columns, search#group-search, search#project-users',
  level: 'must',
  covers: [everywhere, inGroup, inProject],
  holds: async (stage) => {
    const [member, stranger] = [stage.user('developer'), stage.user('stranger')]
    for (const where of places(stage)) {
      const reply = await search(stage, where, { scope: 'users', search: member.username })
      const row = reply.rows().find(({ id }) => id === member.id)
      holds(row !== undefined, 'a member is found', reply.json ?? null, reply)
      has(row, { username: member.username, name: member.name, state: 'active' }, reply)
      const other = await search(stage, where, { scope: 'users', search: stranger.username })
      equals(
        'whether a stranger is found',
        usernames(other.rows()).includes(stranger.username),
        where.operation === everywhere,
        other,
      )
    }
  },
})

export const exactUsernameFirst = check({
  id: 'search/exact-username-first',
  says: 'Users come newest first; in the real service the one whose username equals the query does, in any case of letters and with or without `@`',
  source: 'search#user-order, search#default-order',
  level: 'should',
  covers: [everywhere],
  each: () => ['upper', 'at', 'plain'],
  holds: async (stage, spelling) => {
    const { username } = stage.user('developer')
    const query = { upper: username.toUpperCase(), at: `@${username}`, plain: username }[spelling] ?? username
    const reply = await search(
      stage,
      { operation: everywhere, params: {} },
      { scope: 'users', search: query },
    )
    await stage.differs('F22', {
      specification: () => {
        holds(usernames(reply.rows()).includes(username), 'the user is found', reply.json ?? null, reply)
        const ids = reply.rows().map((row) => numberIn(row, 'id'))
        equals(
          'the newest first',
          ids,
          [...ids].sort((a, b) => b - a),
          reply,
        )
      },
      real: () => equals('the first user', usernames(reply.rows())[0], username, reply),
    })
  },
})

export const wholeUsernameFirst = check({
  id: 'search/whole-username-first',
  says: 'The user whose whole username the query is comes before one whose username only begins with it',
  source: 'search#user-order, search#default-order',
  level: 'should',
  covers: [everywhere],
  needs: { project: 'none', role: 'admin', rewinds: true },
  holds: async (stage) => {
    const longer = textIn(await createdUser(stage, 'whole-or-more'), 'username')
    const whole = textIn(await createdUser(stage, 'whole'), 'username')
    const where = { operation: everywhere, params: {} }
    const reply = await search(stage, where, { scope: 'users', search: whole }, 'owner')
    equals('the users', usernames(reply.rows()), [whole, longer], reply)
  },
})

export const endedMembers = check({
  id: 'search/ended-members',
  says: 'Somebody whose membership has ended is not found among the members of the group or the project',
  source: 'search#group-search, search#project-users',
  level: 'must',
  covers: [inGroup, inProject],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call, project, group } = stage
    const { id: user_id, username } = stage.user('stranger')
    const today = textIn((await call('GET /projects/:id', { id: project.id })).row(), 'last_activity_at')
    const expires_at = new Date(Date.parse(today) + 3 * 86_400_000).toISOString().slice(0, 10)
    const member = { id: group.id, user_id, access_level: 30, expires_at }
    expectArranged(await call('POST /groups/:id/members', member))
    const isFound = async () => {
      const found: boolean[] = []
      for (const where of places(stage)) {
        if (where.operation === everywhere) continue
        const reply = await search(stage, where, { scope: 'users', search: username })
        found.push(usernames(reply.rows()).includes(username))
      }
      return found
    }
    equals('whether the member is found in project and group', await isFound(), [true, true])
    // Into the last day: it ends as that begins.
    await stage.wait(3 * 86_400)
    equals('whether the former member is', await isFound(), [false, false])
  },
})

export const publicMail = check({
  id: 'search/public-mail',
  says: 'Somebody is found by the whole of a public e-mail address, in any case of letters, and by no part of it',
  source: 'search#columns',
  level: 'must',
  covers: [everywhere],
  needs: { project: 'none', role: 'admin', plainOwner: true, rewinds: true },
  holds: async (stage) => {
    const user = await createdUser(stage, 'reachable')
    const [id, email] = [numberIn(user, 'id'), textIn(user, 'email')]
    const isFound = async (query: string) => {
      const where = { operation: everywhere, params: {} }
      const reply = await search(stage, where, { scope: 'users', search: query }, 'owner')
      return usernames(reply.rows()).includes(textIn(user, 'username'))
    }
    equals('whether the address finds its owner', await isFound(email), false)
    expectArranged(await stage.call('PUT /users/:id', { id, public_email: email }))
    equals('whether it does once it is public', await isFound(email.toUpperCase()), true)
    equals('whether a part of it does', await isFound(email.slice(0, -2)), false)
  },
})

export const notes = check({
  id: 'search/notes',
  says: 'Notes are found by a part of a word, system notes are not, and each note names what it is on',
  source: 'search#notes, search#terms',
  level: 'must',
  covers: [inProject],
  needs: { repository: true, tier: 'premium' },
  holds: async (stage) => {
    const { id } = stage.project
    const request = await mergeRequest(stage, { branch: 'topic', title: 'needle' })
    const other = await issue(stage, { title: 'needle' })
    const on = [
      [`merge_requests/:merge_request_iid`, named(stage, request), 'MergeRequest', request],
      ['issues/:issue_iid', { id, issue_iid: numberIn(other, 'iid') }, 'Issue', other],
    ] as const
    for (const [path, params] of on) {
      const call = await stage.call(`POST /projects/:id/${path}/notes`, {
        ...params,
        body: `Some needles for ${path}`,
      })
      expectArranged(call)
    }
    // What is recorded of this has the word as well.
    const renaming = { ...named(stage, request), title: 'needle, renamed' }
    expectArranged(await stage.call('PUT /projects/:id/merge_requests/:merge_request_iid', renaming))
    const reply = basicOnly(stage, await searchHere(stage, { scope: 'notes', search: 'EEDLE' }))
    equals('how many', reply.rows().length, 2, reply)
    for (const [, , noteable_type, row] of on) {
      const note = reply.rows().find((found) => found.noteable_type === noteable_type)
      holds(note !== undefined, `the note on a ${noteable_type} is found`, reply.json ?? null, reply)
      has(
        note,
        { noteable_id: numberIn(row, 'id'), noteable_iid: numberIn(row, 'iid'), system: false },
        reply,
      )
    }
  },
})

export const notesInOrder = check({
  id: 'search/notes-in-order',
  says: 'Only notes of the project are found, the last changed first',
  source: 'search#notes',
  level: 'must',
  covers: [inProject],
  needs: { tier: 'premium', in: 'group' },
  holds: async (stage) => {
    const { call, group, prefix } = stage
    const elsewhere = await project(stage, `${prefix}-elsewhere`, { namespace_id: group.id })
    const id = numberIn(elsewhere, 'id')
    const foreign = arranged(await call('POST /projects/:id/issues', { id, title: 'Elsewhere' }))
    const own = await issue(stage, { title: 'Here' })
    const add = async (place: number, on: Row, body: string) => {
      const wish = { id: place, issue_iid: numberIn(on, 'iid'), body }
      await stage.wait(2)
      return arranged(await call('POST /projects/:id/issues/:issue_iid/notes', wish))
    }
    const first = await add(stage.project.id, own, 'A first needle')
    await add(id, foreign, 'A needle elsewhere')
    await add(stage.project.id, own, 'A second needle')
    await stage.wait(2)
    const change = { id: stage.project.id, issue_iid: numberIn(own, 'iid'), note_id: numberIn(first, 'id') }
    const path = 'PUT /projects/:id/issues/:issue_iid/notes/:note_id'
    expectArranged(await call(path, { ...change, body: 'A changed needle' }))
    const reply = basicOnly(stage, await searchHere(stage, { scope: 'notes', search: 'needle' }))
    equals(
      'the notes',
      reply.rows().map((row) => textIn(row, 'body')),
      ['A changed needle', 'A second needle'],
      reply,
    )
  },
})

export const hiddenNotes = check({
  id: 'search/hidden-notes',
  says: 'Notes on what the caller may not read are not found',
  source: 'search#notes',
  level: 'must',
  covers: [inProject],
  needs: { repository: true, tier: 'premium' },
  holds: async (stage) => {
    const request = named(stage, await mergeRequest(stage, { branch: 'topic', title: 'A request' }))
    const secret = await issue(stage, { title: 'A secret', confidential: true })
    const open = await issue(stage, { title: 'An issue' })
    const comment = async (path: string, params: Params, body: string) =>
      expectArranged(await stage.call(`POST /projects/:id/${path}/notes`, { ...params, body }))
    const at = (row: Row) => ({ id: stage.project.id, issue_iid: numberIn(row, 'iid') })
    await comment('merge_requests/:merge_request_iid', request, 'needle at a request')
    await comment('issues/:issue_iid', at(secret), 'needle at a secret')
    await comment('issues/:issue_iid', at(open), 'needle for all')
    const bodies = async (who: 'owner' | 'guest') =>
      (await searchHere(stage, { scope: 'notes', search: 'needle' }, who))
        .rows()
        .map((row) => textIn(row, 'body'))
    equals('what the owner finds', (await bodies('owner')).length, 3)
    equals('what a guest finds', await bodies('guest'), ['needle for all'])
  },
})

export const usersOrder = check({
  id: 'search/users-order',
  says: 'Users are found the newest first, and the oldest first where that is asked for (real service: by name and id)',
  source: 'search#default-order, search#user-order',
  level: 'must',
  covers: ['GET /search'],
  needs: { project: 'none', role: 'admin', writes: true },
  holds: async (stage) => {
    const made: Row[] = []
    for (const name of ['order-b', 'order-a', 'order-c']) made.push(await createdUser(stage, name))
    const ids = made.map((row) => numberIn(row, 'id'))
    const found = async (params: Params) => {
      const search = `${stage.prefix}-order`.toLowerCase()
      const reply = await stage.call('GET /search', { scope: 'users', search, ...params })
      return reply.rows().map((row) => row.id ?? null)
    }
    const [usual, oldest] = [await found({}), await found({ order_by: 'created_at', sort: 'asc' })]
    for (const user of made) await deleteUser(stage, user)
    await stage.differs('F22', {
      specification: () => {
        equals('the usual order', usual, [...ids].reverse())
        equals('the oldest first', oldest, ids)
      },
      real: () => equals('by name and id', usual, ids),
    })
  },
})
