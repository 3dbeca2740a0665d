import { describe, expect, test } from 'vitest'
import { perTest } from '../../../testing/per-test.ts'

const here = perTest()

const alice = () => here.as('alice')
const EPICS = '/groups/1/epics'

function epic(title: string, values: object = {}): { readonly id: number; readonly iid: number } {
  return alice().post(EPICS, { title, ...values }).json
}

const say = (iid: number, body: string, by = 'alice') => here.as(by).post(`${EPICS}/${iid}/notes`, { body })
const shown = (iid: number) => alice().get(`${EPICS}/${iid}`).json

describe('quick actions on an epic', () => {
  test('alone in a note change it and create no note', () => {
    const { iid } = epic('Plan')
    expect(say(iid, '/title Other\n/close\n/confidential')).toMatchObject({
      status: 202,
      json: {
        commands_changes: { title: 'Other', state_event: 'close', confidential: true },
        summary: ['Changed the title to "Other". Closed this epic. Made this epic confidential.'],
      },
    })
    expect(shown(iid)).toMatchObject({ title: 'Other', state: 'closed', confidential: true })
    expect(alice().get(`${EPICS}/${iid}/notes`).json).toEqual([])
    expect(say(iid, 'Again\n/reopen')).toMatchObject({ status: 201, json: { body: 'Again' } })
    expect(shown(iid).state).toBe('opened')
  })

  test('add, remove and replace labels of the group', () => {
    for (const name of ['one', 'two'])
      alice().post('/groups/1/labels', { name: `epic-${name}`, color: '#ff0000' })
    const { iid } = epic('Plan')
    expect(say(iid, '/label ~epic-one ~epic-two ~nowhere').json.summary).toEqual([
      'Added ~"epic-one" ~"epic-two" labels.',
    ])
    expect(shown(iid).labels).toEqual(['epic-one', 'epic-two'])
    say(iid, '/unlabel ~epic-two')
    expect(shown(iid).labels).toEqual(['epic-one'])
    say(iid, '/relabel ~epic-two')
    expect(shown(iid).labels).toEqual(['epic-two'])
  })

  test('relate it to other epics', () => {
    const [above, below] = [epic('Above'), epic('Below')]
    const told = (iid: number, text: string) => say(iid, text).json.summary?.[0]
    expect(told(above.iid, `/child_epic &${below.iid}`)).toBe(`Added &${below.iid} as a child epic.`)
    expect(shown(below.iid).parent_id).toBe(above.id)
    expect(told(above.iid, `/parent_epic &${below.iid}`)).toBe('Given epic is already related to this epic.')
    expect(told(above.iid, `/remove_child_epic &${below.iid}`)).toBe(
      `Removed &${below.iid} from child epics.`,
    )
    expect(told(above.iid, `/remove_child_epic &${below.iid}`)).toBe('Child epic does not exist.')
    expect(told(below.iid, `/parent_epic acme&${above.iid}`)).toBe(`Set &${above.iid} as the parent epic.`)
    expect(told(below.iid, '/remove_parent_epic')).toBe(`Removed parent epic &${above.iid}.`)
    expect(told(below.iid, '/remove_parent_epic')).toBe('Parent epic is not present.')
    expect(told(below.iid, '/child_epic &4711')).toBe("Child epic doesn't exist.")
  })

  test('are read in descriptions, and in threads, which need words', () => {
    const parent = epic('Parent')
    const child = epic('Child', { description: `Words\n/parent_epic &${parent.iid}\n/close` })
    expect(shown(child.iid)).toMatchObject({ description: 'Words', parent_id: parent.id, state: 'opened' })
    alice().put(`${EPICS}/${child.iid}`, { description: '/close' })
    expect(shown(child.iid).state).toBe('closed')
    const thread = alice().post(`${EPICS}/${child.id}/discussions`, { body: '/reopen' })
    expect(thread.status).toBe(400)
    expect(thread.json.message).toContain('commands_only')
    expect(shown(child.iid).state).toBe('opened')
  })

  test('cannot be applied by others, or where they are of something else', () => {
    const { iid } = epic('Plan')
    expect(say(iid, '/close', 'erin').json.summary).toEqual(['Could not apply close command.'])
    expect(say(iid, '/merge').json.summary).toEqual(['Could not apply merge command.'])
    expect(shown(iid).state).toBe('opened')
  })
})

describe('a comment on a commit', () => {
  const head = (): string => here.as('bob').get('/projects/1/repository/commits').json[0].id

  test('tags it', () => {
    const bob = here.as('bob')
    const sha = head()
    expect(
      bob.post(`/projects/1/repository/commits/${sha}/comments`, { note: 'Fine\n/tag v9.1 The ninth' }),
    ).toMatchObject({ status: 201, json: { note: 'Fine' } })
    expect(bob.get('/projects/1/repository/tags/v9.1').json).toMatchObject({
      message: 'The ninth',
      commit: { id: sha },
    })
    const alone = bob.post(`/projects/1/repository/commits/${sha}/comments`, { note: '/tag v9.2' })
    expect(alone.status).toBe(400)
    expect(alone.json.message).toContain(
      'Failed to save note {:commands_only=>["Tagged this commit to v9.2."]',
    )
    expect(bob.get('/projects/1/repository/tags/v9.2').json.message).toBeNull()
  })

  test('tags nothing for those who cannot push', () => {
    const sha = head()
    const said = here
      .as('dave')
      .post(`/projects/1/repository/commits/${sha}/discussions`, { body: 'No\n/tag v9.3' })
    expect(said.status).toBe(201)
    expect(here.as('bob').get('/projects/1/repository/tags/v9.3').status).toBe(404)
  })
})
