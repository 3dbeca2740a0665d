import { expect, test } from 'vitest'
import { callsOf, testSimulator } from '../../testing/calls.ts'

const setUp = () => {
  const alice = callsOf(testSimulator(), 'alice')
  let files = 0
  const commit = (commit_message: string, start_branch?: string) =>
    alice.post('/projects/1/repository/commits', {
      branch: 'aside',
      ...(start_branch && { start_branch }),
      commit_message,
      actions: [{ action: 'create', file_path: `new-${files++}.txt`, content: 'x' }],
    }).json.id as string
  const first = commit('First', 'main')
  const ends = { source_branch: 'aside', target_branch: 'main', title: 'Aside' }
  const { iid } = alice.post('/projects/1/merge_requests', ends).json
  const path = `/projects/1/merge_requests/${iid}`
  const notes = (): string[] =>
    alice.get(`${path}/notes?sort=asc&per_page=100`).json.map(({ body }: { body: string }) => body)
  return { alice, commit, first, iid, path, notes }
}

test('pushed commits are listed with a link to compare', () => {
  const { alice, commit, first, iid, path, notes } = setUp()
  const second = commit("Don't <b>shout</b>")
  const versions = alice.get(`${path}/versions`).json
  expect(notes()).toEqual([
    [
      'added 1 commit',
      `<ul><li>${second.slice(0, 8)} - Don&#39;t &lt;b&gt;shout&lt;/b&gt;</li></ul>`,
      `[Compare with previous version](/acme/webapp/-/merge_requests/${iid}/diffs?diff_id=${versions[0].id}&start_sha=${first})`,
    ].join('\n\n'),
  ])
})

test('commits that the target branch has are counted apart', () => {
  const { alice, commit, first, path, notes } = setUp()
  const onto = alice.post('/projects/1/repository/commits', {
    branch: 'main',
    commit_message: 'Meanwhile',
    actions: [{ action: 'create', file_path: 'meanwhile.txt', content: 'x' }],
  }).json.id
  alice.put(`${path}/rebase`)
  alice.get('/version')
  alice.get('/version')
  alice.get('/version')
  alice.get('/version')
  const [text] = notes()
  const { sha } = alice.get(path).json
  expect([sha === first, text?.split('\n\n').slice(0, 2)]).toEqual([
    false,
    [
      'added 2 commits',
      `<ul><li>${onto.slice(0, 8)} - 1 commit from branch <code>main</code></li><li>${sha.slice(0, 8)} - First</li></ul>`,
    ],
  ])
  commit('squash! First')
  expect([notes().at(-1), alice.get(path).json.title]).toEqual([
    expect.stringMatching(/^marked this merge request as \*\*draft\*\* from [0-9a-f]{40}$/),
    'Draft: Aside',
  ])
})

test('a deleted source branch is told, and a restored one', () => {
  const { alice, first, notes } = setUp()
  alice.delete('/projects/1/repository/branches/aside')
  alice.post('/projects/1/repository/branches', { branch: 'aside', ref: first })
  expect(notes()).toEqual(['deleted source branch `aside`', 'restored source branch `aside`'])
})

test('an automatic merge is told when it is ordered, canceled and aborted, and why', () => {
  const { alice, commit, path, notes } = setUp()
  const config = 'build:\n  script: sleep 1h\n'
  alice.post('/projects/1/repository/commits', {
    branch: 'aside',
    commit_message: 'Build',
    actions: [{ action: 'update', file_path: '.gitlab-ci.yml', content: config }],
  })
  const order = () => alice.put(`${path}/merge`, { merge_when_pipeline_succeeds: true })
  const told = () => notes().filter((body) => body.includes('automatic merge'))
  expect(order().status).toBe(200)
  const { sha } = alice.get(path).json
  alice.post(`${path}/cancel_merge_when_pipeline_succeeds`)
  order()
  commit('More')
  order()
  alice.put(path, { target_branch: 'develop' })
  alice.put(path, { target_branch: 'main' })
  order()
  alice.put(path, { state_event: 'close' })
  expect(told().filter((body) => !body.startsWith('enabled'))).toEqual([
    'canceled the automatic merge',
    'aborted the automatic merge because source branch was updated',
    'aborted the automatic merge because target branch was changed',
    'aborted the automatic merge because merge request was closed',
  ])
  expect(told()[0]).toBe(`enabled an automatic merge when the pipeline for ${sha} succeeds`)
})
