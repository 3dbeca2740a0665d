import { expect, test } from 'vitest'
import type { ProjectDescription, WorldDescription } from '../../../fixtures/schema.ts'
import { instant } from '../../time/clock.ts'
import { loadWorld } from '../load.ts'

const createdAt = '2023-01-01T00:00:00Z'
const commits = [
  {
    key: 'a',
    author: 'ann',
    at: createdAt,
    message: 'Start',
    parents: [],
    changes: [{ action: 'create' as const, path: 'x', text: 'one\ntwo\n' }],
  },
]

function load(project: Partial<ProjectDescription>, more: Partial<WorldDescription> = {}) {
  const world: WorldDescription = {
    version: 1,
    users: [{ username: 'ann', name: 'Ann', createdAt }],
    projects: [{ path: 'ann/shop', createdAt, repository: { commits, branches: { main: 'a' } }, ...project }],
    ...more,
  }
  return loadWorld(world, { seed: 1, tier: 'free', url: 'http://forge', start: instant('2024-01-01') })
}

const issue = { title: 'x', author: 'ann', createdAt }
const mergeRequest = { title: 'x', author: 'ann', sourceBranch: 'main', createdAt }

test.each<[string, Partial<ProjectDescription>, Partial<WorldDescription>?]>([
  ["projects[0].path: there is no user 'bob'", { path: 'bob/shop' }],
  ["projects[0].forkOf: there is no project 'ann/other'", { forkOf: 'ann/other' }],
  ["projects[0].issues[0].author: there is no user 'bob'", { issues: [{ ...issue, author: 'bob' }] }],
  [
    "projects[0].issues[1].labels[0]: there is no label 'bug'; known are none",
    { issues: [issue, { ...issue, labels: ['bug'] }] },
  ],
  [
    "projects[0].issues[0].milestone: there is no milestone '1.0'",
    { issues: [{ ...issue, milestone: '1.0' }] },
  ],
  [
    'projects[0].issues[1]: number 3 is taken',
    {
      issues: [
        { ...issue, iid: 3 },
        { ...issue, iid: 3 },
      ],
    },
  ],
  [
    "projects[0].labels[1].title: there are two of label 'bug'",
    {
      labels: [
        { title: 'bug', color: '#ffffff' },
        { title: 'bug', color: '#ffffff' },
      ],
    },
  ],
  [
    "projects[0].mergeRequests[0].head: missing, since there is no branch 'other'",
    { mergeRequests: [{ ...mergeRequest, sourceBranch: 'other' }] },
  ],
  [
    "projects[0].mergeRequests[0].mergeCommit: there is no commit 'z'; known are a",
    { mergeRequests: [{ ...mergeRequest, mergeCommit: 'z' }] },
  ],
  [
    "projects[0].mergeRequests[0].targetBranch: there is no branch 'other'",
    { mergeRequests: [{ ...mergeRequest, targetBranch: 'other' }] },
  ],
  [
    "projects[0].mergeRequests[0].sourceBranch: 'main' is the target branch of the same project",
    { mergeRequests: [{ ...mergeRequest, sourceBranch: 'main' }] },
  ],
  [
    "projects[0].repository.branches.main: there is no commit 'z'",
    { repository: { commits, branches: { main: 'z' } } },
  ],
  [
    "projects[0].repository.branches.a..b: git takes no reference 'refs/heads/a..b'",
    { repository: { commits, branches: { 'a..b': 'a' } } },
  ],
  [
    "projects[0].repository.tags[0].commit: there is no commit 'z'",
    { repository: { commits, branches: {}, tags: [{ name: 'v1', commit: 'z' }] } },
  ],
  [
    "projects[0].pipelines[0].ref: there is no branch 'other'",
    { pipelines: [{ key: 'p', ref: 'other', status: 'success', createdAt }] },
  ],
  [
    "projects[0].environments[0].deployments[0].mergeRequests[0]: there is no merge request '7'",
    {
      environments: [
        {
          name: 'production',
          createdAt,
          deployments: [{ commit: 'a', ref: 'main', status: 'success', createdAt, mergeRequests: [7] }],
        },
      ],
    },
  ],
  [
    "projects[0].dependencies[0].vulnerabilities[0]: there is no vulnerability 'hole'",
    {
      dependencies: [
        { name: 'x', version: '1', packageManager: 'npm', file: 'x', vulnerabilities: ['hole'] },
      ],
    },
  ],
  [
    "tokens[1].value: there are two of token 't'",
    {},
    {
      tokens: [
        { value: 't', user: 'ann', createdAt },
        { value: 't', createdAt },
      ],
    },
  ],
  ["tokens[0].user: there is no user 'bob'", {}, { tokens: [{ value: 't', user: 'bob', createdAt }] }],
  [
    'runners[0].group: group runners, and no others, belong to a group',
    {},
    { runners: [{ description: 'r', type: 'group_type', token: 't', createdAt }] },
  ],
  ["keys[0].key: 'nonsense' is no public key", {}, { keys: [{ title: 'k', key: 'nonsense', createdAt }] }],
  [
    'auditEvents[0]: one of user, group and project is missing',
    {},
    { auditEvents: [{ author: 'ann', change: {}, at: createdAt }] },
  ],
])('%s', (message, project, more) => {
  expect(() => load(project, more)).toThrow(message)
})

function commitWith(
  changes: NonNullable<ProjectDescription['repository']>['commits'][number]['changes'],
  more = {},
) {
  const next = {
    key: 'b',
    author: 'ann',
    at: createdAt,
    message: 'Next',
    parents: ['a'],
    ...(changes && { changes }),
    ...more,
  }
  return { repository: { commits: [...commits, next], branches: { main: 'b' } } }
}

test.each<[string, Partial<ProjectDescription>]>([
  ['projects[0].repository.commits[1].changes: y: missing', commitWith([{ action: 'delete', path: 'y' }])],
  [
    "projects[0].repository.commits[1].changes[0]: there is no file 'y' to replace text in",
    commitWith([{ action: 'update', path: 'y', replace: [['a', 'b']] }]),
  ],
  [
    'projects[0].repository.commits[1].changes[0].replace[0]: the file does not hold "three"',
    commitWith([{ action: 'update', path: 'x', replace: [['three', '3']] }]),
  ],
  [
    "projects[0].repository.commits[1].message: there is no commit 'c'",
    commitWith(undefined, { message: 'Reverts {commit:c}' }),
  ],
  ["projects[0].repository.commits[1].merge: there is no commit 'c'", commitWith(undefined, { merge: 'c' })],
])('a commit that cannot be made: %s', (message, project) => {
  expect(() => load(project)).toThrow(message)
})

test('a merge with conflicts has no words in a description', () => {
  const edited = (key: string, text: string) => ({
    key,
    author: 'ann',
    at: createdAt,
    message: key,
    parents: ['a'],
    changes: [{ action: 'update' as const, path: 'x', text }],
  })
  const merge = { key: 'd', author: 'ann', at: createdAt, message: 'd', parents: ['b', 'c'], merge: 'c' }
  const repository = {
    commits: [...commits, edited('b', 'uno\ntwo\n'), edited('c', 'eins\ntwo\n'), merge],
    branches: { main: 'd' },
  }
  expect(() => load({ repository })).toThrow('projects[0].repository.commits[3].merge: conflicts in x')
})
