import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Calls, callsOf } from '../../testing/calls.ts'
import { perTest } from '../../testing/per-test.ts'
import { exported, filesOf, upload } from './testing/archives.ts'

const here = perTest()
const advance = (by: string) => here.sim.clock.advance(by)

/** Keys that are another project's, or tell from when and by whom the copy is. */
const OWN =
  /^(?:id|.*_id|.*_url|_links|references|full|container_.*|created_at|last_activity_at|import_.*|.*_to_repo|runners_token|permissions|star_count|forks_count|can_create.*|name_with_namespace|path_with_namespace|path|name)$/

function common(
  value: unknown,
  own: RegExp = /^(?:id|.*_id|.*_url|_links|full|references|details_path)$/,
): unknown {
  if (Array.isArray(value)) return value.map((item) => common(item, own))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([key]) => !own.test(key))
  return Object.fromEntries(entries.map(([key, item]) => [key, common(item, own)]))
}

/** Everything in a project that has to come back. */
function content(calls: Calls, id: number) {
  const all = (path: string) => {
    const rows: unknown[] = []
    for (let page = 1; ; page++) {
      const { json } = calls.get(
        `/projects/${id}/${path}${path.includes('?') ? '&' : '?'}per_page=100&page=${page}`,
      )
      rows.push(...json)
      if (json.length < 100) return rows as { readonly iid: number; readonly name: string }[]
    }
  }
  const issues = all('issues?sort=asc')
  const requests = all('merge_requests?sort=asc')
  const of = (kind: string, rows: readonly { readonly iid: number }[], parts: readonly string[]) =>
    rows.map(({ iid }) => parts.map((part) => calls.get(`/projects/${id}/${kind}/${iid}/${part}`).json))
  return {
    project: common(calls.get(`/projects/${id}`).json, OWN),
    labels: common(all('labels')),
    milestones: common(all('milestones')),
    issues: common(issues),
    issueParts: common(of('issues', issues, ['notes?sort=asc', 'discussions', 'award_emoji'])),
    requests: common(requests),
    requestParts: common(
      of('merge_requests', requests, ['notes?sort=asc', 'discussions', 'award_emoji', 'commits', 'changes']),
    ),
    tags: common(all('repository/tags')),
    branches: all('repository/branches').map(({ name }) => name),
    protectedBranches: common(all('protected_branches')),
    protectedTags: common(all('protected_tags')),
    pipelines: common(all('pipelines')),
    badges: common(all('badges'), /^(?:id|rendered_.*)$/),
    boards: common(all('boards'), /^(?:id|project)$/),
  }
}

function furnish(calls: Calls, id: number): void {
  const at = `/projects/${id}`
  const address = 'https://example.com/%{project_path}'
  expect(calls.post(`${at}/badges`, { name: 'B', link_url: address, image_url: address }).status).toBe(201)
  const board = calls.post(`${at}/boards`, { name: 'Development' }).json
  expect(calls.put(`${at}/boards/${board.id}`, { hide_closed_list: true }).status).toBe(200)
  const labels = calls.get(`${at}/labels`).json as readonly { readonly id: number }[]
  for (const { id: label_id } of labels.slice(0, 3))
    expect(calls.post(`${at}/boards/${board.id}/lists`, { label_id }).status).toBe(201)
}

function copied(user: string, project: number, fields: { readonly [name: string]: string }): number {
  const archive = exported(here.as(user), project, advance)
  const { json } = upload(here.as(user), archive, { path: 'copy', ...fields })
  advance('5s')
  const status = here.as(user).get(`/projects/${json.id}/import`).json
  expect(status).toMatchObject({ import_status: 'finished', failed_relations: [], import_error: null })
  return json.id
}

/** Without the people whom an archive does not know, and without what they leave on their notes. */
function settled(value: unknown, own = /^(?:author|user|subscribed)$/): unknown {
  if (typeof value === 'string') return value.replace(/\n\n \*By [^*]* \(imported from GitLab\)\*$/, '')
  if (Array.isArray(value)) return value.map((item) => settled(item, own))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([key]) => !own.test(key))
  return Object.fromEntries(entries.map(([key, item]) => [key, settled(item, own)]))
}

describe('an export that an administrator imports comes back equal', () => {
  test('in the handbook, but for the visibility of the group', () => {
    furnish(here.as('root'), 3)
    const original = content(here.as('root'), 3)
    const copy = content(here.as('root'), copied('root', 3, { namespace: 'acme' }))
    const lowered = { ...original, project: { ...(original.project as object), visibility: 'private' } }
    expect(settled(copy)).toEqual(settled(lowered))
  })

  test('in the webapp, but for what no archive holds', () => {
    const original = content(here.as('root'), 1)
    const copy = content(here.as('root'), copied('root', 1, { namespace: 'acme' }))
    for (const part of [
      'labels',
      'milestones',
      'tags',
      'protectedBranches',
      'protectedTags',
      'project',
      'pipelines',
    ] as const)
      expect(copy[part]).toEqual(original[part])
    // Open merge requests from a fork, or from a branch that is gone, get a branch of their own.
    const without = (some: readonly string[], others: readonly string[]) =>
      some.filter((name) => !others.includes(name))
    expect(without(copy.branches, original.branches)).toEqual(['fix-typos', 'web-components'])
    expect(without(original.branches, copy.branches)).toEqual([])
    // Approval rules and deployments stay behind, and with them what they said of merge requests. What came from a fork
    // comes from a branch of the copy, where nobody has to be let in.
    const ruled =
      /^(?:author|user|subscribed|detailed_merge_status|merge_status|has_conflicts|first_deployed_.*|allow_.*)$/
    for (const part of ['issues', 'issueParts', 'requests', 'requestParts'] as const)
      expect(settled(copy[part], ruled)).toEqual(settled(original[part], ruled))
  })
})

test('what an archive holds is written again as it was read', () => {
  const files = (id: number) => {
    const all = filesOf(exported(here.as('root'), id, advance))
    const decoded = Object.entries(all).map(
      ([path, bytes]) => [path, new TextDecoder().decode(bytes)] as const,
    )
    return Object.fromEntries(
      decoded.filter(([path]) => /^tree\/project\/(?!project_members)|lfs|VERSION/.test(path)),
    )
  }
  const first = copied('root', 1, { namespace: 'acme' })
  const second = copied('root', first, { namespace: 'acme/platform', path: 'copy-of-copy' })
  const plain = (all: { [path: string]: string }) =>
    JSON.parse(JSON.stringify(all).replaceAll(/\\"(?:[a-z_]*project_id|group_id)\\":\d+/g, ''))
  expect(plain(files(second))).toEqual(plain(files(first)))
})

test('a status of an external system comes back with a number that nothing had before', () => {
  const root = here.as('root')
  const [{ id: sha }] = root.get('/projects/3/repository/commits').json
  const { json, status } = root.post(`/projects/3/statuses/${sha}`, { state: 'success', name: 'external' })
  expect(status).toBe(201)
  const id = copied('root', 3, { namespace: 'acme' })
  const [copy] = root.get(`/projects/${id}/repository/commits/${sha}/statuses?name=external`).json
  expect(copy).toMatchObject({ name: 'external', status: 'success' })
  expect(copy.id).toBeGreaterThan(json.id)
})

test('the repository comes back to the object, as git sees it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forgery-bundle-'))
  try {
    const refs = (id: number, name: string) => {
      const bundle = filesOf(exported(here.as('root'), id, advance))['project.bundle'] as Uint8Array
      writeFileSync(join(folder, `${name}.bundle`), bundle)
      const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' })
      git('clone', '-q', '--mirror', `${name}.bundle`, `${name}.git`)
      git('-C', `${name}.git`, 'fsck', '--strict', '--no-progress')
      return git('bundle', 'list-heads', `${name}.bundle`).split('\n').sort()
    }
    const original = refs(1, 'original')
    const copy = refs(copied('root', 1, { namespace: 'acme' }), 'copy')
    expect(copy.filter((line) => !original.includes(line))).toEqual([
      expect.stringMatching(/ refs\/heads\/fix-typos$/),
      expect.stringMatching(/ refs\/heads\/web-components$/),
    ])
    expect(original.filter((line) => !copy.includes(line))).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('somebody who administers nothing is the author of everything, and notes say whose they were', () => {
  const alice = here.as('alice')
  const id = copied('alice', 1, {})
  const authors = new Set(
    alice
      .get(`/projects/${id}/issues?per_page=100`)
      .json.map((it: { author: { username: string } }) => it.author.username),
  )
  expect([...authors]).toEqual(['alice'])
  const [note] = alice.get(`/projects/${id}/issues/1/notes?sort=asc`).json
  const [original] = alice.get('/projects/1/issues/1/notes?sort=asc').json
  const at = original.updated_at.replace(/\..*/, '')
  expect(note.body).toBe(`${original.body}\n\n *By ${original.author.name} on ${at} (imported from GitLab)*`)
})

test('texts come back to the letter, whatever they hold', () => {
  const title = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .filter((text) => text.trim() !== '')
  const body = fc.string({ unit: 'grapheme-composite', maxLength: 200 })
  fc.assert(
    fc.property(fc.array(fc.tuple(title, body), { minLength: 1, maxLength: 5 }), (texts) => {
      const sim = here.sim.fork()
      const root = callsOf(sim, 'root')
      for (const [name, description] of texts) root.post('/projects/6/issues', { title: name, description })
      const { id } = upload(
        root,
        exported(root, 6, (by) => sim.clock.advance(by)),
      ).json
      sim.clock.advance('5s')
      const shown = (project: number) =>
        root
          .get(`/projects/${project}/issues`)
          .json.map((it: { title: string; description: string }) => [it.title, it.description])
      expect(shown(id)).toEqual(shown(6))
    }),
    { numRuns: 30 },
  )
})
