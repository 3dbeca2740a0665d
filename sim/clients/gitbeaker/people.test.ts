import { GitbeakerRequestError } from '@gitbeaker/rest'
import { describe, expect, test } from 'vitest'
import { served } from '../../adapters/testing/served.ts'

const PROJECT = 'acme/webapp'
const PUBLIC = 'acme/handbook'

describe.each(['real', 'specification'] as const)('a client in the dialect %s', (dialect) => {
  const here = served({ dialect })
  const { as } = here

  test('wishes to become a member, and is granted it', async () => {
    const wish = await as('mallory').ProjectAccessRequests.request(PUBLIC)
    expect(wish).toMatchObject({ username: 'mallory' })
    expect(await as('bob').ProjectAccessRequests.all(PUBLIC)).toMatchObject([{ username: 'mallory' }])
    const granted = await as('bob').ProjectAccessRequests.approve(PUBLIC, 7, { accessLevel: 20 })
    expect(granted).toMatchObject({ access_level: 20 })
    await as('bob').ProjectMembers.remove(PUBLIC, 7)
    await as('mallory').ProjectAccessRequests.request(PUBLIC)
    await as('bob').ProjectAccessRequests.deny(PUBLIC, 7)
    expect(await as('bob').ProjectAccessRequests.all(PUBLIC)).toEqual([])
  })

  test('sends pictures, and takes them away', async () => {
    const content = new Blob([Uint8Array.from([0x89, 0x50, 0x4e, 0x47])], { type: 'image/png' })
    const sent = await as('bob').Projects.uploadAvatar(PROJECT, { content, filename: 'face.png' })
    expect(sent).toMatchObject({ avatar_url: `${here.url}/uploads/-/system/project/avatar/1/face.png` })
    // A group's picture this release of the client sends to an address that the service does not have.
    await as('bob').Projects.removeAvatar(PROJECT)
    expect(await as('bob').Projects.show(PROJECT)).toMatchObject({ avatar_url: null })
    expect(await as('bob').Avatar.show('nobody@example.com')).toMatchObject({
      avatar_url: expect.stringContaining('gravatar.com'),
    })
  })

  test('attaches files, which Maintainers list and remove', async () => {
    const file = { content: new Blob(['Notes'], { type: 'text/plain' }), filename: 'notes.txt' }
    await as('erin').Projects.uploadForReference(PROJECT, file)
    const { ProjectMarkdownUploads } = as('bob')
    const [upload] = await ProjectMarkdownUploads.all(PROJECT)
    expect(upload).toMatchObject({ filename: 'notes.txt', size: 5, uploaded_by: { username: 'erin' } })
    await ProjectMarkdownUploads.remove(PROJECT, upload?.id ?? 0)
    expect(await ProjectMarkdownUploads.all(PROJECT)).toEqual([])
  })

  test('is told what people have to do with projects', async () => {
    const { id: starred } = await as('erin').Projects.create({ name: 'Starred', visibility: 'public' })
    await as('erin').Projects.star(starred)
    const ids = (await as('dave').Users.allStarredProjects(6)).map(({ id }) => id)
    expect(ids).toContain(starred)
    const starrers = await as('dave').Projects.allStarrers(starred)
    expect(starrers).toContainEqual(
      expect.objectContaining({ user: expect.objectContaining({ username: 'erin' }) }),
    )
    await as('erin').Issues.create(PUBLIC, 'Hello')
    const contributed = await as('dave').Users.allContributedProjects(6)
    expect(contributed.map(({ path_with_namespace: path }) => path)).toEqual([PUBLIC])
    expect(await as('erin').Users.showCount()).toMatchObject({ assigned_issues: expect.any(Number) })
    await as('erin').Users.editCurrentUserPreferences(true, false)
    expect(await as('erin').Users.showCurrentUserPreferences()).toMatchObject({
      view_diffs_file_by_file: true,
      show_whitespace_in_diffs: false,
    })
    expect(await as('root').Users.allActivities()).toContainEqual(
      expect.objectContaining({ username: 'erin' }),
    )
  })

  test('moves and clones issues', async () => {
    const { Issues } = as('alice')
    const { iid, id } = await Issues.create(PROJECT, 'Wandering')
    const moved = await Issues.move(PROJECT, iid, 3)
    expect(moved).toMatchObject({ project_id: 3, state: 'opened' })
    expect(await Issues.show(iid, { projectId: PROJECT })).toMatchObject({ id, moved_to_id: moved.id })
    expect(await Issues.clone(3, moved.iid, 3)).toMatchObject({ title: 'Wandering' })
    expect(await as('root').Issues.show(moved.id)).toMatchObject({ id: moved.id })
  })

  test('parts forks, and joins them again', async () => {
    await as('carol').Projects.removeForkRelationship(5)
    expect(await as('carol').Projects.show(5)).not.toHaveProperty('forked_from_project')
    const joined = await as('carol').Projects.createForkRelationship(5, 1)
    expect(joined).toMatchObject({ forked_from_project: { id: 1 } })
  })

  test('keeps comments until they are published', async () => {
    const [request] = await as('carol').MergeRequests.all({
      projectId: PROJECT,
      state: 'opened',
      perPage: 1,
      maxPages: 1,
    })
    const iid = request?.iid ?? 0
    const { MergeRequestDraftNotes } = as('carol')
    const draft = await MergeRequestDraftNotes.create(PROJECT, iid, 'Later')
    await expect(as('bob').MergeRequestDraftNotes.show(PROJECT, iid, draft.id)).rejects.toThrow(
      GitbeakerRequestError,
    )
    await MergeRequestDraftNotes.publish(PROJECT, iid, draft.id)
    const notes = await as('bob').MergeRequestNotes.all(PROJECT, iid)
    expect(notes.map(({ body }) => body)).toContain('Later')
    await MergeRequestDraftNotes.create(PROJECT, iid, 'Another')
    await MergeRequestDraftNotes.publishBulk(PROJECT, iid)
    expect(await MergeRequestDraftNotes.all(PROJECT, iid)).toEqual([])
  })

  test('talks about snippets', async () => {
    const { ProjectSnippets, ProjectSnippetNotes, ProjectSnippetAwardEmojis } = as('carol')
    const files = { files: [{ filePath: 'a.txt', content: 'a' }], visibility: 'private' } as object
    const { id } = await ProjectSnippets.create(PROJECT, 'Talked about', files)
    const note = await ProjectSnippetNotes.create(PROJECT, id, 'Nice')
    await ProjectSnippetNotes.edit(PROJECT, id, note.id, { body: 'Nicer' } as never)
    expect(await as('erin').ProjectSnippetNotes.all(PROJECT, id)).toMatchObject([{ id: note.id }])
    const award = await ProjectSnippetAwardEmojis.award(PROJECT, id, 'star')
    expect(await ProjectSnippetAwardEmojis.all(PROJECT, id)).toMatchObject([{ id: award.id, name: 'star' }])
    await ProjectSnippetAwardEmojis.remove(PROJECT, id, award.id)
    await ProjectSnippetNotes.remove(PROJECT, id, note.id)
    expect(await ProjectSnippetNotes.all(PROJECT, id)).toEqual([])
  })
})
