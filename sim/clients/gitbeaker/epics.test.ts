import { describe, expect, test } from 'vitest'
import { served } from '../../adapters/testing/served.ts'

const GROUP = 'acme'

describe.each(['real', 'specification'] as const)('a client in the dialect %s', (dialect) => {
  const { as } = served({ dialect })

  test('plans an epic, and puts an issue into it', async () => {
    const { Epics, EpicIssues, Issues } = as('alice')
    const epic = await Epics.create(GROUP, 'Plan', { labels: 'planned' })
    expect(epic).toMatchObject({ title: 'Plan', state: 'opened', labels: ['planned'] })
    const changed = await Epics.edit(GROUP, epic.iid, { title: 'Plan B' })
    expect(changed).toMatchObject({ title: 'Plan B' })
    const issue = await Issues.create('acme/webapp', 'Part')
    const part = await EpicIssues.assign(GROUP, epic.iid, issue.id)
    expect(part).toMatchObject({ issue: { title: 'Part' } })
    expect(await EpicIssues.all(GROUP, epic.iid)).toMatchObject([{ title: 'Part' }])
    await EpicIssues.remove(GROUP, epic.iid, part.id)
    expect(await EpicIssues.all(GROUP, epic.iid)).toEqual([])
    await Epics.remove(GROUP, epic.iid)
    expect(await Epics.all(GROUP)).toEqual([])
  })

  test('talks about an epic', async () => {
    const { Epics, EpicDiscussions, EpicNotes } = as('alice')
    const epic = await Epics.create(GROUP, 'Plan')
    const note = await EpicNotes.create(GROUP, epic.iid, 'A comment')
    expect(await EpicNotes.all(GROUP, epic.iid)).toMatchObject([{ id: note.id, noteable_type: 'Epic' }])
    const thread = await EpicDiscussions.create(GROUP, epic.id, 'Why?')
    expect(thread).toMatchObject({ individual_note: false, notes: [{ body: 'Why?' }] })
    const answer = await EpicDiscussions.addNote(GROUP, epic.id, thread.id, 'Because')
    const said = { body: 'Of that' }
    expect(await EpicDiscussions.editNote(GROUP, epic.id, thread.id, answer.id, said)).toMatchObject(said)
    const all = await EpicDiscussions.all(GROUP, epic.id)
    expect(all).toMatchObject([
      { individual_note: true, notes: [{ body: 'A comment' }] },
      { individual_note: false, notes: [{ body: 'Why?' }, { body: 'Of that' }] },
    ])
    await EpicDiscussions.removeNote(GROUP, epic.id, thread.id, answer.id)
    expect((await EpicDiscussions.show(GROUP, epic.id, thread.id)).notes).toHaveLength(1)
  })
})
