import { describe, expect, test } from 'vitest'
import { utf8 } from '../../lib/bytes.ts'
import { gzip } from '../../lib/gzip.ts'
import { repositoryOf } from '../../model/repository/repository.ts'
import { callsOf, testSimulator } from '../../testing/calls.ts'
import { type PerTest, perTest } from '../../testing/per-test.ts'
import { archiveOf, exported, type Files, filesOf, least, lines, upload } from './testing/archives.ts'

const here = perTest()

/** The end of an import. */
function imported(archive: Uint8Array, user = 'alice', sim: Pick<PerTest, 'sim' | 'as'> = here) {
  const { json } = upload(sim.as(user), archive)
  sim.sim.clock.advance('5s')
  return sim.as(user).get(`/projects/${json.id}/import`).json
}

const whole = (files: Files) => archiveOf({ ...least, ...files })
const begins = 'Error importing repository  into alice/imported - '
const unpacked =
  ' tar: Exiting with failure status due to previous errors and Unable to decompress [FILTERED] into [FILTERED]'

describe('an archive that cannot be imported says why', () => {
  const { VERSION: _, ...versionless } = least
  const damaged: readonly (readonly [what: string, archive: Uint8Array, message: string])[] = [
    ['no gzip', utf8('hello'), 'Decompressed archive size validation failed.'],
    ['nothing', new Uint8Array(), 'Decompressed archive size validation failed.'],
    ['cut short', archiveOf(least).subarray(0, 60), 'Decompressed archive size validation failed.'],
    [
      'a wrong checksum',
      archiveOf(least).map((byte, i, all) => (i === all.length - 6 ? byte ^ 1 : byte)),
      'Decompressed archive size validation failed.',
    ],
    ['a bomb', gzip(zeros(40)), 'Decompressed archive size validation failed.'],
    [
      'no tar',
      gzip([utf8('hello, this is not a tar archive'.repeat(50))]),
      `tar: This does not look like a tar archive${unpacked}`,
    ],
    ['half a tar', gzip([new Uint8Array(100).fill(1)]), `tar: Unexpected EOF in archive${unpacked}`],
    [
      'a step upward',
      archiveOf({ ...least, '../../escaped': 'x' }),
      `tar: [FILTERED] Member name contains '..'${unpacked}`,
    ],
    [
      'a device',
      archiveOf(least, [{ path: 'null', type: '3' }]),
      `tar: null: Cannot mknod: Operation not permitted${unpacked}`,
    ],
    ['a hard link', archiveOf(least, [{ path: 'a', type: '1', link: 'b' }]), 'File shares hard link'],
    ['no version', archiveOf(versionless), 'No such file or directory @ rb_sysopen - [FILTERED]'],
    [
      'another version',
      archiveOf({ ...least, VERSION: '0.1.0' }),
      'Import version mismatch: Required 0.2.4 but was 0.1.0',
    ],
    ['an odd version', archiveOf({ ...least, VERSION: 'x.y' }), 'Incorrect VERSION format'],
    ['no tree', archiveOf({ VERSION: '0.2.4', other: '{}' }), 'invalid import format'],
    ['no project', archiveOf({ VERSION: '0.2.4', 'tree/other.json': '{}' }), 'Invalid file'],
    ['a broken project', archiveOf({ ...least, 'tree/project.json': '{' }), 'Incorrect JSON format'],
    ['a list for a project', archiveOf({ ...least, 'tree/project.json': '[]' }), 'Incorrect JSON format'],
    ['a broken line', whole({ 'tree/project/labels.ndjson': '{"title":\n' }), 'Incorrect JSON format'],
    [
      'no bundle',
      whole({ 'project.bundle': 'x' }),
      '13:fetch bundle: exit status 128, stderr: "fatal: does not look like a v2 bundle file"',
    ],
    [
      'an impossible setting',
      archiveOf({ ...least, 'tree/project.json': '{"visibility_level":7}' }),
      'Validation failed: Visibility level is not included in the list',
    ],
  ]

  test.each(damaged)('%s', (_what, archive, message) => {
    expect(imported(archive)).toMatchObject({
      import_status: 'failed',
      import_error: begins + message,
      failed_relations: [],
    })
  })

  function zeros(mebibytes: number): Uint8Array[] {
    return Array.from({ length: mebibytes }, () => new Uint8Array(1024 * 1024))
  }
})

test('a failed import leaves an empty project, and keeps nothing of the archive', () => {
  const labels = lines({ title: 'kept', color: '#ff0000' })
  const { id } = imported(whole({ 'tree/project/labels.ndjson': labels, 'tree/project/issues.ndjson': '{' }))
  const alice = here.as('alice')
  expect(alice.get(`/projects/${id}/labels`).json).toEqual([])
  expect(alice.get(`/projects/${id}`).json).toMatchObject({
    empty_repo: true,
    import_status: 'failed',
    import_error: `${begins}Incorrect JSON format`,
  })
  expect(here.sim.world.projectImports.require(id).source).toBeNull()
})

describe('lines that make no row', () => {
  const issue = (iid: number, more: object = {}) => ({ iid, title: `Issue ${iid}`, ...more })

  test('are passed over and told', () => {
    const rows = [
      issue(1),
      { iid: 2 },
      issue(1, { title: 'Twin' }),
      issue(3, { state: 'lost' }),
      'x',
      issue(5),
    ]
    const status = imported(whole({ 'tree/project/issues.ndjson': lines(...rows) }))
    expect(status.import_status).toBe('finished')
    const told = status.failed_relations.map((it: { line_number: number; exception_message: string }) => [
      it.line_number,
      it.exception_message,
    ])
    expect(told).toEqual([
      [4, 'Validation failed: Relation is invalid'],
      [3, 'Validation failed: State is invalid'],
      [2, 'Validation failed: Iid has already been taken'],
      [1, "Validation failed: Title can't be blank"],
    ])
    expect(status.failed_relations[0]).toEqual({
      id: 4,
      created_at: '2024-01-01T00:00:04.000Z',
      exception_class: 'ActiveRecord::RecordInvalid',
      source: 'process_relation_item!',
      exception_message: 'Validation failed: Relation is invalid',
      relation_name: 'issues',
      line_number: 4,
    })
    expect(here.as('alice').get(`/projects/${status.id}/issues`).json).toHaveLength(2)
  })

  test('have no message in the real dialect', () => {
    const status = imported(whole({ 'tree/project/issues.ndjson': lines({}) }), 'alice', real)
    expect(status.failed_relations[0].exception_message).toBeNull()
  })
  const real = perTest({ dialect: 'real' })

  test('are shown up to a hundred, the latest first, also after a failure', () => {
    const rows = Array.from({ length: 150 }, () => ({}))
    const files = { 'tree/project/labels.ndjson': lines(...rows) }
    for (const more of [{}, { 'tree/project/issues.ndjson': '{' }]) {
      const { json } = upload(here.as('alice'), whole({ ...files, ...more }), {
        path: `p${Object.keys(more).length}`,
      })
      here.sim.clock.advance('5s')
      const status = here.as('alice').get(`/projects/${json.id}/import`).json
      expect(status.failed_relations).toHaveLength(100)
      expect(status.failed_relations[0].line_number).toBe(149)
      expect(status.failed_relations[99].line_number).toBe(50)
    }
  })

  test('are told for parts as well, while the row stays', () => {
    const notes = [{ note: 'Good' }, { note: '' }, { note: 'Fine' }]
    const status = imported(whole({ 'tree/project/issues.ndjson': lines(issue(1, { notes })) }))
    expect(status.failed_relations).toMatchObject([{ relation_name: 'issues', line_number: 0 }])
    const bodies = here.as('alice').get(`/projects/${status.id}/issues/1/notes?sort=asc`).json
    expect(bodies.map((note: { body: string }) => note.body.split('\n')[0])).toEqual(['Good', 'Fine'])
  })
})

describe('an archive of elsewhere', () => {
  test('may be written without dots before its paths, and with relations that nobody knows', () => {
    const files = {
      'tree/project/warp_drives.ndjson': '{',
      './tree/project/labels.ndjson': lines({ title: 'a', color: '#abc' }),
    }
    const { id, import_status } = imported(whole(files))
    expect(import_status).toBe('finished')
    expect(here.as('alice').get(`/projects/${id}/labels`).json).toMatchObject([{ color: '#aabbcc' }])
  })

  test('may hold everything in one file, as older releases wrote it', () => {
    const project = {
      description: 'Old',
      labels: [{ title: 'a', color: '#ff0000' }],
      issues: [{ iid: 4, title: 'x' }],
    }
    const archive = archiveOf({ VERSION: '0.2.4', 'project.json': JSON.stringify(project) })
    const later = testSimulator({ dialect: 'real', release: '16.11' })
    const refused = imported(archive, 'alice', { sim: later, as: (name) => callsOf(later, name) })
    expect(refused.import_error).toContain('invalid import format')
    const { id } = imported(archive)
    const alice = here.as('alice')
    expect(alice.get(`/projects/${id}`).json.description).toBe('Old')
    expect(alice.get(`/projects/${id}/issues/4`).json.title).toBe('x')
    expect(alice.post(`/projects/${id}/issues`, { title: 'next' }).json.iid).toBe(5)
  })

  test('loses its symbolic links', () => {
    const link = [{ path: 'tree/project/labels.ndjson', type: '2', link: '/etc/passwd' }]
    expect(imported(archiveOf(least, link)).import_status).toBe('finished')
  })

  test('does not lead to commits that did not come with it', () => {
    const sha = here.as('alice').get('/projects/1/repository/commits/main').json.id
    const row = {
      iid: 1,
      title: 'Spy',
      source_branch: 'main',
      target_branch: 'other',
      merge_request_diff: { head_commit_sha: sha, base_commit_sha: sha, start_commit_sha: sha },
      diff_head_sha: sha,
      merge_commit_sha: sha,
    }
    const job = { type: 'Ci::Build', name: 'spy', status: 'success', ref: 'main' }
    const stages = [{ name: 'test', statuses: [job] }]
    const pipeline = { iid: 1, sha, ref: 'main', status: 'success', stages }
    const files = {
      'tree/project/merge_requests.ndjson': lines(row),
      'tree/project/ci_pipelines.ndjson': lines(pipeline),
    }
    const { json } = upload(here.as('mallory'), whole(files))
    here.sim.clock.advance('5s')
    const mallory = here.as('mallory')
    const shown = mallory.get(`/projects/${json.id}/merge_requests/1`).json
    expect([shown.sha, shown.merge_commit_sha]).toEqual([null, null])
    expect(mallory.get(`/projects/${json.id}/repository/commits/${sha}`).status).toBe(404)
    const at = `/projects/${json.id}`
    expect(mallory.get(`${at}/pipelines`).json).toMatchObject([{ iid: 1, sha }])
    expect(mallory.get(`${at}/jobs`).json).toMatchObject([{ name: 'spy', commit: null }])
    const again = filesOf(exported(mallory, json.id, (by) => here.sim.clock.advance(by)))
    expect(new TextDecoder('latin1').decode(again['project.bundle'] ?? new Uint8Array())).not.toContain(sha)
  })

  test('brings labels that only a list of a board names, and reactions to snippets', () => {
    const label = { title: 'testlabel', color: '#0033CC', type: 'ProjectLabel', priorities: [] }
    const milestone = { title: 'one', iid: 1 }
    const board = {
      name: 'Work',
      lists: [
        { list_type: 'backlog', milestone },
        { list_type: 'label', position: 0, label },
        { list_type: 'closed', milestone },
      ],
    }
    const snippet = {
      ...{ title: 'Short', content: 'x = 1', file_name: '', visibility_level: 20 },
      award_emoji: [{ name: 'coffee', user_id: 1, awardable_type: 'Snippet' }],
    }
    const files = {
      'tree/project/boards.ndjson': lines(board),
      'tree/project/snippets.ndjson': lines(snippet),
    }
    const alice = here.as('alice')
    const { json } = upload(alice, whole(files))
    here.sim.clock.advance('5s')
    const at = `/projects/${json.id}`
    expect(alice.get(`${at}/import`).json.failed_relations).toEqual([])
    expect(alice.get(`${at}/boards`).json[0].lists).toMatchObject([{ label: { name: 'testlabel' } }])
    expect(alice.get(`${at}/boards`).json[0].lists).toHaveLength(1)
    const [{ id }] = alice.get(`${at}/snippets`).json
    expect(alice.get(`${at}/snippets/${id}/award_emoji`).json).toMatchObject([{ name: 'coffee' }])
  })

  test('brings pipelines of any age: without a number, a reference or a commit', () => {
    const sha = 'b'.repeat(40)
    const old = { sha: 'deploy', ref: null, tag: null, status: 'failed', iid: null }
    const rows = [
      old,
      { sha, ref: 'main', status: 'success', iid: 1, pipeline_metadata: { name: 'Nightly' } },
    ]
    const { json } = upload(here.as('alice'), whole({ 'tree/project/ci_pipelines.ndjson': lines(...rows) }))
    here.sim.clock.advance('5s')
    const alice = here.as('alice')
    expect(alice.get(`/projects/${json.id}/import`).json.failed_relations).toEqual([])
    const shown = alice.get(`/projects/${json.id}/pipelines?sort=asc`).json
    expect(shown).toMatchObject([
      { iid: 2, sha: 'deploy', ref: null, status: 'failed', source: 'unknown' },
      { iid: 1, sha, ref: 'main', status: 'success' },
    ])
    expect(here.sim.world.pipelines.require(shown[1].id).name).toBe('Nightly')
    for (const { id } of shown) {
      expect(alice.post(`/projects/${json.id}/pipelines/${id}/retry`, {}).status).toBe(201)
      expect(alice.get(`/projects/${json.id}/pipelines/${id}/jobs`).status).toBe(200)
    }
  })

  test('gives nobody a right who does not administer the installation', () => {
    const member = (id: number, user: object) => ({
      ...{ user_id: id, access_level: 50 },
      user: { id, username: 'x', ...user },
    })
    const rows = [
      member(99, { public_email: 'alice@example.com' }),
      // As releases before 14.2 wrote it.
      member(98, { email: 'bob@example.com' }),
    ]
    const files = { 'tree/project/project_members.ndjson': lines(...rows) }
    const members = (user: string) => {
      const { json } = upload(here.as(user), whole(files))
      here.sim.clock.advance('5s')
      const all = here.as(user).get(`/projects/${json.id}/members`).json
      return all.map((it: { username: string; access_level: number }) => [it.username, it.access_level])
    }
    expect(members('mallory')).toEqual([['mallory', 50]])
    // Imported members are at most Maintainers.
    expect(members('root')).toEqual([
      ['root', 50],
      ['alice', 40],
      ['bob', 40],
    ])
  })

  test('loses branches whose names are those of commits', () => {
    const { world } = here.sim
    const { refs } = repositoryOf(world, world.projects.require(1))
    refs.set(`refs/heads/${'a'.repeat(40)}`, refs.get('refs/heads/main') as string)
    const root = here.as('root')
    const archive = exported(root, 1, (by) => here.sim.clock.advance(by))
    const { json } = upload(root, archive)
    here.sim.clock.advance('5s')
    const names = (id: number) =>
      root
        .get(`/projects/${id}/repository/branches?search=aaaaaaaa`)
        .json.map((it: { name: string }) => it.name)
    expect([names(1), names(json.id)]).toEqual([['a'.repeat(40)], []])
  })

  test('opens protected branches to developers where an Owner of the topmost group imports', () => {
    const branch = {
      name: 'stable',
      merge_access_levels: [{ access_level: 30 }],
      push_access_levels: [{ access_level: 0 }],
    }
    const archive = whole({
      'tree/project.json': JSON.stringify({ ci_config_path: 'ci/other.yml' }),
      'tree/project/protected_branches.ndjson': lines(branch),
    })
    const levels = (user: string, path: string, fields: object) => {
      const { json } = upload(here.as(user), archive, { path, ...fields })
      here.sim.clock.advance('5s')
      const at = `/projects/${json.id}`
      expect(here.as(user).get(at).json.ci_config_path).toBeNull()
      const [shown] = here.as(user).get(`${at}/protected_branches`).json
      return [shown.merge_access_levels, shown.push_access_levels].flatMap((list) =>
        list.map(({ access_level }: { access_level: number }) => access_level),
      )
    }
    expect(levels('alice', 'own', {})).toEqual([40, 0])
    expect(levels('alice', 'owned', { namespace: 'acme' })).toEqual([30, 0])
    expect(levels('root', 'administered', { namespace: 'acme' })).toEqual([30, 0])
    expect(levels('bob', 'maintained', { namespace: 'acme' })).toEqual([40, 0])
  })

  test('is not believed when its branches stand in each other’s way', () => {
    const archive = exported(here.as('alice'), 2, (by) => here.sim.clock.advance(by))
    const files = filesOf(archive)
    const bundle = files['project.bundle'] as Uint8Array
    const head = new TextDecoder('latin1').decode(bundle)
    const [, id] = /\n([0-9a-f]{40}) refs\/heads\/main\n/.exec(head) as unknown as string[]
    const [signature] = head.split('\n', 1)
    const rest = bundle.subarray(head.indexOf('\n') + 1)
    const odd = `${id} refs/heads/a\n${id} refs/heads/a/b\n${id} refs/heads/-x\n${id} refs/evil/../x\n`
    const withOdd = (text: string) => {
      const added = utf8(`${signature}\n${text}`)
      const joined = new Uint8Array(added.length + rest.length)
      joined.set(added)
      joined.set(rest, added.length)
      return { ...files, 'project.bundle': joined }
    }
    expect(imported(archiveOf(withOdd(odd))).import_status).toBe('failed')
    const { json } = upload(here.as('alice'), archiveOf(withOdd(odd.replace(/.*evil.*\n/, ''))), {
      path: 'b',
    })
    here.sim.clock.advance('5s')
    const branches = here.as('alice').get(`/projects/${json.id}/repository/branches`).json
    const names = branches.map(({ name }: { name: string }) => name)
    expect(names).toContain('a')
    expect(names).not.toContain('a/b')
    expect(names).not.toContain('-x')
  })
})

describe('an archive of a later release', () => {
  const note = {
    author_id: 1,
    project_id: 1,
    noteable_type: 'Commit',
    created_at: '2023-01-01T00:00:00.000Z',
  }

  test('has jobs by their types, the types of issues as those of work items', () => {
    const job = (name: string) => ({ name, status: 'success', created_at: '2023-01-01T00:00:00.000Z' })
    const stages = [
      {
        name: 'test',
        builds: [job('unit')],
        bridges: [job('deploy')],
        generic_commit_statuses: [job('lint')],
      },
    ]
    const pipeline = {
      ...{ iid: 1, sha: 'a'.repeat(40), ref: 'main', status: 'success', stages, duration: 61 },
      ...{ started_at: '2023-01-01T00:00:00.000Z', finished_at: '2023-01-01T01:00:00.000Z' },
    }
    const { id } = imported(
      whole({
        'tree/project/ci_pipelines.ndjson': lines(pipeline),
        'tree/project/issues.ndjson': lines({ iid: 1, title: 'Do', work_item_type: { base_type: 'task' } }),
      }),
    )
    const alice = here.as('alice')
    const at = `/projects/${id}/pipelines`
    const [{ id: run }] = alice.get(at).json
    const names = (path: string) =>
      alice.get(`${at}/${run}/${path}`).json.map(({ name }: { name: string }) => name)
    expect([names('jobs'), names('bridges')]).toEqual([['unit'], ['deploy']])
    expect(alice.get(`${at}/${run}`).json.duration).toBe(61)
    expect(alice.get(`/projects/${id}/issues/1`).json.issue_type).toBe('task')
  })

  test('has types of issues and statuses of jobs that this release has not', () => {
    const stages = [{ name: 'test', builds: [{ name: 'unit', status: 'waiting_for_callback' }] }]
    const archive = whole({
      'tree/project/issues.ndjson': lines(
        { iid: 1, title: 'Aim', work_item_type: { base_type: 'objective' } },
        { iid: 2, title: 'Nothing', issue_type: 'nothing' },
      ),
      'tree/project/ci_pipelines.ndjson': lines(
        { iid: 1, sha: 'a'.repeat(40), before_sha: 'b'.repeat(40), ref: 'main', status: 'canceling' },
        { iid: 2, sha: 'a'.repeat(40), ref: 'main', status: 'running', stages },
      ),
      'tree/project/project_members.ndjson': lines({}),
    })
    const told = (here: Pick<PerTest, 'sim' | 'as'>) => {
      const { id, failed_relations } = imported(archive, 'alice', here)
      const list = (what: string) => here.as('alice').get(`/projects/${id}/${what}?sort=asc`).json
      return {
        failed: failed_relations.map((it: { exception_class: string }) => it.exception_class),
        types: list('issues').map((it: { issue_type: string }) => it.issue_type),
        statuses: [...list('pipelines'), ...list('jobs')].map((it: { status: string }) => it.status),
        before: here.as('alice').get(`/projects/${id}/pipelines/${list('pipelines')[0].id}`).json.before_sha,
      }
    }
    const before = 'b'.repeat(40)
    expect(told(here)).toEqual({
      failed: ['ArgumentError'],
      types: ['issue'],
      statuses: ['canceled', 'running', 'waiting_for_resource'],
      before,
    })
    const newer = testSimulator({ release: '16.11' })
    expect(told({ sim: newer, as: (user) => callsOf(newer, user) })).toEqual({
      failed: [],
      types: ['issue', 'issue'],
      statuses: ['canceled', 'canceled', 'canceled'],
      before,
    })
  })

  test('has comments on commits apart, and none on commits that did not come along', () => {
    const alice = here.as('alice')
    const sha = alice.get('/projects/1/repository/commits/main').json.id
    const files = filesOf(exported(alice, 1, (by) => here.sim.clock.advance(by)))
    const bundle = { 'project.bundle': files['project.bundle'] ?? new Uint8Array() }
    const rows = [
      { ...note, note: 'Neat', commit_id: sha },
      { ...note, note: 'Lost', commit_id: 'b'.repeat(40) },
    ]
    const { id } = imported(whole({ ...bundle, 'tree/project/commit_notes.ndjson': lines(...rows) }))
    const told = alice.get(`/projects/${id}/repository/commits/${sha}/comments`).json
    expect(told.map((it: { note: string }) => it.note)).toEqual([
      'Neat\n\n *By Ghost User on 2024-01-01T00:00:12 (imported from GitLab)*',
    ])
  })
})

describe('activity', () => {
  const event = { author_id: 1, project_id: 1, created_at: '2016-06-14T15:02:47.000Z', target_type: 'Issue' }

  test('is what the archive tells of issues, in words or numbers, and nothing else', () => {
    const events = [
      { ...event, action: 1 },
      { ...event, action: 'closed' },
      { ...event, action: 'gone' },
    ]
    const issues = lines({ iid: 1, title: 'It breaks', state: 'closed', events }, { iid: 2, title: 'Silent' })
    const { id } = imported(whole({ 'tree/project/issues.ndjson': issues }))
    const told = here.as('alice').get(`/projects/${id}/events?target_type=issue`).json
    expect(
      told.map((it: Record<string, unknown>) => [it.action_name, it.target_title, it.created_at]),
    ).toEqual([
      ['closed', 'It breaks', event.created_at],
      ['opened', 'It breaks', event.created_at],
    ])
  })
})

describe('invitations', () => {
  const member = { access_level: 50, source_type: 'Project', user_id: null, invite_email: 'new@example.com' }
  const archive = whole({ 'tree/project/project_members.ndjson': lines(member, member) })
  const invited = (user: string) => {
    const { id } = imported(archive, user)
    return here.as('root').get(`/projects/${id}/invitations`).json
  }

  test('come with an administrator alone, as high as a maintainer at most', () => {
    expect(invited('alice')).toEqual([])
  })

  test('are not doubled', () => {
    expect(invited('root')).toMatchObject([{ invite_email: 'new@example.com', access_level: 40 }])
  })
})

describe('the epic of an issue', () => {
  const paid = perTest({ tier: 'ultimate' })
  const epic = { iid: 4, title: 'Move', state: 'opened', confidential: true }
  const issue = { iid: 1, title: 'Pack', epic_issue: { relative_position: 1, epic } }
  const archive = whole({ 'tree/project/issues.ndjson': lines(issue) })
  const into = (namespace: string) => {
    const { json } = upload(paid.as('root'), archive, { path: 'imported', namespace })
    paid.sim.clock.advance('5s')
    return json.id
  }
  const partOf = (group: number) =>
    paid
      .as('root')
      .get(`/groups/${group}/epics/4/issues`)
      .json.map((it: { project_id: number }) => it.project_id)

  test('is made in the group, once', () => {
    const root = paid.as('root')
    const { id } = root.post('/groups', { name: 'New', path: 'new' }).json
    const project = into('new')
    expect(partOf(id)).toEqual([project])
    root.put(`/groups/${id}/epics/4`, { title: 'Renamed' })
    upload(root, archive, { path: 'again', namespace: 'new' })
    paid.sim.clock.advance('5s')
    expect(root.get(`/groups/${id}/epics`).json).toMatchObject([{ iid: 4, title: 'Renamed' }])
    expect(partOf(id)).toHaveLength(2)
  })

  test('stays behind where there is no group', () => {
    const issue = paid.as('root').get(`/projects/${into('root')}/issues/1`).json
    expect(issue.title).toBe('Pack')
    expect(paid.sim.world.epicIssues.find('byIssue', issue.id)).toBeUndefined()
  })

  test('travels where whoever exports reads it', () => {
    const root = paid.as('root')
    root.post('/groups', { name: 'New', path: 'new' })
    const project = into('new')
    root.post(`/projects/${project}/members`, { user_id: 2, access_level: 40 })
    const told = (user: string) => {
      const files = filesOf(exported(paid.as(user), project, (by) => paid.sim.clock.advance(by)))
      const [line = ''] = new TextDecoder().decode(files['tree/project/issues.ndjson']).split('\n')
      return JSON.parse(line).epic_issue
    }
    expect([told('alice'), told('root').epic.iid]).toEqual([null, 4])
  })
})

test('the bot of a token, who can be added to no other place, imports nothing', () => {
  const { id } = upload(here.as('acme-bot'), archiveOf(least), { path: 'imported', namespace: 'acme' }).json
  here.sim.clock.advance('5s')
  expect(here.as('alice').get(`/projects/${id}/import`).json).toMatchObject({
    import_status: 'failed',
    import_error: expect.stringContaining(
      'Validation failed: User project bots cannot be added to other groups',
    ),
  })
})
