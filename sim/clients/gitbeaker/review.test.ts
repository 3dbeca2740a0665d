import { GitbeakerRequestError } from '@gitbeaker/rest'
import { describe, expect, test } from 'vitest'
import { served } from '../../adapters/testing/served.ts'

const PROJECT = 'acme/webapp'

describe.each(['real', 'specification'] as const)('a client in the dialect %s', (dialect) => {
  const { as } = served({ dialect })

  /** A merge request of carol's with one new file, and the place of its second line. */
  async function proposed() {
    const actions = [{ action: 'create' as const, filePath: 'song.txt', content: 'one\ntwo\nthree\n' }]
    await as('carol').Commits.create(PROJECT, 'song', 'Begin a song', actions, { startBranch: 'main' })
    const { iid } = await as('carol').MergeRequests.create(PROJECT, 'song', 'main', 'Sing')
    const { diff_refs } = await as('carol').MergeRequests.show(PROJECT, iid)
    const refs = diff_refs as { base_sha: string; start_sha: string; head_sha: string }
    const position = {
      baseSha: refs.base_sha,
      startSha: refs.start_sha,
      headSha: refs.head_sha,
      positionType: 'text' as const,
      newPath: 'song.txt',
      oldPath: 'song.txt',
      newLine: '2',
    }
    return { iid, position }
  }

  async function suggested(body: string): Promise<{ iid: number; id: number }> {
    const { iid, position } = await proposed()
    const thread = await as('bob').MergeRequestDiscussions.create(PROJECT, iid, body, { position })
    const [note] = thread.notes as unknown as { suggestions: { id: number }[] }[]
    return { iid, id: note?.suggestions[0]?.id ?? 0 }
  }

  test('suggests lines and applies them', async () => {
    const { id } = await suggested('Louder:\n\n```suggestion:-1+0\nONE\nTWO\n```')
    const applied = await as('carol').Suggestions.edit(id, { commitMessage: 'Sing louder' })
    expect(applied).toMatchObject({ id, applied: true, from_line: 1, to_line: 2, to_content: 'ONE\nTWO\n' })
    const raw: unknown = await as('carol').RepositoryFiles.showRaw(PROJECT, 'song.txt', 'song')
    expect(String(raw)).toBe('ONE\nTWO\nthree\n')
    expect(await as('carol').Commits.show(PROJECT, 'song')).toMatchObject({
      message: 'Sing louder',
      author_name: 'Bob Baker',
    })
    await expect(as('carol').Suggestions.edit(id)).rejects.toThrow(GitbeakerRequestError)
  })

  test('applies those of the demo world at once, if it may', async () => {
    await expect(as('dave').Suggestions.editBatch([3, 4])).rejects.toMatchObject({
      cause: { response: { status: 403 } },
    })
    const applied = await as('carol').Suggestions.editBatch([3, 4])
    expect(applied).toMatchObject([
      { id: 3, applied: true },
      { id: 4, applied: true },
    ])
  })

  test('leads a discussion to its end', async () => {
    const { iid } = await proposed()
    const { MergeRequestDiscussions } = as('bob')
    const thread = await as('dave').MergeRequestDiscussions.create(PROJECT, iid, 'Why?')
    const answer = await MergeRequestDiscussions.addNote(PROJECT, iid, thread.id, 'Because.')
    expect(answer).toMatchObject({ body: 'Because.', resolved: false })
    const note = await MergeRequestDiscussions.editNote(PROJECT, iid, thread.id, answer.id, {
      resolved: true,
    })
    expect(note).toMatchObject({ resolved: true })
    const [first] = await MergeRequestDiscussions.all(PROJECT, iid)
    expect(first).toMatchObject({ id: thread.id, individual_note: false })
    expect((await MergeRequestDiscussions.show(PROJECT, iid, thread.id)).notes).toHaveLength(2)
  })
})
