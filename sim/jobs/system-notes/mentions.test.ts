import { describe, expect, test } from 'vitest'
import { packOfFiles, pushOfMany } from '../../smart-http/testing/packs.ts'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const setUp = () => {
  const sim = testSimulator()
  const alice = callsOf(sim, 'alice')
  const opened = (project: number, values: object = {}) =>
    alice.post(`/projects/${project}/issues`, { title: 'New', ...values }).json.iid as number
  const notes = (path: string, as = alice): string[] =>
    as
      .get(`/projects/${path}/notes?sort=asc&per_page=100&activity_filter=only_activity`)
      .json.map(({ body }: { body: string }) => body)
  return { sim, alice, opened, notes }
}

describe('what mentions something', () => {
  test('is told there once, in the words of where it is', () => {
    const { alice, opened, notes } = setUp()
    const target = opened(1)
    const near = opened(1, { description: `See #${target}, #${target}` })
    alice.put(`/projects/1/issues/${near}`, { description: `Still #${target}` })
    alice.post(`/projects/1/issues/${near}/notes`, { body: `and again #${target}` })
    const other = opened(3, { title: `As webapp#${target}`, description: '`webapp#1`' })
    const far = opened(4, { description: `https://forgery.example/acme/webapp/-/issues/${target}` })
    expect(notes(`1/issues/${target}`)).toEqual([
      `mentioned in issue #${near}`,
      `mentioned in issue handbook#${other}`,
      `mentioned in issue alice/dotfiles#${far}`,
    ])
  })

  test('may be a comment, which speaks for what it is on', () => {
    const { alice, opened, notes } = setUp()
    const [issue, open] = [opened(1), alice.get('/projects/1/merge_requests?state=opened').json[0].iid]
    alice.post(`/projects/1/merge_requests/${open}/notes`, { body: `Needs #${issue}, unlike #99999` })
    const { id } = alice.post(`/projects/1/issues/${issue}/notes`, { body: 'Later' }).json
    alice.put(`/projects/1/issues/${issue}/notes/${id}`, { body: `!${open} #${issue}` })
    expect(notes(`1/issues/${issue}`)).toEqual([`mentioned in merge request !${open}`])
    expect(notes(`1/merge_requests/${open}`)).toContain(`mentioned in issue #${issue}`)
  })

  test('is told to those who may read it', () => {
    const { sim, opened, notes } = setUp()
    const target = opened(3)
    const hidden = opened(3, { confidential: true, description: `#${target}` })
    expect(notes(`3/issues/${target}`)).toEqual([`mentioned in issue #${hidden}`])
    expect(notes(`3/issues/${target}`, callsOf(sim, 'mallory'))).toEqual([])
  })

  test('is told of links, moves and duplicates to those who may read both', () => {
    const { sim, alice, opened, notes } = setUp()
    const [open, secret, copied] = [opened(3), opened(1), opened(3)]
    alice.post(`/projects/3/issues/${open}/links`, { target_project_id: 1, target_issue_iid: secret })
    alice.post(`/projects/3/issues/${copied}/clone`, { to_project_id: 1 })
    alice.post(`/projects/3/issues/${open}/notes`, { body: `/duplicate webapp#${secret}` })
    expect(notes(`3/issues/${open}`)).toEqual([
      `marked this issue as related to webapp#${secret}`,
      `marked this issue as a duplicate of webapp#${secret}`,
    ])
    expect(notes(`3/issues/${copied}`)).toHaveLength(1)
    for (const iid of [open, copied]) expect(notes(`3/issues/${iid}`, callsOf(sim, 'mallory'))).toEqual([])
  })

  test('tells nothing of what its author may not read', () => {
    const { sim, alice, opened, notes } = setUp()
    const [secret, last] = [opened(3, { confidential: true }), opened(3)]
    callsOf(sim, 'mallory').post(`/projects/3/issues/${last}/notes`, { body: `#${secret}` })
    expect(notes(`3/issues/${secret}`, alice)).toEqual([])
  })
})

describe('a pushed commit', () => {
  const commit = (message: string, branch = 'main') => ({
    branch,
    ...(branch !== 'main' && { start_branch: 'main' }),
    commit_message: message,
    actions: [{ action: 'create', file_path: `${message.length}.txt`, content: 'x' }],
  })

  test('mentions issues and merge requests, and closes issues on the default branch alone', () => {
    const { alice, opened, notes } = setUp()
    const [issue, other] = [opened(1), opened(1)]
    const text = `Fixes #${issue}, see #${other}`
    const { id } = alice.post('/projects/1/repository/commits', commit(text, 'aside')).json
    const state = () => alice.get(`/projects/1/issues/${issue}`).json.state
    expect(state()).toBe('opened')
    expect(notes(`1/issues/${issue}`)).toEqual([`mentioned in commit ${id}`])
    alice.post('/projects/1/repository/commits', commit(`${text}!`))
    expect(state()).toBe('closed')
    expect(notes(`1/issues/${issue}`)).toEqual([`mentioned in commit ${id}`])
    expect(notes(`1/issues/${other}`)).toHaveLength(2)
    const events = alice.get(`/projects/1/issues/${issue}/resource_state_events`).json
    expect(events.map(({ state: to }: { state: string }) => to)).toEqual(['closed'])
  })

  test('is mentioned by its id, but not by the merge request that brings it', () => {
    const { alice, opened } = setUp()
    const { id } = alice.post('/projects/1/repository/commits', commit('Alone', 'aside')).json
    const issue = opened(1, { description: `Since ${id.slice(0, 10)}` })
    const ends = { source_branch: 'aside', target_branch: 'main' }
    alice.post('/projects/1/merge_requests', { ...ends, title: 'Brings', description: id })
    const comments = alice.get(`/projects/1/repository/commits/${id}/discussions`).json
    expect(
      comments.flatMap(({ notes }: { notes: { body: string }[] }) => notes.map(({ body }) => body)),
    ).toEqual([`mentioned in issue #${issue}`])
  })

  test('which merges a merge request is told there', () => {
    const { alice, notes } = setUp()
    alice.post('/projects/1/repository/commits', commit('Brought', 'aside'))
    const ends = { source_branch: 'aside', target_branch: 'main' }
    const { iid } = alice.post('/projects/1/merge_requests', { ...ends, title: 'Brings' }).json
    const merged = alice.put(`/projects/1/merge_requests/${iid}/merge`).json
    expect(notes(`1/merge_requests/${iid}`)).toContain(`mentioned in commit ${merged.merge_commit_sha}`)
  })

  // Each branch of a push may take a walk through the whole history.
  test.each([
    ['the fourth', 'a4', true],
    ['the fifth', 'a5', false],
  ] as const)('in a commit is told where the branch is %s of a push', (_, branch, isTold) => {
    const { sim, alice, opened, notes } = setUp()
    const target = opened(4)
    const head: string = alice.get('/projects/4/repository/branches/main').json.commit.id
    const { tip, pack } = packOfFiles(1, `#${target}`)
    const push = pushOfMany({ tip: head, pack }, ['a1', 'a2', 'a3', 'a4', 'a5'])
    const body = Buffer.from(push.body)
      .toString('latin1')
      .replace(`${head} refs/heads/${branch}`, () => `${tip} refs/heads/${branch}`)
    sim.handle({ ...push, body: Buffer.from(body, 'latin1') })
    expect(alice.get(`/projects/4/repository/branches/${branch}`).json.commit.id).toBe(tip)
    expect(notes(`4/issues/${target}`)).toEqual(isTold ? [`mentioned in commit ${tip}`] : [])
  })
})
