import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { linesOf } from '../../git/split-lines.ts'
import { callsOf } from '../../testing/calls.ts'
import { perTest } from '../../testing/per-test.ts'
import { commentOn, commit, contentOf, propose, suggestOn } from '../../testing/review.ts'
import { standing, writtenSince } from '../../testing/worlds.ts'

const here = perTest()
const as = (user?: string) => here.as(user)
const apply = (user: string, id: number | string, body: object = {}) =>
  as(user).put(`/suggestions/${id}/apply`, body)
const batch = (user: string, ids: unknown, body: object = {}) =>
  as(user).put('/suggestions/batch_apply', { ids, ...body })

const SONG = 'one\ntwo\nthree\nfour\nfive\n'
const song = (branch = 'song') =>
  propose(as('carol'), branch, { 'song.txt': SONG, 'notes/more.txt': 'a\nb\n' })
const head = (branch: string) => as('carol').get(`/projects/1/repository/commits/${branch}`).json

/** Lets notes on diffs find their lines again. */
const trace = () => here.sim.clock.advance('10s')

describe('applying one', () => {
  test('commits its lines to the source branch, and answers the new state', () => {
    const proposed = song()
    const id = suggestOn(as('bob'), proposed, 'song.txt', 2, ['TWO', 'and a half'], ':-0+1')
    const { status, json } = apply('carol', id)
    expect(status).toBe(200)
    expect(json).toEqual({
      id,
      from_line: 2,
      to_line: 3,
      appliable: false,
      applicable: false,
      applied: true,
      from_content: 'two\nthree\n',
      to_content: 'TWO\nand a half\n',
    })
    expect(contentOf(as('carol'), 'song', 'song.txt')).toBe('one\nTWO\nand a half\nfour\nfive\n')
    const [note] = as('carol').get(`${proposed.path}/notes?activity_filter=only_comments`).json
    expect(note.suggestions).toEqual([json])
  })

  test('is authored by whoever made it and committed by whoever applied it, on top of the branch', () => {
    const proposed = song()
    apply('carol', suggestOn(as('bob'), proposed, 'song.txt', 1, ['ONE']))
    expect(head('song')).toMatchObject({
      parent_ids: [proposed.sha],
      message: 'Apply 1 suggestion(s) to 1 file(s)',
      author_name: 'Bob Baker',
      author_email: 'bob@example.com',
      committer_name: 'Carol Çelik',
      committer_email: 'carol@example.com',
    })
  })

  test('moves the merge request on: head, diff and commits; approvals that a push resets are gone', () => {
    const proposed = song()
    const id = suggestOn(as('bob'), proposed, 'song.txt', 1, ['ONE'])
    as('bob').post(`${proposed.path}/approve`)
    expect(as('bob').get(`${proposed.path}/approvals`).json.approved_by).toHaveLength(1)
    apply('carol', id)
    const { sha, diff_refs } = as('carol').get(proposed.path).json
    expect(sha).toBe(head('song').id)
    expect(diff_refs.head_sha).toBe(sha)
    expect(as('carol').get(`${proposed.path}/commits`).json).toHaveLength(2)
    const versions = as('carol').get(`${proposed.path}/versions`).json
    expect(versions.map((it: { head_commit_sha: string }) => it.head_commit_sha)).toEqual([sha, proposed.sha])
    const { commits, diffs } = as('carol').get(`${proposed.path}/versions/${versions[1].id}`).json
    expect([commits.length, diffs.length]).toEqual([1, 2])
    const file = as('carol').get(`${proposed.path}/diffs`).json.at(-1)
    expect(file.diff).toContain('+ONE\n')
    const { reset_approvals_on_push } = as('alice').get('/projects/1/approvals').json
    const { approved_by } = as('bob').get(`${proposed.path}/approvals`).json
    expect(approved_by).toHaveLength(reset_approvals_on_push ? 0 : 1)
  })

  test('takes lines away where nothing is suggested in their place', () => {
    const proposed = song()
    apply('carol', suggestOn(as('bob'), proposed, 'song.txt', 2, [], ':-1+1'))
    expect(contentOf(as('carol'), 'song', 'song.txt')).toBe('four\nfive\n')
  })

  test('leaves an executable file executable', () => {
    const proposed = propose(as('carol'), 'tool', { 'tool.sh': 'echo a\n' })
    const actions = [{ action: 'chmod', file_path: 'tool.sh', execute_filemode: true }]
    const push = { branch: 'tool', commit_message: 'Make it a tool', actions }
    as('carol').post('/projects/1/repository/commits', push)
    apply('carol', suggestOn(as('bob'), proposed, 'tool.sh', 1, ['echo b']))
    const [entry] = as('carol')
      .get('/projects/1/repository/tree?ref=tool&per_page=100')
      .json.filter((it: { name: string }) => it.name === 'tool.sh')
    expect([entry.mode, contentOf(as('carol'), 'tool', 'tool.sh')]).toEqual(['100755', 'echo b\n'])
  })

  test('leaves line ends and other bytes of the file as they are', () => {
    const files = { 'dos.txt': 'a\r\nb\r\nlast' }
    const proposed = propose(as('carol'), 'dos', files)
    const first = suggestOn(as('bob'), proposed, 'dos.txt', 1, ['ü'])
    const last = suggestOn(as('bob'), proposed, 'dos.txt', 3, ['end'])
    expect(batch('carol', [first, last]).status).toBe(200)
    expect(contentOf(as('carol'), 'dos', 'dos.txt')).toBe('ü\r\nb\r\nend')
  })
})

describe('the message', () => {
  const message = (more: object = {}) => {
    apply('carol', suggestOn(as('bob'), song(), 'notes/more.txt', 1, ['A']), more)
    return head('song').message
  }
  test.each([
    [{}, 'Apply 1 suggestion(s) to 1 file(s)'],
    [{ commit_message: '' }, 'Apply 1 suggestion(s) to 1 file(s)'],
    [{ commit_message: '  ' }, 'Apply 1 suggestion(s) to 1 file(s)'],
    [{ commit_message: 'Mine' }, 'Mine'],
    [
      {
        commit_message:
          '%{branch_name} %{files_count} %{file_paths} %{project_name} %{project_path} %{suggestions_count}',
      },
      'song 1 notes/more.txt Webapp webapp 1',
    ],
    [
      { commit_message: '%{user_full_name} (%{username}), %{unknown} %{}' },
      'Carol Çelik (carol), %{unknown} %{}',
    ],
  ])('for %j is %j', (more, text) => expect(message(more)).toBe(text))

  test('is the one of the project unless one is given', () => {
    as('alice').put('/projects/1', { suggestion_commit_message: 'Reviewed: %{file_paths}' })
    expect(message()).toBe('Reviewed: notes/more.txt')
  })

  test('gives way to what is given', () => {
    as('alice').put('/projects/1', { suggestion_commit_message: 'Reviewed' })
    expect(message({ commit_message: 'Mine' })).toBe('Mine')
  })
})

describe('applying several', () => {
  test('makes one commit over several files, and answers in the order of ids', () => {
    const proposed = song()
    const one = suggestOn(as('bob'), proposed, 'song.txt', 4, ['FOUR', '4'])
    const two = suggestOn(as('bob'), proposed, 'notes/more.txt', 1, ['A'])
    const three = suggestOn(as('bob'), proposed, 'song.txt', 1, [])
    const { status, json } = batch('carol', [three, two, one])
    expect(status).toBe(200)
    expect(json.map(({ id, applied }: { id: number; applied: boolean }) => [id, applied])).toEqual([
      [one, true],
      [two, true],
      [three, true],
    ])
    expect(contentOf(as('carol'), 'song', 'song.txt')).toBe('two\nthree\nFOUR\n4\nfive\n')
    expect(contentOf(as('carol'), 'song', 'notes/more.txt')).toBe('A\nb\n')
    expect(head('song')).toMatchObject({
      parent_ids: [proposed.sha],
      message: 'Apply 3 suggestion(s) to 2 file(s)',
      author_name: 'Bob Baker',
    })
  })

  test('names the paths in order, and the caller as author where there are several', () => {
    const proposed = song()
    const one = suggestOn(as('bob'), proposed, 'song.txt', 1, ['1'])
    const two = suggestOn(as('alice'), proposed, 'notes/more.txt', 1, ['A'])
    batch('carol', `${one},${two}`, { commit_message: '%{file_paths}' })
    expect(head('song')).toMatchObject({
      message: 'notes/more.txt, song.txt',
      author_name: 'Carol Çelik',
      committer_name: 'Carol Çelik',
    })
  })

  test('does what replacing the lines of each does, whatever they are', () => {
    const base = here.sim
    const line = fc.constantFrom('x', 'yy', '', 'ü')
    const edits = fc.uniqueArray(
      fc.record({
        at: fc.integer({ min: 1, max: 9 }),
        more: fc.integer({ min: 0, max: 2 }),
        lines: fc.array(line, { maxLength: 3 }),
      }),
      { selector: ({ at }) => at, minLength: 1, maxLength: 4 },
    )
    fc.assert(
      fc.property(edits, (wished) => {
        const sim = base.fork()
        const [carol, bob] = [callsOf(sim, 'carol'), callsOf(sim, 'bob')]
        const text = Array.from({ length: 9 }, (_, i) => `line ${i + 1}\n`)
        const proposed = propose(carol, 'any', { 'any.txt': text.join('') })
        const ids = wished.map(({ at, more, lines }) =>
          suggestOn(bob, proposed, 'any.txt', at, lines, `:-0+${more}`),
        )
        const { status, json } = carol.put('/suggestions/batch_apply', { ids })
        const sorted = [...wished].sort((a, b) => a.at - b.at)
        const clash = sorted.some(
          ({ at }, i) => i > 0 && at <= (sorted[i - 1]?.at ?? 0) + (sorted[i - 1]?.more ?? 0),
        )
        if (clash) {
          expect([status, json.message]).toEqual([
            400,
            'Suggestions are not applicable as their lines cannot overlap.',
          ])
          return
        }
        expect(status).toBe(200)
        for (const { at, more, lines } of sorted.reverse()) {
          const blank = lines.join('').trim() === ''
          text.splice(at - 1, more + 1, blank ? '' : lines.map((it) => `${it}\n`).join(''))
        }
        expect(contentOf(carol, 'any', 'any.txt')).toBe(text.join(''))
      }),
      { seed: 1, numRuns: 40 },
    )
  })
})

describe('refusals', () => {
  const refusedBy = (user: string, ids: number | number[], status: number, message: string) => {
    const before = standing(here.sim.world)
    const reply = Array.isArray(ids) ? batch(user, ids) : apply(user, ids)
    expect([reply.status, reply.json]).toEqual([status, { message }])
    expect(writtenSince(before, here.sim.world)).toEqual([])
  }
  const refused = (ids: number | number[], message: string) => refusedBy('carol', ids, 400, message)

  test('a suggestion that is not there', () => {
    refusedBy('carol', 99_999, 404, 'Suggestion is not applicable as the suggestion was not found.')
    const text = 'Suggestions are not applicable as one or more suggestions were not found.'
    refusedBy('carol', [3, 99_999], 404, text)
    refusedBy('carol', [3, 3], 404, text)
    refusedBy('carol', [], 404, text)
  })

  test('what is no number, and no list at all', () => {
    expect(apply('carol', 'abc').json).toEqual({ error: 'id is invalid' })
    expect(as('carol').put('/suggestions/batch_apply', {}).json).toEqual({ error: 'ids is missing' })
    expect(batch('carol', 'a,b').status).toBe(404)
  })

  test('nobody in particular, and whoever may not push there', () => {
    expect(as().put('/suggestions/3/apply').status).toBe(401)
    for (const user of ['dave', 'erin', 'mallory']) refusedBy(user, 3, 403, '403 Forbidden')
    refusedBy('dave', [3, 4], 403, '403 Forbidden')
    as('bob').post('/projects/1/protected_branches', { name: 'voucher-errors' })
    refusedBy('carol', 3, 403, '403 Forbidden')
    expect(apply('bob', 3).status).toBe(200)
  })

  test('the right to push is asked before anything else', () => {
    refusedBy('dave', 1, 403, '403 Forbidden')
  })

  test('one that is applied', () => {
    refused(1, "Can't apply this suggestion.")
    apply('carol', 3)
    // The pipeline of the pushed commit finishes.
    here.sim.clock.advance('1m')
    refused(3, "Can't apply this suggestion.")
    refused([3, 4], "Can't apply this suggestion.")
  })

  test('lines that changed since', () => {
    refused(2, "Can't apply as this line was changed in a more recent version.")
    const proposed = song()
    const several = suggestOn(as('bob'), proposed, 'song.txt', 2, ['x'], ':-0+1')
    commit(as('carol'), 'song', { 'song.txt': SONG.replace('three', '3') })
    refused(several, "Can't apply as these lines were changed in a more recent version.")
  })

  test('a branch that moved on without touching the lines, until the note has found them again', () => {
    const proposed = song()
    const id = suggestOn(as('bob'), proposed, 'song.txt', 3, ['THREE'])
    commit(as('carol'), 'song', { 'song.txt': `zero\n${SONG}` })
    refused(id, 'A file has been changed.')
    trace()
    const [note] = as('carol').get(`${proposed.path}/notes?activity_filter=only_comments`).json
    expect(note.position).toMatchObject({ head_sha: head('song').id, new_line: 4 })
    expect(note.suggestions[0]).toMatchObject({ from_line: 4, to_line: 4, appliable: true })
    expect(apply('carol', id).status).toBe(200)
    expect(contentOf(as('carol'), 'song', 'song.txt')).toBe('zero\none\ntwo\nTHREE\nfour\nfive\n')
  })

  test('a file that is gone', () => {
    const proposed = song()
    const id = suggestOn(as('bob'), proposed, 'song.txt', 1, ['ONE'])
    commit(as('carol'), 'song', { 'song.txt': '' }, 'delete')
    refused(id, 'A file was not found.')
  })

  test('a merge request that is merged or closed', () => {
    const closed = song('closed')
    const id = suggestOn(as('bob'), closed, 'song.txt', 1, ['ONE'])
    as('carol').put(closed.path, { state_event: 'close' })
    refused(id, 'This merge request is closed. To apply this suggestion, edit this file directly.')
    as('carol').put(closed.path, { state_event: 'reopen' })
    as('bob').post(`${closed.path}/approve`)
    as('alice').post(`${closed.path}/approve`)
    const merged = as('alice').put(`${closed.path}/merge`)
    expect([merged.status, merged.json.state]).toEqual([200, 'merged'])
    refused(id, 'This merge request was merged. To apply this suggestion, edit this file directly.')
  })

  test('a source branch that is gone', () => {
    const proposed = song()
    const id = suggestOn(as('bob'), proposed, 'song.txt', 1, ['ONE'])
    as('carol').delete('/projects/1/repository/branches/song')
    refused(id, "Can't apply as the source branch was deleted.")
  })

  test('what is there already', () => {
    refused(
      suggestOn(as('bob'), song(), 'song.txt', 1, ['one']),
      'This suggestion already matches its content.',
    )
  })

  test('notebooks', () => {
    const proposed = propose(as('carol'), 'book', { 'book.ipynb': '{}\n' })
    refused(
      suggestOn(as('bob'), proposed, 'book.ipynb', 1, ['{ }']),
      "This file was modified for readability, and can't accept suggestions. Edit it directly.",
    )
  })

  test('suggestions of two branches', () => {
    const one = suggestOn(as('bob'), song('one'), 'song.txt', 1, ['x'])
    const two = suggestOn(as('bob'), song('two'), 'song.txt', 2, ['x'])
    refused([one, two], 'Suggestions must all be on the same branch.')
  })

  test('lines that overlap', () => {
    const proposed = song()
    const one = suggestOn(as('bob'), proposed, 'song.txt', 2, ['x'], ':-1+1')
    const two = suggestOn(as('bob'), proposed, 'song.txt', 3, ['y'])
    refused([one, two], 'Suggestions are not applicable as their lines cannot overlap.')
    expect(apply('carol', two).status).toBe(200)
  })

  test('one of several keeps all of them from being applied', () => {
    refused([2, 3], "Can't apply as this line was changed in a more recent version.")
    expect(apply('carol', 3).status).toBe(200)
  })
})

describe('across forks', () => {
  test('the source project decides; collaboration lets in those who could merge', () => {
    const forked = here.sim.world.mergeRequests.by('bySource', 5).first()
    const path = `/projects/1/merge_requests/${forked?.iid}`
    const { allow_collaboration, source_branch } = as('carol').get(path).json
    expect(allow_collaboration).toBe(true)
    const actions = [{ action: 'create', file_path: 'new.txt', content: 'one\n' }]
    const push = { branch: source_branch, commit_message: 'Add a file', actions }
    expect(as('carol').post('/projects/5/repository/commits', push).status).toBe(201)
    const { diff_refs } = as('carol').get(path).json
    const line = { ...diff_refs, position_type: 'text', new_path: 'new.txt', new_line: 1 }
    const body = '```suggestion\nSomething else\n```'
    const thread = as('bob').post(`${path}/discussions`, { body, position: line })
    const { id } = thread.json.notes[0].suggestions[0]
    expect(apply('dave', id).status).toBe(403)
    expect(apply('bob', id).status).toBe(200)
    const changed = here.sim.world.gitRefs.get(`5:refs/heads/${source_branch}`)?.sha
    expect(as('carol').get(path).json.sha).toBe(changed)
  })
})

test('the fields of a suggestion are those of its lines, also behind a note with text around it', () => {
  const reply = commentOn(
    as('bob'),
    song(),
    'song.txt',
    2,
    'Maybe:\n\n```suggestion:-1+0\nboth\n```\n\nor\n\n~~~suggestion\nTWO\n~~~\n\n```js\nnone\n```',
  )
  const { suggestions } = reply.json.notes[0]
  expect(suggestions).toMatchObject([
    { from_line: 1, to_line: 2, from_content: 'one\ntwo\n', to_content: 'both\n' },
    { from_line: 2, to_line: 2, from_content: 'two\n', to_content: 'TWO\n' },
  ])
  expect(linesOf(suggestions[0].from_content)).toHaveLength(2)
})
