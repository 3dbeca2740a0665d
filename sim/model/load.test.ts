import { describe, expect, test } from 'vitest'
import { demoWorld, emptyWorldDescription } from '../../fixtures/index.ts'
import { log } from '../git/history.ts'
import { mergeCommits } from '../git/merge/merge.ts'
import { encode, readCommit } from '../git/objects.ts'
import { branchHead } from '../git/repository.ts'
import { entryAt, walkTree } from '../git/tree.ts'
import { hex, isUtf8, text } from '../lib/bytes.ts'
import { sha1Hex, sha256Hex } from '../lib/hash.ts'
import { instant } from '../time/clock.ts'
import { at } from '../time/moments.ts'
import { loadWorld } from './load.ts'
import { packageStatuses } from './packages/package.ts'
import { objectsOf, repositoryOf } from './repository/repository.ts'
import { runnerStatuses, runnerTypes, statusOf } from './runners/runner.ts'
import { settingInForce } from './settings/in-force.ts'
import type { World } from './world.ts'

const START = instant('2024-01-01T00:00:00Z')
const load = (options = {}) =>
  loadWorld(demoWorld(options), { seed: 1, tier: 'ultimate', url: 'http://forge.example', start: START })
const world = load()
const rows = <Row>(table: { all(): { ascending(): Iterable<Row> } }) => [...table.all().ascending()]
const webapp = world.projects.require(1)
const repo = repositoryOf(world, webapp)
const mergeRequests = [...world.mergeRequests.by('byProject', 1).ascending()]
const mergeRequest = (iid: number) =>
  mergeRequests.find((it) => it.iid === iid) ?? expect.fail(`there is no !${iid}`)

/** A few digits for every table: a change shows which one it is in. */
function digests(of: World): { [table: string]: string } {
  const plain = (_: string, value: unknown) => (value instanceof Uint8Array ? hex(value) : value)
  const digest = (name: string) =>
    sha1Hex(JSON.stringify([...(of.table(name)?.all().ascending() ?? [])], plain)).slice(0, 10)
  return Object.fromEntries(of.tableNames.map((name) => [name, digest(name)]))
}

describe('the named users', () => {
  test.each([
    [1, 'root', 'active'],
    [2, 'alice', 'active'],
    [3, 'bob', 'active'],
    [4, 'carol', 'active'],
    [5, 'dave', 'active'],
    [6, 'erin', 'active'],
    [7, 'mallory', 'active'],
    [8, 'frank', 'blocked'],
    [9, 'grace', 'active'],
  ])('user %i is %s, %s, with tokens of every kind', (id, username, state) => {
    expect(world.users.require(id)).toMatchObject({
      username,
      state,
      admin: id === 1,
      email: `${username}@example.com`,
    })
    expect(world.users.require(id).namespaceId).toBe(id + 2)
    const token = (value: string) => world.tokens.find('byValue', value)
    const usable = { kind: 'personal', userId: id, revoked: false, expiresAt: null }
    expect(token(`${username}-token`)).toMatchObject({
      ...usable,
      scopes: id === 1 ? ['api', 'sudo'] : ['api'],
    })
    expect(token(`${username}-read-token`)).toMatchObject({ ...usable, scopes: ['read_api'] })
    expect(token(`${username}-revoked-token`)).toMatchObject({ userId: id, revoked: true })
    expect(token(`${username}-expired-token`)?.expiresAt).toBeLessThan(START)
  })

  test('only grace keeps her profile private', () => {
    expect(
      rows(world.users)
        .filter((user) => user.privateProfile)
        .map((user) => user.username),
    ).toEqual(['grace'])
  })

  test.each([
    ['root-nosudo-token', { kind: 'personal', userId: 1, scopes: ['api'] }],
    ['alice-oauth-token', { kind: 'oauth', userId: 2, refresh: 'alice-refresh-token' }],
    ['acme-webapp-job-token', { kind: 'job', userId: 3, projectId: 1 }],
    ['acme-webapp-deploy-token', { kind: 'deploy', userId: null, projectId: 1 }],
    ['carol-impersonation-token', { kind: 'impersonation', userId: 4 }],
    ['acme-webapp-bot-token', { kind: 'project', userId: 10 }],
    ['acme-bot-token', { kind: 'group', userId: 11 }],
    ['alice-session', { kind: 'session', userId: 2 }],
  ])('%s', (value, columns) => {
    expect(world.tokens.find('byValue', value)).toMatchObject({ revoked: false, ...columns })
  })

  test('the job token belongs to a job that runs', () => {
    const token = world.tokens.find('byValue', 'acme-webapp-job-token')
    expect(world.ciJobs.get(token?.jobId ?? 0)).toMatchObject({ status: 'running', projectId: 1 })
  })

  test('roles in acme', () => {
    const levels = [...world.members.by('bySource', 'group', 1).ascending()].map((it) => [
      it.userId,
      it.accessLevel,
    ])
    expect(levels).toEqual([
      [2, 50],
      [3, 40],
      [4, 30],
      [5, 20],
      [6, 10],
      [11, 40],
    ])
    expect(world.members.by('byUser', 7).count()).toBe(0)
  })
})

describe('the named projects', () => {
  test.each([
    [1, 'acme/webapp', 'private'],
    [2, 'acme/platform/api', 'internal'],
    [3, 'acme/handbook', 'public'],
    [4, 'alice/dotfiles', 'public'],
    [5, 'carol/webapp', 'private'],
    [6, 'acme/empty', 'private'],
    [7, 'acme/archived', 'public'],
    [8, 'root/secret', 'private'],
  ])('project %i is %s, %s', (id, fullPath, visibility) => {
    expect(world.projects.require(id)).toMatchObject({ fullPath, visibility, archived: id === 7 })
  })

  test('groups', () => {
    expect(world.groups.require(1)).toMatchObject({ fullPath: 'acme', visibility: 'private', parentId: null })
    expect(world.groups.require(2)).toMatchObject({
      fullPath: 'acme/platform',
      parentId: 1,
      fullName: 'Acme / Platform',
    })
  })

  test('carol has a fork, with an open merge request to where it came from', () => {
    expect(world.projects.require(5)).toMatchObject({ forkedFromId: 1, networkId: 1 })
    expect(mergeRequest(35)).toMatchObject({
      state: 'opened',
      sourceProjectId: 5,
      projectId: 1,
      allowCollaboration: true,
    })
  })

  test('the empty project has no branch, the others have their default branch', () => {
    for (const project of rows(world.projects))
      expect(branchHead(repositoryOf(world, project), project.defaultBranch) === undefined).toBe(
        project.id === 6,
      )
  })

  test('the handbook has a wiki and snippets', () => {
    expect(world.wikiPages.by('byProject', 3).count()).toBeGreaterThanOrEqual(3)
    expect(world.snippets.by('byProject', 3).count()).toBeGreaterThanOrEqual(3)
  })

  test('the API is planned with milestones of both groups above it', () => {
    const planned = [...world.issues.by('byProject', 2).ascending()].map(
      (it) => world.milestones.get(it.milestoneId ?? 0)?.groupId,
    )
    expect(new Set(planned)).toEqual(new Set([null, 1, 2]))
    expect(world.runnerGroups.by('byGroup', 2).count()).toBeGreaterThan(0)
  })
})

describe('the repository of acme/webapp', () => {
  const head = branchHead(repo, 'main') ?? ''
  const history = [...log(repo.objects, head)]
  const { tree } = readCommit(repo.objects, head)
  const files = [...walkTree(repo.objects, tree, { recursive: true })]
  const content = (path: string) => {
    const object = repo.objects.get(entryAt(repo.objects, tree, path)?.id ?? '')
    return object?.type === 'blob' ? object.bytes : expect.fail(`there is no ${path}`)
  }

  test('60 commits and more, by five authors, over two years, with merges', () => {
    expect(history.length).toBeGreaterThanOrEqual(60)
    expect(new Set(history.map(({ commit }) => commit.author.email)).size).toBe(5)
    const times = history.map(({ commit }) => commit.committer.at)
    expect(Math.max(...times)).toBeLessThan(START)
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(700 * 86_400_000)
    expect(history.filter(({ commit }) => commit.parents.length === 2).length).toBeGreaterThanOrEqual(20)
  })

  test('authors are users', () => {
    for (const { commit } of history)
      expect(world.users.find('byEmail', commit.author.email)?.name).toBe(commit.author.name)
  })

  test('branches and tags', () => {
    expect(repo.refs.list('refs/heads/').length).toBeGreaterThanOrEqual(8)
    expect(repo.refs.list('refs/tags/').map(({ name }) => name.slice(10))).toEqual([
      'v1.0.0',
      'v1.1.0',
      'v1.2.0',
      'v1.3.0',
      'v1.4.0',
      'v1.4.0-rc.1',
    ])
  })

  test('an executable, a symbolic link, nested folders, an empty, a binary, a CRLF and a Latin-1 file', () => {
    const mode = (path: string) => files.find((file) => file.path === path)?.mode
    expect([mode('bin/serve'), mode('docs/latest'), mode('test/checkout')]).toEqual([
      '100755',
      '120000',
      '040000',
    ])
    expect(text(content('docs/latest'))).toBe('guides')
    expect(content('test/fixtures/empty.csv')).toHaveLength(0)
    expect(hex(content('public/images/logo.png').subarray(0, 8))).toBe('89504e470d0a1a0a')
    expect(text(content('docs/windows.txt'))).toMatch(/^[^\n]+\r\n/)
    expect(isUtf8(content('data/legacy-prices.txt'))).toBe(false)
    expect(text(content('src/i18n/de.json'))).toContain('Schön')
  })

  test('a file was renamed without a change', () => {
    const rename =
      history.find(({ commit }) => commit.message.startsWith('Gather what')) ?? expect.fail('no rename')
    const before = readCommit(repo.objects, rename.commit.parents[0] ?? '').tree
    expect(entryAt(repo.objects, rename.commit.tree, 'src/lib/money.js')?.id).toBe(
      entryAt(repo.objects, before, 'src/money.js')?.id,
    )
  })

  test('Changelog trailers of several categories, and a revert that names its commit', () => {
    const messages = history.map(({ commit }) => commit.message)
    const categories = messages.flatMap((message) => /^Changelog: (\w+)$/m.exec(message)?.[1] ?? [])
    expect(new Set(categories)).toEqual(
      new Set(['added', 'changed', 'fixed', 'performance', 'security', 'other']),
    )
    const reverted = messages.flatMap(
      (message) => /^This reverts commit ([0-9a-f]{40})$/m.exec(message)?.[1] ?? [],
    )
    expect(history.map(({ id }) => id)).toEqual(expect.arrayContaining(reverted))
    expect(reverted).toHaveLength(1)
  })
})

describe('the merge requests of acme/webapp', () => {
  test('40 and more, in every state', () => {
    const count = (state: string) => mergeRequests.filter((it) => it.state === state).length
    expect(mergeRequests.length).toBeGreaterThanOrEqual(40)
    expect([count('opened'), count('merged'), count('closed')]).toEqual([15, 29, 4])
    expect(mergeRequests.filter((it) => it.squashCommitSha !== null).map((it) => it.iid)).toEqual([
      11, 17, 28,
    ])
  })

  test('the commits of each follow from its repository', () => {
    const objects = objectsOf(world)
    for (const it of mergeRequests) {
      for (const sha of [it.sha, it.baseSha, it.startSha]) expect(objects.get(sha ?? '')?.type).toBe('commit')
      const ends = it.state === 'merged' ? readCommit(objects, it.mergeCommitSha ?? '').parents : undefined
      if (ends !== undefined) expect(ends).toEqual([it.startSha, it.squashCommitSha ?? it.sha])
    }
  })

  test('!33 is a draft, !36 is approved, !43 lost its branch, !44 is locked', () => {
    expect(mergeRequest(33).title).toMatch(/^Draft: /)
    expect(
      [...world.approvals.by('byMergeRequest', mergeRequest(36).id).ascending()].map((it) => it.userId),
    ).toEqual([3, 2])
    expect(branchHead(repo, mergeRequest(43).sourceBranch)).toBeUndefined()
    expect(mergeRequest(44).discussionLocked).toBe(true)
  })

  test('!34 and no other open one conflicts', () => {
    // Merging stores what it makes.
    const { objects } = repositoryOf(world.fork(), webapp)
    const conflicting = mergeRequests.filter((it) => {
      if (it.state !== 'opened') return false
      const target = branchHead(repo, it.targetBranch) ?? ''
      return 'conflicts' in mergeCommits(objects, target, it.sha ?? '')
    })
    expect(conflicting.map((it) => it.iid)).toEqual([34])
  })

  test('the pipelines of !37 and !38 run, and will succeed', () => {
    for (const iid of [37, 38]) {
      const pipeline = world.pipelines.find('byMergeRequest', mergeRequest(iid).id)
      expect(pipeline).toMatchObject({ status: 'running', sha: mergeRequest(iid).sha })
      const job = rows(world.jobs).find(({ args }) => args.pipelineId === pipeline?.id)
      expect(job).toMatchObject({ kind: 'pipeline', args: { status: 'success' } })
      expect(job?.due).toBeGreaterThan(START)
    }
    expect(mergeRequest(38).autoMerge?.userId).toBe(2)
  })

  test('approval rules of every type, code owners on a merge request', () => {
    const types = [...world.approvalRules.by('byProject', 1).ascending()].map((rule) => rule.ruleType)
    expect(types).toEqual(['any_approver', 'regular', 'report_approver'])
    expect(world.approvalRules.find('byMergeRequest', mergeRequest(42).id)?.ruleType).toBe('code_owner')
  })

  test('suggestions that are applied, stale, and can be applied', () => {
    const applied = rows(world.suggestions).filter((it) => it.applied)
    const current = rows(world.suggestions).filter((it) => {
      const { position } = world.notes.require(it.noteId)
      const file = entryAt(
        repo.objects,
        readCommit(repo.objects, mergeRequest(40).sha ?? '').tree,
        position?.newPath ?? '',
      )
      const blob = repo.objects.get(file?.id ?? '')
      return blob?.type === 'blob' && text(blob.bytes).includes(it.fromContent)
    })
    expect([applied.length, current.length, rows(world.suggestions).length]).toEqual([1, 2, 4])
    expect(readCommit(repo.objects, applied[0]?.commitSha ?? '').message).toMatch(/^Apply 1 suggestion/)
  })

  test('production has had most of the merged ones', () => {
    const production = world.environments.find('byName', 'production')
    const deployed = [...world.deployments.by('byEnvironment', production?.id ?? 0).ascending()].flatMap(
      (it) => it.mergeRequestIds,
    )
    expect(new Set(deployed).size).toBe(27)
  })
})

describe('the other things in acme/webapp', () => {
  test('issues: open, closed, reopened, confidential, weighed', () => {
    const issues = [...world.issues.by('byProject', 1).ascending()]
    expect(issues.length).toBeGreaterThanOrEqual(25)
    expect(issues.filter((it) => it.confidential).length).toBeGreaterThanOrEqual(3)
    expect(issues.filter((it) => it.weight !== null).length).toBeGreaterThanOrEqual(10)
    expect(new Set(rows(world.stateEvents).map((it) => it.action))).toEqual(
      new Set(['created', 'closed', 'reopened']),
    )
  })

  test('milestones in both states, with and without dates, one overdue', () => {
    const milestones = [...world.milestones.by('byProject', 1).ascending()]
    expect(
      new Set(milestones.map((it) => `${it.state} ${it.dueOn === null ? 'without' : 'with'} date`)).size,
    ).toBe(4)
    expect(
      milestones
        .filter((it) => it.state === 'active' && (it.dueOn ?? '9') < '2024-01-01')
        .map((it) => it.title),
    ).toEqual(['Accessibility'])
  })

  test('packages of nine types in five statuses each', () => {
    const packages = [...world.packages.by('byProject', 1).ascending()]
    const combinations = new Set(packages.map((it) => `${it.type} ${it.status}`))
    expect(new Set(packages.map((it) => it.type)).size).toBe(9)
    expect(combinations.size).toBe(9 * packageStatuses.length)
    for (const { contentId, size, sha256, sha1 } of rows(world.packageFiles)) {
      const { bytes } = world.packageContents.require(contentId)
      expect([bytes.length, sha256Hex(bytes)]).toEqual([size, contentId])
      expect([sha256 ?? contentId, sha1 ?? sha1Hex(bytes)]).toEqual([contentId, sha1Hex(bytes)])
    }
  })

  test('runners of three types in four statuses, with jobs', () => {
    const combinations = new Set(
      rows(world.runners).map((it) => `${it.type} ${statusOf(it, at(START), 'real')}`),
    )
    expect(combinations.size).toBe(runnerTypes.length * runnerStatuses.length)
    const ran = new Set(
      rows(world.ciJobs)
        .filter((it) => it.runnerId !== null)
        .map((it) => it.status),
    )
    expect([...ran]).toEqual(expect.arrayContaining(['running', 'success', 'failed', 'canceled']))
  })

  test('protections', () => {
    expect([...world.protectedBranches.by('byProject', 1).ascending()].map((it) => it.name)).toEqual([
      'main',
      'release/*',
    ])
    expect([...world.protectedTags.by('byProject', 1).ascending()].map((it) => it.name)).toEqual(['v*'])
  })

  test('user lists, dependencies with vulnerabilities, audit events of every kind', () => {
    expect(world.userLists.by('byProject', 1).count()).toBeGreaterThanOrEqual(3)
    expect(
      [...world.dependencies.by('byProject', 1).ascending()].filter((it) => it.vulnerabilityIds.length > 0),
    ).toHaveLength(3)
    for (const type of ['User', 'Group', 'Project'])
      expect(world.auditEvents.by('byEntityType', type).count()).toBeGreaterThan(2)
  })
})

test('fingerprints of keys are those that ssh-keygen prints', () => {
  const key = rows(world.keys)[0]
  expect(key?.fingerprintMd5).toMatch(/^([0-9a-f]{2}:){15}[0-9a-f]{2}$/)
  expect(key?.fingerprintSha256).toMatch(/^[A-Za-z0-9+/]{43}$/)
})

test('every object has the id that its content has', () => {
  for (const { id, object } of rows(world.gitObjects)) {
    const payload = encode(object)
    const header = new TextEncoder().encode(`${object.type} ${payload.length}\0`)
    expect(sha1Hex(new Uint8Array([...header, ...payload]))).toBe(id)
  }
})

test('new rows continue after those of the description', () => {
  expect(world.sequences.get('users')?.last).toBe(Math.max(...rows(world.users).map((it) => it.id)))
  expect(world.sequences.get('groups')?.last).toBe(Math.max(...rows(world.users).map((it) => it.namespaceId)))
  expect(world.sequences.get('mergeRequests/project/1')?.last).toBe(48)
  expect(world.sequences.get('milestones/group/1')?.last).toBe(2)
})

test('two loads are equal', () => {
  expect(digests(load())).toEqual(digests(world))
})

test('a larger scale leaves the named rows where they are', () => {
  const large = load({ scale: 3 })
  const named = (of: World) => [...of.mergeRequests.by('byProject', 1).ascending()]
  expect(named(large)).toEqual(named(world))
  expect(large.users.size - world.users.size).toBe(20)
})

test('the empty world has an administrator and nothing else', () => {
  const empty = loadWorld(emptyWorldDescription(), {
    seed: 1,
    tier: 'free',
    url: 'http://forge.example',
    start: START,
  })
  const filled = empty.tableNames.filter((name) => empty.table(name)?.size)
  expect(filled).toEqual(['instance', 'sequences', 'users', 'tokens', 'settings'])
  expect(empty.tokens.find('byValue', 'root-token')).toMatchObject({ userId: 1, scopes: ['api', 'sudo'] })
  expect([empty, world].map((it) => settingInForce(it, 'bulk_import_enabled'))).toEqual([false, true])
})

describe('settings of a description', () => {
  const withSettings = (settings: object) =>
    loadWorld(
      { ...emptyWorldDescription(), settings: { attributes: settings as never } },
      { seed: 1, tier: 'ultimate', url: 'http://forge.example', start: START },
    )

  test('are in force from the start', () => {
    const it = withSettings({
      max_import_size: 5,
      restricted_visibility_levels: 'public',
      signin_enabled: false,
    })
    expect(settingInForce(it, 'max_import_size')).toBe(5)
    expect(settingInForce(it, 'restricted_visibility_levels')).toEqual(['public'])
    expect(settingInForce(it, 'password_authentication_enabled_for_web')).toBe(false)
    expect([...it.jobs.all().ascending()]).toEqual([])
  })

  test.each([
    [{ max_import_size: -1 }, 'settings.attributes.max_import_size: must be greater than or equal to 0'],
    [{ no_such: 1 }, 'settings.attributes.no_such: no such setting'],
  ])('%j is refused', (settings, text) => {
    expect(() => withSettings(settings)).toThrow(text)
  })
})

// Whoever changes the demo world changes what people have written tests against: say so in the changelog.
test('the demo world of seed 1 is what it was', () => {
  expect(digests(world)).toMatchInlineSnapshot(`
    {
      "accessRequests": "97d170e155",
      "appearances": "97d170e155",
      "approvalRules": "8c927188f7",
      "approvals": "e7d9a95fb0",
      "auditEvents": "99fe0763e5",
      "avatars": "97d170e155",
      "awards": "3c8e04f859",
      "badges": "97d170e155",
      "boardLists": "97d170e155",
      "boards": "97d170e155",
      "broadcastMessages": "97d170e155",
      "bulkImportEntities": "97d170e155",
      "bulkImportFailures": "97d170e155",
      "bulkImports": "97d170e155",
      "ciJobs": "a36b40b221",
      "ciVariables": "97d170e155",
      "clusterAgentTokens": "97d170e155",
      "clusterAgents": "97d170e155",
      "clusters": "97d170e155",
      "commitStatuses": "97d170e155",
      "containerRepositories": "97d170e155",
      "contextCommits": "97d170e155",
      "customAttributes": "781e92671f",
      "dashboardProjects": "07e53a23d3",
      "dependencies": "85e3872d19",
      "deployKeyProjects": "18670e7b92",
      "deployments": "daea200a7d",
      "deviceGrants": "97d170e155",
      "draftNotes": "97d170e155",
      "emails": "97d170e155",
      "environments": "e63bb46806",
      "epicIssues": "97d170e155",
      "epicLinks": "97d170e155",
      "epics": "97d170e155",
      "events": "97d170e155",
      "exportFiles": "97d170e155",
      "externalHosts": "8e15672117",
      "featureFlags": "d6a8783283",
      "followings": "97d170e155",
      "freezePeriods": "97d170e155",
      "gistImports": "97d170e155",
      "gitObjects": "11088e4cbc",
      "gitPacks": "97d170e155",
      "gitRefs": "2592dd8e60",
      "gitStorage": "97d170e155",
      "gpgKeys": "97d170e155",
      "groupExportFiles": "97d170e155",
      "groupImports": "97d170e155",
      "groupLinks": "97d170e155",
      "groupProtectedBranches": "97d170e155",
      "groups": "244c10d4b8",
      "hooks": "97d170e155",
      "importFailures": "97d170e155",
      "instance": "8447a425f3",
      "integrations": "97d170e155",
      "invitations": "97d170e155",
      "issueLinks": "97d170e155",
      "issues": "4f56a4edb5",
      "jobArtifacts": "97d170e155",
      "jobTokenGrants": "97d170e155",
      "jobTokenScopes": "97d170e155",
      "jobTraces": "97d170e155",
      "jobs": "0472fa6ddc",
      "keys": "e453ab1195",
      "labels": "02b1d8fb4e",
      "lfsLinks": "97d170e155",
      "lfsLocks": "97d170e155",
      "lfsObjects": "97d170e155",
      "memberRoles": "97d170e155",
      "members": "25d3e86e37",
      "mergeRequestVersions": "b07274950d",
      "mergeRequests": "af09799b90",
      "milestones": "a66b3e2493",
      "notes": "b316953aca",
      "notificationSettings": "97d170e155",
      "oauthApplications": "97d170e155",
      "oauthGrants": "97d170e155",
      "ownedAttributes": "97d170e155",
      "packageContents": "a61d73b617",
      "packageFiles": "f62e3bdc09",
      "packages": "2f419d983a",
      "pagesDomains": "97d170e155",
      "pagesSettings": "97d170e155",
      "pipelineSchedules": "97d170e155",
      "pipelines": "cb8cbabcbc",
      "planLimits": "97d170e155",
      "projectExports": "97d170e155",
      "projectImports": "97d170e155",
      "projects": "2a4b763121",
      "protectedBranches": "1adba3d546",
      "protectedEnvironments": "97d170e155",
      "protectedTags": "8f7e8a07a3",
      "protectionRules": "97d170e155",
      "pullMirrors": "97d170e155",
      "pushRules": "97d170e155",
      "redirects": "97d170e155",
      "relationExports": "97d170e155",
      "releaseLinks": "97d170e155",
      "releases": "97d170e155",
      "remoteMirrors": "97d170e155",
      "resourceEvents": "6180054652",
      "resourceGroups": "97d170e155",
      "runnerGroups": "e07a393150",
      "runnerManagers": "97d170e155",
      "runnerProjects": "d4176255de",
      "runners": "ae33bd541f",
      "sequences": "56009b0313",
      "serviceFlags": "9e4ef021f7",
      "settings": "62c87e386c",
      "shares": "97d170e155",
      "snippets": "d14f4f5fa5",
      "stars": "8e35d56ff6",
      "stateEvents": "f1c4f4329e",
      "statusCheckResponses": "97d170e155",
      "statusChecks": "97d170e155",
      "subscriptions": "55e44ea795",
      "suggestions": "e0dac5c7e4",
      "todos": "97d170e155",
      "tokens": "da8aa643ac",
      "topics": "51e608c221",
      "triggers": "97d170e155",
      "uploads": "97d170e155",
      "userAgentDetails": "97d170e155",
      "userLists": "c12b4fb713",
      "users": "6c2caa4e01",
      "vulnerabilities": "853b07b19a",
      "vulnerabilityExports": "97d170e155",
      "waitingJobs": "97d170e155",
      "wikiAttachments": "97d170e155",
      "wikiPages": "435ffe1ad4",
    }
  `)
})
